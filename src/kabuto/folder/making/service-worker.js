// The service worker of a folder: everything comes from its own copy, whole and of one version.
// `build.py` writes BUILD (the version), FILES (path → SHA-256) and PACKED (those of them that are fetched packed) above this.
//
// A new version is fetched beside the old one and takes over when no page of the old one is open any more, or when a page
// says so; then every page is loaded anew. A file that is not what was built is refused, and with it the new version.
/* global BUILD, FILES, PACKED */
const FOLDER = new URL(self.registration.scope).pathname
const COPY = `kabuto-folder ${FOLDER} ${BUILD}`
const AT_ONCE = 4 // requests, so that the page itself doesn't wait

self.addEventListener('install', (event) => event.waitUntil(install()))
self.addEventListener('activate', (event) => event.waitUntil(activate()))
self.addEventListener('message', ({ data }) => data === 'take over' && self.skipWaiting())
self.addEventListener('fetch', (event) => {
  const { origin, pathname } = new URL(event.request.url)
  if (origin === location.origin && event.request.method === 'GET' && pathname.startsWith(FOLDER)) event.respondWith(file(event.request, pathname))
})

async function install() {
  const copy = await caches.open(COPY)
  const names = Object.keys(FILES)
  const fetchNext = async () => {
    for (let name = names.pop(); name; name = names.pop()) await keep(copy, name)
  }
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, fetchNext))
  } catch (error) {
    await caches.delete(COPY)
    throw error
  }
}

async function keep(copy, name) {
  const type = PACKED[name]
  const found = await fetch(type ? `${name}.gz` : name, { cache: 'no-cache' })
  if (!found.ok) throw new Error(`${name}: ${found.status}`)
  const bytes = type ? await unpacked(await found.arrayBuffer()) : await found.clone().arrayBuffer()
  const hash = Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('')
  if (hash !== FILES[name]) throw new Error(`${name} is not what was built.`)
  await copy.put(name, type ? new Response(bytes, { headers: { 'content-type': type, 'kabuto-unpacked': 'yes' } }) : found)
}

/** What a packed file holds; some hosts have unpacked it on the way. */
async function unpacked(bytes) {
  const [one, other] = new Uint8Array(bytes)
  if (one !== 0x1f || other !== 0x8b) return bytes
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer()
}

async function activate() {
  const old = (await caches.keys()).filter((name) => name.startsWith(`kabuto-folder ${FOLDER} `) && name !== COPY)
  await Promise.all(old.map((name) => caches.delete(name)))
  await self.clients.claim()
}

async function file(request, pathname) {
  const asked = pathname.slice(FOLDER.length) || 'index.html'
  const plain = asked.replace(/\.gz$/, '')
  const name = plain in PACKED ? plain : asked // it is here unpacked
  return (await (await caches.open(COPY)).match(name, { ignoreVary: true })) ?? fetch(request)
}
