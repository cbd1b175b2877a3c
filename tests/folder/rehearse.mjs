// node rehearse.mjs FOLDER SEED…: rehearses in the Python of a folder, and prints what was said.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const [folder, ...seeds] = process.argv.slice(2)
const home = join(folder, readdirSync(folder).find((name) => name.startsWith('python-')))
const { loadPyodide } = await import(join(home, 'pyodide.mjs'))
const python = await loadPyodide({
  indexURL: `${home}/`,
  stdLibURL: join(home, 'stdlib.zip'),
  lockFileContents: readFileSync(join(home, 'pyodide-lock.json'), 'utf8'),
  env: { PYTHONDONTWRITEBYTECODE: '1' },
})
const pack = readFileSync(join(home, 'library.pack'))
const length = pack.readUInt32BE(0)
let at = 4 + length
for (const [name, size] of JSON.parse(pack.subarray(4, at).toString())) {
  const path = `/lib/python3.14/site-packages/${name}`
  python.FS.mkdirTree(path.slice(0, path.lastIndexOf('/')))
  python.FS.writeFile(path, pack.subarray(at, (at += size)))
}
python.globals.set('seeds', python.toPy(seeds.map(Number)))
console.log(
  await python.runPythonAsync(`
import json
from kabuto.folder.rehearsal import rehearse
from kabuto.folder.surroundings import without_engine
from kabuto.protocol.errors import LANGUAGES
from kabuto.table import manifests

manifests.restrict(without_engine)
json.dumps([(await rehearse(seed, language=LANGUAGES[(seed - 1) % len(LANGUAGES)])).messages for seed in seeds])
`),
)
process.exit(0)
