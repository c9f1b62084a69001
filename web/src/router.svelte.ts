// Addresses: / · /create · /paoyao · /t/<code> · /hand/<id> · /open · /hands · /settings · /rules · /rules/<id> · /score · /fair.
// What a page holds beyond its name (a hand to score, changes of rules) stands behind the #, which no server is told.

export const route = $state({ path: location.pathname })

export function go(path: string, replace = false): void {
  if (path !== location.pathname + location.hash) history[replace ? 'replaceState' : 'pushState'](null, '', path)
  route.path = location.pathname
  window.scrollTo(0, 0)
}

addEventListener('popstate', () => {
  route.path = location.pathname
})

/** Links inside the page go without a reload. */
addEventListener('click', (event) => {
  const link = (event.target as Element | null)?.closest?.('a')
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || link.target || link.download) return
  if (link.origin !== location.origin || link.pathname.startsWith('/api/')) return
  if (link.hash && link.pathname === location.pathname) return
  event.preventDefault()
  go(link.pathname + link.hash)
})
