// Python in a worker: the tables of this page, as a server would hold them.

/** The host of the page: `page.py`. */
export interface Page {
  ask: (number: number, method: string, address: string, body: string) => void
  connect: (line: number, address: string, tell: (line: number, text: string) => void, end: (line: number, code: number) => void) => void
  say: (line: number, text: string) => void
  hang_up: (line: number) => void
}

/** The module `page.py`: what starts the tables. */
export interface Starter {
  start: (read: unknown, write: unknown, answer: (number: number, status: number, text: string) => void, search: unknown) => Promise<Page>
}

interface Files {
  mkdirTree: (path: string) => void
  writeFile: (path: string, bytes: Uint8Array) => void
}

/** A file, unpacked: its packed twin is fetched, for many hosts pack nothing, and the service worker has it unpacked. One that fails is named. */
export async function packed(address: URL, type = 'application/octet-stream'): Promise<Response> {
  const found = await fetch(`${address.href}.gz`)
  if (!found.ok || !found.body) throw new Error(`${address.pathname}: ${found.status}`)
  if (found.headers.has('kabuto-unpacked')) return found // as it is: then the browser may keep its compiled code
  return new Response(await unzipped(found.body), { headers: { 'content-type': type } })
}

/** What a packed file holds; some hosts have unpacked it on the way. */
async function unzipped(body: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<ReadableStream<Uint8Array>> {
  const [first, whole] = body.tee()
  const reader = first.getReader()
  const [one, other] = (await reader.read()).value ?? []
  void reader.cancel()
  return one === 0x1f && other === 0x8b ? whole.pipeThrough(new DecompressionStream('gzip')) : whole
}

const bytes = async (found: Promise<Response>): Promise<Uint8Array> => new Uint8Array(await (await found).arrayBuffer())

/** Files one after the other behind a list of their names and sizes. */
function* unpacked(pack: Uint8Array): Generator<[name: string, bytes: Uint8Array]> {
  const length = new DataView(pack.buffer).getUint32(0)
  const list = JSON.parse(new TextDecoder().decode(pack.subarray(4, 4 + length))) as [string, number][]
  let at = 4 + length
  for (const [name, size] of list) yield [name, pack.subarray(at, (at += size))]
}

/** Start Python, from where it lies in the folder, and import a module. */
export async function loadPython<Module>(home: URL, name: string): Promise<Module> {
  const at = (name: string): URL => new URL(name, home)
  const library = bytes(packed(at('library.pack')))
  const ready: Record<string, Promise<Response>> = {
    'pyodide.asm.wasm': packed(at('pyodide.asm.wasm'), 'application/wasm'),
    'stdlib.zip': packed(at('stdlib.zip')),
  }
  const fetched = self.fetch
  self.fetch = (input, init) => ready[String(input instanceof Request ? input.url : input).slice(home.href.length)] ?? fetched(input, init)
  const [{ loadPyodide }] = await Promise.all([
    import(/* @vite-ignore */ at('pyodide.mjs').href) as Promise<{
      loadPyodide: (settings: object) => Promise<{ pyimport: (name: string) => Module }>
    }>,
    import(/* @vite-ignore */ at('pyodide.asm.mjs').href), // Pyodide asks for it later
    ...Object.values(ready), // Pyodide only logs what it cannot fetch, and waits for ever
    library,
  ])
  const python = await loadPyodide({
    indexURL: home.href,
    stdLibURL: at('stdlib.zip').href,
    env: { HOME: '/home/pyodide', PYTHONDONTWRITEBYTECODE: '1' },
    fsInit: async (files: Files, { sitePackages }: { sitePackages: string }) => {
      for (const [name, each] of unpacked(await library)) {
        const path = `${sitePackages}/${name}`
        files.mkdirTree(path.slice(0, path.lastIndexOf('/')))
        files.writeFile(path, each)
      }
    },
  })
  self.fetch = fetched
  return python.pyimport(name)
}
