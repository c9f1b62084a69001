// The few helpers that the renderer needs.

type Child = Node | string | null | undefined | false

export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className = '',
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  if (className) element.className = className
  for (const child of children) if (child) element.append(child)
  return element
}

const drawn = new WeakMap<Element, string>()

/** Fill an element again only when what it shows has changed; `sign` says all of that. */
export function region(element: HTMLElement, sign: string, build: () => Child[]): void {
  if (drawn.get(element) === sign) return
  drawn.set(element, sign)
  element.replaceChildren(...build().filter((child): child is Node | string => Boolean(child)))
}

export function text(element: HTMLElement, value: string): void {
  if (element.textContent !== value) element.textContent = value
}
