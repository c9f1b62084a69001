// Checking a deal step by step: the fingerprint of before, the secret, my cut, what I saw, every card. Pure; docs/shuffle.md is
// the construction.

import { parseCards } from '../cards'
import type { Kept } from '../net/kept'
import { commitmentOf, deckCards, malformed, unlike, type Fault } from '../net/shuffle'
import type { Replay, ShuffleProof } from '../protocol'
import { misplaced, type Unlike } from './live'

/** What was dealt and drawn, as the play shows it. */
export interface Course {
  dealer: number
  /** Cards dealt, by seat of the hand. */
  dealt: string[][]
  liang: string
  /** The wall, in the order drawn, then what was left. */
  wall: string[]
}

export type Wrong = Unlike

/** good: every step was taken and is right. unknown: nothing is wrong, but something could not be told. */
export type Verdict = 'good' | 'bad' | 'unknown'

/** true: right; false: wrong; null: it cannot be told, since this device knows nothing of it. */
export interface Checked {
  promise: boolean | null
  /** What of the proof is not what was announced, or is malformed. */
  fault: Fault | null
  /** `form`: the proof is malformed, and nothing more can be said. */
  seed: boolean | 'form'
  cut: boolean | null
  /** What this device saw while the hand was played: its own dealt cards, the 亮张, the cards turned up. */
  seen: boolean | null
  /** How many cards that were. */
  saw: number
  cards: boolean | null
  wrong: Wrong[]
  /** Cards of the deck that the course leaves out though the rules use all. */
  unused: number
  /** The deck in dealing order, as the proof gives it. */
  deck: string[]
  verdict: Verdict
}

/** All steps together. */
export function judged(checked: Omit<Checked, 'verdict'>): Checked {
  const steps = [checked.promise, checked.seed === true, checked.cut, checked.seen, checked.cards]
  return { ...checked, verdict: steps.includes(false) ? 'bad' : steps.includes(null) ? 'unknown' : 'good' }
}

/** At the end of a hand, before its whole course is there: `mine` when all that this device knows of it is right. */
export function atOnce({ verdict, promise, cut, seen }: Checked): 'bad' | 'mine' | 'unknown' {
  return verdict === 'bad' ? 'bad' : promise && cut && seen ? 'mine' : 'unknown'
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

/** Check a proof against what this device noted before and during the hand, and against the play as it is told afterwards. */
export function check(proof: ShuffleProof, kept: Kept | null, course: Course | null): Checked {
  const none = { promise: null, cut: null, seen: null, saw: 0, cards: null, wrong: [], unused: 0, deck: [] }
  const fault = malformed(proof)
  if (fault) return judged({ ...none, fault, seed: 'form' })
  const other = kept && unlike(proof, { scheme: kept.scheme, table: kept.table, hand: kept.hand, n: kept.n, commitment: kept.commitment })
  // an older client noted neither how many cards there are nor how they are shuffled: what it noted may still be wrong, not right
  const promise = other ? false : kept?.n === undefined || kept.scheme === undefined ? null : true
  const cut = kept && kept.nonce !== null ? proof.nonces[kept.seat ?? -1] === kept.nonce : null
  const deck = deckCards(proof)
  const live = kept?.live ?? null
  const unseen = live?.piles.flatMap((pile) => misplaced(deck, pile)) ?? []
  const short = Boolean(course && live?.wall != null && live.wall !== course.wall.length)
  // a single card that was seen is not yet a deal: without one's own hand the rest cannot be told
  const seen = unseen.length || short ? false : live?.piles.some((pile) => pile.cards.length > 1) ? true : null
  const told = course ? compare(deck, course) : []
  const unused = course ? leftOut(deck.length, course) : 0
  return judged({
    promise,
    fault: other,
    seed: commitmentOf(proof) === proof.commitment,
    cut,
    seen,
    saw: live?.piles.reduce((all, pile) => all + pile.cards.length, 0) ?? 0,
    cards: course ? told.length === 0 && unused === 0 : null,
    wrong: [...told, ...unseen.filter((one) => !told.some((two) => two.place === one.place))],
    unused,
    deck,
  })
}

/** Cards laid aside at a table of two, where it agreed on that. */
const ASIDE = 20

/** How many cards of the deck nobody got and the wall did not have. */
function leftOut(n: number, { dealt, wall }: Course): number {
  const left = n - dealt.reduce((all, cards) => all + cards.length, 0) - 1 - wall.length
  return dealt.length === 2 && left === ASIDE ? 0 : left
}

function compare(deck: readonly string[], { dealer, dealt, liang, wall }: Course): Wrong[] {
  const wrong: Wrong[] = []
  let at = 0
  for (let n = 0; n < dealt.length; n++) {
    const cards = dealt[(dealer + n) % dealt.length] ?? []
    wrong.push(...misplaced(deck, { at, cards }))
    at += cards.length
  }
  for (const card of [liang, ...wall]) wrong.push(...misplaced(deck, { at: at++, cards: [card] }))
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
