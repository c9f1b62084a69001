// What is seen of a deal while it is played, as places of the deck: what a proof that comes afterwards must agree with. Pure.

import { countCards, parseCards, without } from '../cards'
import type { Live, Pile } from '../net/kept'
import type { GameEvent, PaoyaoView, TableView, View } from '../protocol'

const NOTHING: Live = { piles: [], base: null, wall: null }

/** What was noted, and what a view and the events that led to it add; the same object when that is nothing. */
export function seen(view: TableView, events: readonly GameEvent[], before: Live | null): Live | null {
  if (view.hand) return ofZipai(view.hand, events, before)
  return view.paoyao ? ofPaoyao(view.paoyao, before) : before
}

function added(before: Live, piles: readonly Pile[], more: Partial<Live> = {}): Live {
  const known = new Set(before.piles.map((pile) => JSON.stringify(pile)))
  const fresh = piles.filter((pile) => !known.has(JSON.stringify(pile)))
  return fresh.length || Object.keys(more).length ? { ...before, ...more, piles: [...before.piles, ...fresh] } : before
}

function ofZipai(view: View, events: readonly GameEvent[], before: Live | null): Live | null {
  let live = before
  for (const event of events) {
    // a second deal of the same hand is noted too: what contradicts the first is found
    if (event.event === 'hand_started') {
      const base = event.seats * event.cards + 1
      live = added(live ?? NOTHING, [{ at: base - 1, cards: [view.liang ?? event.liang] }], live ? {} : { base, wall: event.wall })
    } else if (event.event === 'dealt' && event.seat === view.seat && live?.base) {
      const seats = view.seats?.length ?? 0
      const dealt = parseCards(event.cards)
      const place = (event.seat - (view.dealer ?? 0) + seats) % seats
      live = added(live, [{ at: place * dealt.length, cards: shown(view, dealt).sort() }])
    }
  }
  if (!live?.base || live.wall === null) return live
  const end = live.base + live.wall
  const left = parseCards(view.revealed?.wall ?? '')
  return added(live, [...drawn(view, events, end), ...left.map((card, n) => ({ at: end - left.length + n, cards: [card] }))])
}

/** My hand as it is shown, which is what was dealt; a server that shows other cards than it tells is held to those. */
function shown(view: View, dealt: string[]): string[] {
  const cards = [...parseCards(view.hand ?? ''), ...(view.seats?.[view.seat ?? -1]?.melds ?? []).flatMap((meld) => parseCards(meld.cards))]
  return without(dealt, cards).length === 0 ? dealt : cards.slice(0, dealt.length)
}

/** The cards of the wall that came in these events, by place. end: the place after its last card. */
function drawn(view: View, events: readonly GameEvent[], end: number): Pile[] {
  const draws = events.filter((event) => event.event === 'turned_up' || event.event === 'drew_hidden')
  const first = end - (view.wall ?? 0) - draws.length
  return draws.flatMap((event, n) => (event.event === 'turned_up' ? [{ at: first + n, cards: [event.card] }] : []))
}

function ofPaoyao(view: PaoyaoView, before: Live | null): Live | null {
  const { players, dealer, seat, dealt, opened, yao } = view
  const piles: Pile[] = opened.map((card, n) => ({ at: 3 * players + n, cards: [card] }))
  if (seat !== null && dealt.length) piles.unshift({ at: (seat - dealer + players) % players, step: players, cards: [...dealt].sort() })
  if (yao !== null) piles.push({ at: 51, cards: [yao] })
  return piles.length ? added(before ?? NOTHING, piles) : before
}

export interface Unlike {
  /** Place in the deck, from 0. */
  place: number
  should: string
  was: string
}

/** Cards of a pile that the deck does not have at its places. */
export function misplaced(deck: readonly string[], { at, step = 1, cards }: Pile): Unlike[] {
  const places = cards.map((_, n) => at + n * step)
  const should = places.map((place) => deck[place] ?? '?')
  const extra = without(cards, should)
  const spare = countCards(cards)
  const wrong: Unlike[] = []
  places.forEach((place, n) => {
    const card = should[n] ?? '?'
    const left = spare.get(card) ?? 0
    if (left > 0) spare.set(card, left - 1)
    else wrong.push({ place, should: card, was: extra.shift() ?? '?' })
  })
  return wrong
}
