// Checking a deal step by step: the fingerprint of before, the secret, my cut, every card. Pure; docs/shuffle.md is the construction.

import { countCards, parseCards, without } from '../cards'
import type { Replay, ShuffleProof } from '../protocol'
import type { Kept } from '../net/kept'
import { commitmentOf, deckCards } from '../net/shuffle'

/** What was dealt and drawn, as the play shows it. */
export interface Course {
  dealer: number
  /** Cards dealt, by seat of the hand. */
  dealt: string[][]
  liang: string
  /** The wall, in the order drawn, then what was left. */
  wall: string[]
}

export interface Wrong {
  /** Place in the deck, from 0. */
  place: number
  should: string
  was: string
}

export interface Checked {
  /** null: cannot be told, since this device knows nothing of it. */
  promise: boolean | null
  seed: boolean | 'form'
  cut: boolean | null
  cards: boolean | null
  wrong: Wrong[]
  /** The deck in dealing order, as the proof gives it. */
  deck: string[]
  ok: boolean
}

/** The course of a finished hand from its open replay; null when it is not told whole. */
export function courseOf(replay: Replay): Course | null {
  const first = replay.frames[0]
  const started = first?.events.find((event) => event.event === 'hand_started')
  const revealed = replay.frames.at(-1)?.view.revealed
  const open = replay.open_hands?.[0]
  if (!first || started?.event !== 'hand_started' || !revealed || !open) return null
  const dealt = open.map((cards, seat) => [...parseCards(cards), ...(first.view.seats?.[seat]?.melds ?? []).flatMap((meld) => parseCards(meld.cards))])
  const wall: string[] = []
  let hidden: number | null = null // the seat whose draw goes straight into a 提 or 偎, which follows
  for (const event of replay.frames.flatMap((frame) => frame.events)) {
    if (event.event === 'turned_up') wall.push(event.card)
    else if (event.event === 'drew_hidden') hidden = event.seat
    else if (hidden !== null && (event.event === 'ti' || event.event === 'wei' || event.event === 'chou_wei') && event.seat === hidden) {
      wall.push(event.card ?? parseCards(revealed.melds[hidden]?.[event.at] ?? '')[0] ?? '?')
      hidden = null
    }
  }
  return { dealer: started.dealer, dealt, liang: started.liang, wall: [...wall, ...parseCards(revealed.wall)] }
}

/** Check a proof against what this device noted before the hand and against the play. */
export function check(proof: ShuffleProof, kept: Kept | null, course: Course | null): Checked {
  const form = /^([0-9a-f]{2}){16,64}$/.test(proof.server_seed)
  const seed = form ? commitmentOf(proof) === proof.commitment : 'form'
  const promise = kept ? kept.commitment === proof.commitment && kept.table === proof.table && kept.hand === proof.hand : null
  const cut = kept && kept.nonce !== null ? proof.nonces[kept.seat ?? -1] === kept.nonce : null
  const deck = form ? deckCards(proof) : []
  const wrong = course && form ? compare(deck, course) : []
  const cards = course && form ? wrong.length === 0 : null
  return { promise, seed, cut, cards, wrong, deck, ok: promise !== false && seed === true && cut !== false && cards !== false }
}

function compare(deck: readonly string[], { dealer, dealt, liang, wall }: Course): Wrong[] {
  const wrong: Wrong[] = []
  let at = 0
  for (let n = 0; n < dealt.length; n++) {
    // the order within a dealt hand means nothing
    const was = dealt[(dealer + n) % dealt.length] ?? []
    const should = deck.slice(at, at + was.length)
    let extra = without(was, should)
    let spare = countCards(was)
    should.forEach((card, k) => {
      const left = spare.get(card) ?? 0
      if (left > 0) spare = spare.set(card, left - 1)
      else {
        wrong.push({ place: at + k, should: card, was: extra[0] ?? '?' })
        extra = extra.slice(1)
      }
    })
    at += was.length
  }
  for (const card of [liang, ...wall]) {
    if (deck[at] !== card) wrong.push({ place: at, should: deck[at] ?? '?', was: card })
    at++
  }
  return wrong
}

/** The same course with two unlike cards exchanged: one of the first hand and one of the wall. */
export function exchanged(course: Course): { course: Course; a: string; b: string } | null {
  const hand = course.dealt[course.dealer] ?? []
  for (const [k, a] of hand.entries()) {
    const at = course.wall.findIndex((card) => card !== a)
    const b = course.wall[at]
    if (b === undefined) continue
    const dealt = course.dealt.map((cards, seat) => (seat === course.dealer ? cards.map((card, n) => (n === k ? b : card)) : cards))
    return { course: { ...course, dealt, wall: course.wall.map((card, n) => (n === at ? a : card)) }, a, b }
  }
  return null
}
