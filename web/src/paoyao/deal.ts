// Every card of a dealt hand of 跑腰 against the deck of the proof (docs/shuffle.md: rank is id // 4, suit is id % 4). Pure.

import type { Checked, Wrong } from '../fair/check'
import { shuffled } from '../net/shuffle'
import type { PaoyaoView, ShuffleProof } from '../protocol'
import { sign } from './cards'

const RANKS = ['A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K']
export const textOf = (id: number): string => `${'SHCD'[id % 4]}${RANKS[id >> 2]}`

/** Where the open frames differ from the deck, and the cards of the deck that were compared; a 腰 never turned up is not. */
export function compareDeal(deck: readonly string[], frames: readonly PaoyaoView[]): { wrong: Wrong[]; compared: string[] } | null {
  const first = frames.find((view) => view.opened.length > 0)
  const last = frames.at(-1)
  if (!first || !last || first.seats.some((seat) => seat.hidden)) return null
  const n = first.players
  const wrong: Wrong[] = []
  const see = (place: number, was: string): void => {
    const should = deck[place] ?? '?'
    if (should !== was) wrong.push({ place, should: sign(should), was: sign(was) })
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

/** A check of the shuffle, with the cards of a hand of 跑腰 looked at too. */
export function withDeal(checked: Checked, proof: ShuffleProof, frames: readonly PaoyaoView[]): Checked {
  if (checked.seed === 'form') return checked
  const deck = shuffled(proof).map(textOf)
  const found = compareDeal(deck, frames)
  if (!found) return checked
  const cards = found.wrong.length === 0
  return { ...checked, cards, wrong: found.wrong, deck: found.compared.map(sign), ok: checked.ok && cards }
}
