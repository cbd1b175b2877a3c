// node link.mjs TASK: links objects to one module that imports nothing. TASK is JSON, see ../wasm.py.
import { readFileSync, writeFileSync } from 'node:fs'
import { commands } from '@yowasp/clang'

const { objects, exported, out } = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const files = Object.fromEntries(objects.map((path, number) => [`${number}.o`, new Uint8Array(readFileSync(path))]))
const settings = ['--no-entry', '--gc-sections', '--no-check-features', '-O2', '--strip-all', '-z', 'stack-size=131072', '--export=__heap_base']
const made = await commands['wasm-ld']([...settings, ...exported.map((name) => `--export=${name}`), '-o', 'kernel.wasm', ...Object.keys(files)], files)
const bytes = made['kernel.wasm']
const needs = WebAssembly.Module.imports(new WebAssembly.Module(bytes)).map(({ name }) => name)
if (needs.length) throw new Error(`the module needs ${needs.join(', ')} from outside`)
writeFileSync(out, bytes)
process.exit(0)
