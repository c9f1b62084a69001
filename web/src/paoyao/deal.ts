// Every card of a dealt hand of 跑腰 against the deck of the proof (docs/shuffle.md: rank is id // 4, suit is id % 4). Pure.

import { judged, type Checked, type Wrong } from '../fair/check'
import type { PaoyaoView } from '../protocol'
import { sign } from './cards'

/** Where the open frames differ from the deck, and the cards of the deck that were compared; a 腰 never turned up is not. */
export function compareDeal(deck: readonly string[], frames: readonly PaoyaoView[]): { wrong: Wrong[]; compared: string[] } | null {
  const first = frames.find((view) => view.opened.length > 0)
  const last = frames.at(-1)
  if (!first || !last || first.seats.some((seat) => seat.hidden)) return null
  const n = first.players
  const wrong: Wrong[] = []
  const see = (place: number, was: string): void => {
    const should = deck[place] ?? '?'
    if (should !== was) wrong.push({ place, should: drawn(should), was: drawn(was) })
  }
  for (let k = 0; k < n; k++) {
    // three rounds of one card, the dealer first; the order within a hand means nothing
    const places = [k, n + k, 2 * n + k]
    const hand = first.seats[(first.dealer + k) % n]?.hand ?? []
    const extra = hand.filter((card) => !places.some((place) => deck[place] === card))
    for (const place of places) if (!hand.includes(deck[place] ?? '?')) see(place, extra.shift() ?? '?')
  }
  first.opened.forEach((card, at) => see(3 * n + at, card))
  if (last.yao !== null) see(51, last.yao)
  return { wrong, compared: [...deck.slice(0, 3 * n + 4), ...(last.yao === null ? [] : deck.slice(51))] }
}

/** A card of a deck that may be none of 跑腰 at all. */
const drawn = (card: string): string => (/^[SHCD]/.test(card) ? sign(card) : card)

/** A check of the shuffle, with the cards of a hand of 跑腰 looked at too. */
export function withDeal(checked: Checked, frames: readonly PaoyaoView[]): Checked {
  const found = checked.seed === 'form' ? null : compareDeal(checked.deck, frames)
  const seen = checked.wrong.map(({ place, should, was }) => ({ place, should: drawn(should), was: drawn(was) }))
  if (!found) return { ...checked, wrong: seen }
  const told = new Set(found.wrong.map((one) => one.place))
  return judged({ ...checked, cards: found.wrong.length === 0, wrong: [...found.wrong, ...seen.filter((one) => !told.has(one.place))], deck: found.compared.map(drawn) })
}
