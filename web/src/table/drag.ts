// Fingers and mice on the hand: tap, double tap, drag out to discard, drag along to rearrange.
//
// Numbers that survived on real phones: a drag begins after 16 px; a discard needs 60 px of travel and 18 px beyond
// the line; a double tap lies within 260 ms and 28 px; a column is chosen by x alone, within 1.3 column pitches.

export interface Gestures {
  tap(column: number, row: number): void
  doubleTap(column: number, row: number): void
  doubleTapCloth(): void
  dropOut(column: number, row: number): void
  dropInto(column: number, row: number, target: number): void
  mayDiscard(): boolean
}

const START = 16
const TRAVEL = 60
const BEYOND = 18
const TWICE_MS = 260
const TWICE_PX = 28
const RADIUS = 1.3

export const isDiscard = (travel: number, beyond: number): boolean => travel >= TRAVEL && beyond >= BEYOND

/** The column whose middle is nearest in x, or -1 when all are too far; `middles.length` beyond the right end. */
export function nearestColumn(x: number, middles: readonly number[], pitch: number): number {
  const last = middles[middles.length - 1]
  if (last === undefined) return -1
  if (x > last + pitch * 0.75 && x < last + pitch * (0.75 + RADIUS)) return middles.length
  let best = -1
  for (const [at, middle] of middles.entries()) {
    if (Math.abs(x - middle) <= pitch * RADIUS && (best < 0 || Math.abs(x - middle) < Math.abs(x - (middles[best] ?? 0)))) best = at
  }
  return best
}

export function listen(root: HTMLElement, hand: HTMLElement, line: HTMLElement, gestures: Gestures): () => void {
  let held: { card: HTMLElement; column: number; row: number; x: number; y: number; id: number; ghost: HTMLElement | null } | null = null
  let last = { time: 0, x: 0, y: 0, what: '' }
  let frame = 0

  const lineY = (): number => hand.getBoundingClientRect().top

  const twice = (event: PointerEvent, what: string): boolean => {
    const quick = event.timeStamp - last.time < TWICE_MS && Math.hypot(event.clientX - last.x, event.clientY - last.y) < TWICE_PX
    const both = quick && last.what === what
    last = { time: both ? 0 : event.timeStamp, x: event.clientX, y: event.clientY, what }
    return both
  }

  const down = (event: PointerEvent): void => {
    if (event.button || held) return
    const target = event.target as HTMLElement
    const card = target.closest<HTMLElement>('.strip')
    const column = card?.closest<HTMLElement>('.column')
    if (!card || !column || !hand.contains(card)) {
      if (!target.closest('button, a') && twice(event, 'cloth')) gestures.doubleTapCloth()
      return
    }
    held = { card, column: Number(column.dataset['column']), row: Number(card.dataset['row']), x: event.clientX, y: event.clientY, id: event.pointerId, ghost: null }
    event.preventDefault()
  }

  const moveTo = (event: PointerEvent): void => {
    if (!held || event.pointerId !== held.id) return
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y]
    if (!held.ghost) {
      if (Math.hypot(dx, dy) < START) return
      const rect = held.card.getBoundingClientRect()
      held.ghost = held.card.cloneNode(true) as HTMLElement
      held.ghost.classList.add('ghost')
      held.ghost.removeAttribute('data-at')
      held.ghost.style.left = `${rect.left}px`
      held.ghost.style.top = `${rect.top}px`
      held.ghost.style.width = `${rect.width}px`
      held.ghost.style.height = `${rect.height}px`
      root.append(held.ghost)
      held.card.classList.add('lifted')
      root.classList.add('dragging')
      root.setPointerCapture(event.pointerId)
    }
    const ghost = held.ghost
    const out = gestures.mayDiscard() && isDiscard(-dy, lineY() - event.clientY)
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(() => {
      ghost.style.transform = `translate(${dx}px, ${dy}px)`
      ghost.classList.toggle('out', out)
      line.classList.toggle('over', out)
    })
  }

  const up = (event: PointerEvent): void => {
    if (!held || event.pointerId !== held.id) return
    const { column, row, ghost, card, x, y } = held
    held = null
    cancelAnimationFrame(frame)
    root.classList.remove('dragging')
    line.classList.remove('over')
    card.classList.remove('lifted')
    ghost?.remove()
    if (event.type === 'pointercancel') return
    if (!ghost) {
      if (Math.hypot(event.clientX - x, event.clientY - y) >= START) return
      if (twice(event, `${column}:${row}`)) gestures.doubleTap(column, row)
      else gestures.tap(column, row)
      return
    }
    if (isDiscard(y - event.clientY, lineY() - event.clientY)) {
      gestures.dropOut(column, row)
      return
    }
    const rects = [...hand.querySelectorAll('.column')].map((element) => element.getBoundingClientRect())
    const target = nearestColumn(event.clientX, rects.map((rect) => rect.left + rect.width / 2), rects[0]?.width ?? 50)
    if (target >= 0) gestures.dropInto(column, row, target)
  }

  root.addEventListener('pointerdown', down)
  root.addEventListener('pointermove', moveTo)
  root.addEventListener('pointerup', up)
  root.addEventListener('pointercancel', up)
  return () => {
    root.removeEventListener('pointerdown', down)
    root.removeEventListener('pointermove', moveTo)
    root.removeEventListener('pointerup', up)
    root.removeEventListener('pointercancel', up)
  }
}
