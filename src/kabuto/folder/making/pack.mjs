// node pack.mjs TASK: has Pyodide compile what a page needs, and rehearse with it. TASK is JSON, see build.py.
import { readFileSync, writeFileSync } from 'node:fs'
import { loadPyodide } from 'pyodide'

process.on('uncaughtException', (error) => {
  console.error(error.message ?? error)
  process.exit(1)
})

const { files, script, out, languages, hasSearch, questions } = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const code = readFileSync(script, 'utf8')

async function start(settings = {}, library = null) {
  const python = await loadPyodide({ env: { PYTHONDONTWRITEBYTECODE: '1' }, stdout: (line) => console.error(line), ...settings })
  python.FS.mkdirTree('/out')
  python.FS.mount(python.FS.filesystems.NODEFS, { root: out }, '/out')
  if (library) for (const [name, bytes] of unpacked(library)) {
    const path = `/lib/python3.14/site-packages/${name}`
    python.FS.mkdirTree(path.slice(0, path.lastIndexOf('/')))
    python.FS.writeFile(path, bytes)
  }
  python.runPython(code)
  return python
}

function* unpacked(pack) {
  const length = pack.readUInt32BE(0)
  let at = 4 + length
  for (const [name, size] of JSON.parse(pack.subarray(4, 4 + length).toString())) yield [name, pack.subarray(at, (at += size))]
}

const maker = await start({ env: { PYTHONDONTWRITEBYTECODE: '1', PYTHONNODEBUGRANGES: '1' } })
for (const [number, [, path]] of files.entries()) maker.FS.writeFile(`/tmp/${number}`, readFileSync(path))
maker.globals.get('pack')(maker.toPy(files.map(([name], number) => [name, `/tmp/${number}`])), '/out/library.pack')
const library = readFileSync(`${out}/library.pack`)

const whole = await start({}, library)
const { used } = JSON.parse(await whole.globals.get('rehearsed')(JSON.stringify(questions), hasSearch, ...languages))
maker.globals.get('pack_stdlib')(maker.toPy(used), '/out/stdlib.zip')

// Once more with no more than what a page will have: it has to say the same.
const page = await start({ stdLibURL: `${out}/stdlib.zip` }, library)
writeFileSync(`${out}/rehearsal.json`, await page.globals.get('rehearsed')(JSON.stringify(questions), hasSearch, ...languages))
process.exit(0)
