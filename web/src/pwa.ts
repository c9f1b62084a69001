// Installing, and never showing an old client to a new server. The service worker keeps the built files, whose names
// carry their content, and asks the network first for the page itself; the protocol's hello is the last guard.

export const installer: { ask: (() => void) | null } = { ask: null }

export function register(): void {
  if ('serviceWorker' in navigator && import.meta.env.PROD) void navigator.serviceWorker.register('/sw.js').catch(() => undefined)
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    installer.ask = () => void (event as Event & { prompt(): Promise<void> }).prompt()
    dispatchEvent(new Event('erqishi-installable'))
  })
}

/** Load the client again, past every cache. */
export async function reload(): Promise<void> {
  if ('caches' in window) for (const name of await caches.keys()) await caches.delete(name)
  if ('serviceWorker' in navigator) for (const one of await navigator.serviceWorker.getRegistrations()) await one.unregister()
  location.reload()
}
