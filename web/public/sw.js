// Built files under /assets carry a hash of their content in their names: what is kept under such a name is never old.
// The page itself and everything else comes from the network; without a network, the page that was seen last.
const KEEP = 'erqishi-assets-1'
const SHELL = 'erqishi-shell-1'

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin || url.pathname.startsWith('/api/')) return
  if (url.pathname.startsWith('/assets/')) event.respondWith(kept(request))
  else if (request.mode === 'navigate') event.respondWith(page(request))
})

async function kept(request) {
  const cache = await caches.open(KEEP)
  const found = await cache.match(request)
  if (found) return found
  const answer = await fetch(request)
  if (answer.ok) await cache.put(request, answer.clone())
  return answer
}

async function page(request) {
  const cache = await caches.open(SHELL)
  try {
    const answer = await fetch(request)
    if (answer.ok) {
      await cache.put('/', answer.clone())
      await sweep(await answer.clone().text())
    }
    return answer
  } catch (error) {
    const last = await cache.match('/')
    if (last) return last
    throw error
  }
}

/** A new page names new files: forget the entry files that it does not name. */
async function sweep(html) {
  const cache = await caches.open(KEEP)
  for (const request of await cache.keys()) {
    const name = new URL(request.url).pathname
    if (/\/assets\/index-/.test(name) && !html.includes(name)) await cache.delete(request)
  }
}
