// node machine.mjs FOLDER: a machine of compiled code, asked in lines of JSON; bytes are base64.
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { Kernel } from '../../web/src/folder/kernel.ts'

const folder = process.argv[2]
const layouts = JSON.parse(readFileSync(`${folder}/kernel.json`, 'utf8'))
let kernel
const does = {
  take(entry, data) {
    if (!kernel.knows(data)) kernel.learn(data, new Uint8Array(readFileSync(`${folder}/${data}.bin`)))
    kernel.take(entry, data)
  },
  write: (entry, array, content) => kernel.write(entry, array, Buffer.from(content, 'base64')),
  read: (entry, array, size) => Buffer.from(kernel.read(entry, array, size)).toString('base64'),
  call: (entry) => kernel.call(entry),
  time(entry) {
    const began = process.cpuUsage()
    kernel.call(entry)
    const { user, system } = process.cpuUsage(began)
    return (user + system) / 1e6
  },
}
for await (const line of createInterface({ input: process.stdin })) {
  const [what, ...values] = JSON.parse(line)
  try {
    kernel ??= new Kernel(new WebAssembly.Module(readFileSync(`${folder}/kernel.wasm`)), layouts)
    console.log(JSON.stringify({ found: does[what](...values) ?? null }))
  } catch (error) {
    console.log(JSON.stringify({ failed: String(error) }))
  }
}
