// Addresses: / · /create · /paoyao · /t/<code> · /hand/<id> · /open · /hands · /settings · /rules · /rules/<id> · /score · /fair.
// What a page holds beyond its name (a hand to score, changes of rules) stands behind the #, which no server is told.

export const route = $state({ path: location.pathname })

/** The table from which one looked at another page: back leads there, not to the lobby. */
let table: string | null = null
const isTable = (path: string): boolean => path.startsWith('/t/')
/** Where back leads from a page that is on the way. */
export const home = (): string => table ?? '/'

export function go(path: string, replace = false): void {
  const from = location.pathname
  if (path !== location.pathname + location.hash) history[replace ? 'replaceState' : 'pushState'](null, '', path)
  arrived(from)
  window.scrollTo(0, 0)
}

function arrived(from: string): void {
  const to = location.pathname
  if (to === '/' || isTable(to)) table = null
  else if (isTable(from)) table = from
  route.path = to
}

addEventListener('popstate', () => arrived(route.path))

/** Links inside the page go without a reload. */
addEventListener('click', (event) => {
  const link = (event.target as Element | null)?.closest?.('a')
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || link.target || link.download) return
  if (link.origin !== location.origin || link.pathname.startsWith('/api/')) return
  if (link.hash && link.pathname === location.pathname) return
  event.preventDefault()
  // 返回 at the head of a page
  go(link.pathname === '/' && link.matches('.topline a') ? home() : link.pathname + link.hash)
})
