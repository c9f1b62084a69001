// What moved: the difference of two states, as flights from place to place. No script comes from the server.
//
// A place is a text such as `hand:0:五:1`, `discards:2:4`, `melds:1:0:2`, `play`; `seat:1` and `wall` are where cards
// come from that were not to be seen before.

import { countCards } from '../cards'
import { handOf } from './mutate'
import type { TableState } from './state'

export interface Flight {
  card: string
  from: string
  to: string
}

type Places = Map<string, string>

/** Every visible card by its place. */
export function placesOf(state: TableState): Places {
  const places: Places = new Map()
  const { view } = state
  if (!view) return places
  for (const [card, count] of countCards(handOf(state))) {
    for (let n = 0; n < count; n++) places.set(`hand:${state.bottom}:${card}:${n}`, card)
  }
  for (const [seat, shown] of (view.seats ?? []).entries()) {
    const discards = shownDiscards(state, seat)
    for (const [n, card] of discards.entries()) places.set(`discards:${seat}:${n}`, card)
    for (const [n, card] of (shown.unclaimed ?? []).entries()) places.set(`unclaimed:${seat}:${n}`, card)
    for (const [at, meld] of (shown.melds ?? []).entries()) {
      for (const [n, card] of [...meld.cards].entries()) places.set(`melds:${seat}:${at}:${n}`, card)
    }
  }
  if (view.in_play && view.in_play.origin !== 'own_meld') places.set('play', view.in_play.card)
  return places
}

/** Own discards without the one that is still in play: it lies in the middle until it is settled. */
export function shownDiscards(state: TableState, seat: number): string[] {
  const { view } = state
  const discards = view?.seats?.[seat]?.discards ?? []
  const inPlay = view?.in_play?.origin === 'discard' && view.in_play.owner === seat
  return inPlay ? discards.slice(0, -1) : discards
}

/** The flights that lead from one state to the next. */
export function difference(before: TableState, after: TableState): Flight[] {
  if (!before.view || !after.view || before.bottom !== after.bottom) return []
  const [old, now] = [placesOf(before), placesOf(after)]
  const gone = [...old].filter(([place, card]) => now.get(place) !== card)
  const flights: Flight[] = []
  for (const [to, card] of now) {
    if (old.get(to) === card) continue
    const at = gone.findIndex(([place, other]) => other === card && mayFly(place, to))
    if (at >= 0) {
      flights.push({ card, from: gone[at]?.[0] ?? '', to })
      gone.splice(at, 1)
    } else {
      flights.push({ card, from: origin(after, to), to })
    }
  }
  return flights
}

/** Cards do not jump between places that have nothing to do with each other. */
function mayFly(from: string, to: string): boolean {
  const [a = '', seatA] = from.split(':')
  const [b = '', seatB] = to.split(':')
  if (a === 'play') return b !== 'play'
  if (a === 'hand') return seatA === seatB ? b !== 'hand' : b === 'play'
  if (a === 'melds') return b === 'melds' && seatA === seatB
  return false
}

/** Where a card comes from that could not be seen before. */
function origin(after: TableState, to: string): string {
  const [kind = '', seat = '0'] = to.split(':')
  if (kind === 'play') return after.view?.in_play?.origin === 'discard' ? `seat:${after.view.in_play.owner}` : 'wall'
  return kind === 'hand' ? 'wall' : `seat:${seat}`
}

const DURATION = 240

/** Fly the elements that the render has just placed, from where their cards were before. */
export function fly(root: HTMLElement, flights: Flight[], rects: Map<string, DOMRect>): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches || document.hidden) return
  const fromHand = new Set(flights.map((flight) => flight.to))
  const routes = [...flights]
  for (const place of rects.keys()) {
    // cards of the hand that only changed columns
    if (place.startsWith('hand:') && !fromHand.has(place)) routes.push({ card: '', from: place, to: place })
  }
  for (const { from, to } of routes) {
    const start = rects.get(from)
    const element = root.querySelector<HTMLElement>(`[data-at="${to}"]`)
    if (!start || !element) continue
    const end = element.getBoundingClientRect()
    const [dx, dy] = [start.left + start.width / 2 - end.left - end.width / 2, start.top + start.height / 2 - end.top - end.height / 2]
    if (Math.abs(dx) + Math.abs(dy) < 2 || !end.width) continue
    const scale = from === to ? 1 : Math.max(0.3, Math.min(2.2, start.width / end.width))
    element.animate(
      [{ transform: `translate(${dx}px, ${dy}px) scale(${scale})`, zIndex: 5 }, { transform: 'none', zIndex: 5 }],
      { duration: DURATION, easing: 'cubic-bezier(.2,.7,.3,1)' },
    )
  }
}

/** Where everything is now, by place. */
export function measure(root: HTMLElement): Map<string, DOMRect> {
  const rects = new Map<string, DOMRect>()
  for (const element of root.querySelectorAll<HTMLElement>('[data-at]')) {
    rects.set(element.dataset['at'] ?? '', element.getBoundingClientRect())
  }
  return rects
}
