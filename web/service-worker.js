// The service worker: pages, lessons, rules and puzzles work without a connection.
// `build.py` writes BUILD (the version) and FILES (everything that was built) above this and puts it beside the page.
//
// A page always comes from the server if the server answers, so an old page never meets a new server. Files have their
// content's hash in their names and come from the cache. Answers that depend on the question alone are kept for a time
// without a connection; nothing about people or tables is, nor what a page asks in `passing`.
/* global BUILD, FILES */
const PAGE = `page-${BUILD}`
const DATA = `data-${BUILD}`
const KEPT = ['/api/games', '/api/lessons', '/api/puzzle', '/api/puzzles', '/api/reference', '/api/study']
const MOST_KEPT = 1500 // answers
const AT_ONCE = 4 // requests, so that the page itself doesn't wait
const UNREACHABLE = [502, 503, 504] // what a proxy says for a server that is gone

self.addEventListener('install', (event) => event.waitUntil(install()))
self.addEventListener('activate', (event) => event.waitUntil(activate()))
self.addEventListener('fetch', (event) => {
  const { mode, method, url } = event.request
  const { origin, pathname, searchParams } = new URL(url)
  if (origin !== location.origin) return
  if (mode === 'navigate') {
    if (!pathname.startsWith('/api/')) event.respondWith(page(event))
  } else if (isKept(method, pathname, searchParams)) event.respondWith(answer(event))
  else if (method === 'GET' && !pathname.startsWith('/api/')) event.respondWith(file(event.request))
})

/** Whether an answer depends on the question alone; a puzzle that was found at a table is about that table. */
function isKept(method, pathname, asked) {
  if (pathname === '/api/puzzle' && (method !== 'GET' || asked.has('table'))) return false
  return KEPT.includes(pathname) && !asked.has('passing')
}

self.addEventListener('push', (event) => {
  const { title = 'Kabuto', tag = '', url = '/' } = event.data?.json() ?? {}
  event.waitUntil(self.registration.showNotification(title, { tag, icon: '/icon-192.png', data: { url } }))
})
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(show(event.notification.data?.url ?? '/'))
})

async function show(url) {
  const pages = await self.clients.matchAll({ type: 'window' })
  const open = pages.find((page) => new URL(page.url).pathname === url)
  return open ? open.focus() : self.clients.openWindow(url)
}

async function install() {
  const index = await fetch('/', { cache: 'reload' })
  if (index.headers.get('kabuto-build') !== BUILD) throw new Error('The server has another version by now.')
  const cache = await caches.open(PAGE)
  await cache.put('/', index)
  const files = [...FILES]
  const fetchNext = async () => {
    for (let name = files.pop(); name; name = files.pop()) await cache.add(name)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, fetchNext))
  await self.skipWaiting()
}

async function activate() {
  const old = (await caches.keys()).filter((name) => /^(page|data)-/.test(name) && name !== PAGE && name !== DATA)
  await Promise.all(old.map((name) => caches.delete(name)))
  await self.registration.navigationPreload?.enable()
  await self.clients.claim()
}

async function page(event) {
  const kept = async () => (await caches.open(PAGE)).match('/')
  try {
    const found = (await event.preloadResponse) ?? (await fetch(event.request))
    return UNREACHABLE.includes(found.status) ? ((await kept()) ?? found) : found
  } catch (error) {
    const found = await kept()
    if (found) return found
    throw error
  }
}

async function file(request) {
  const { pathname } = new URL(request.url)
  const isLasting = pathname.startsWith('/assets/')
  const kept = async () => (await caches.open(PAGE)).match(pathname, { ignoreVary: true })
  if (isLasting) return (await kept()) ?? fetch(request)
  try {
    return await fetch(request)
  } catch (error) {
    const found = await kept()
    if (found) return found
    throw error
  }
}

/** The server's answer; without a connection the one it gave to the same question before. */
async function answer(event) {
  const { request } = event
  const body = request.method === 'GET' ? '' : await request.clone().text()
  const key = body ? `${request.url}&body=${await digest(body)}` : request.url
  try {
    const found = await fetch(request)
    if (found.ok) event.waitUntil(keep(key, found.clone()))
    if (!UNREACHABLE.includes(found.status)) return found
  } catch {
    // no connection
  }
  return (await (await caches.open(DATA)).match(key, { ignoreVary: true })) ?? Response.error()
}

let puts = 0

async function keep(key, found) {
  try {
    const cache = await caches.open(DATA)
    await cache.put(key, found)
    if (puts++ % 100) return
    const keys = await cache.keys()
    await Promise.all(keys.slice(0, Math.max(0, keys.length - MOST_KEPT)).map((each) => cache.delete(each)))
  } catch {
    // the storage is full: then it needs the connection
  }
}

async function digest(text) {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
