// The hand in columns: how a player holds the cards. Pure; knows patterns to look for, decides nothing about rules.
//
// Left to right: four of a kind, three of a kind, sentences with 息, sentences without, loose threes, pairs, two that
// may grow together, the rest. In a column small characters stand above large ones, lower numbers above higher ones,
// the odd card above its pair.

import { byKind, countCards, isSmall, kindOf, rankOf, WANG, without } from '../cards'

export interface Column {
  cards: string[]
  /** Arranged by the player: sorting leaves it alone. */
  pinned: boolean
}

export const MAX_COLUMNS = 7
const TALL = 4

type Group = { cards: string[]; worth: number; rank: number }

// What a group is worth when the search decides how to hold the cards, and its place from the left.
const QUAD = 0
const TRIPLE = 1
const WITH_HUXI = 2
const SENTENCE = 3
const MIXED = 4
const PAIR = 5
const PARTIAL = 6
const SINGLE = 7
const WORTH = [0, 0, 100, 70, 62, 32, 0, 0]

/** How far two cards are from making something together: the smaller, the better they stand side by side. */
export function distance(a: string, b: string): number {
  if (a === b) return 0
  const [ra, rb] = [rankOf(a), rankOf(b)]
  if (isSmall(a) !== isSmall(b)) return ra === rb ? 1 : 10
  if ([2, 7, 10].includes(ra) && [2, 7, 10].includes(rb)) return 1
  return Math.abs(ra - rb)
}

/** The cards of one column in the order they are held. */
export function inColumn(cards: readonly string[]): string[] {
  const counts = countCards(cards)
  const sorted = [...cards].sort(byKind)
  if (cards.length === 3 && counts.size === 2) {
    // the odd card above its pair
    return sorted.sort((a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0) || byKind(a, b))
  }
  return sorted
}

/** Arrange a hand; pinned columns are kept as far as the hand still holds their cards. */
export function arrange(hand: readonly string[], columns: readonly Column[] = [], max = MAX_COLUMNS): Column[] {
  let free = [...hand]
  const kept: Column[] = []
  for (const column of columns) {
    if (!column.pinned) continue
    const still: string[] = []
    for (const card of column.cards) {
      if (free.includes(card)) {
        still.push(card)
        free = without(free, [card])
      }
    }
    if (still.length) kept.push({ cards: still, pinned: true })
  }
  const groups: Group[] = []
  for (const [card, count] of [...countCards(free)].sort((a, b) => byKind(a[0], b[0]))) {
    if (count >= 3 || card === WANG) {
      groups.push({ cards: Array<string>(count).fill(card), worth: 0, rank: count === 4 ? QUAD : TRIPLE })
      free = free.filter((other) => other !== card)
    }
  }
  groups.push(...bestGroups(free))
  groups.sort((a, b) => a.rank - b.rank || byKind(a.cards[0] ?? '', b.cards[0] ?? ''))
  const arranged = squeeze(groups, Math.max(1, max - kept.length))
  return [...kept, ...arranged.map((cards) => ({ cards: inColumn(cards), pinned: false }))]
}

/** The hand has changed without being sorted: cards leave their columns, new ones join the nearest. */
export function follow(columns: readonly Column[], hand: readonly string[], max = MAX_COLUMNS): Column[] {
  let free = [...hand]
  const kept: Column[] = []
  for (const column of columns) {
    const still: string[] = []
    for (const card of column.cards) {
      if (free.includes(card)) {
        still.push(card)
        free = without(free, [card])
      }
    }
    if (still.length) kept.push({ cards: still, pinned: column.pinned })
  }
  if (free.length > 3) return arrange(hand, columns, max)
  for (const card of free) join(kept, card, max)
  return kept
}

/** Move one card to the column at `to` (or to a new one at the end); both columns are the player's own now. */
export function move(columns: readonly Column[], from: number, row: number, to: number, max = MAX_COLUMNS): Column[] {
  const card = columns[from]?.cards[row]
  if (card === undefined || from === to) return [...columns]
  const next = columns.map((column) => ({ cards: [...column.cards], pinned: column.pinned }))
  const target = next[to]
  if (target && target.cards.length >= TALL) return [...columns]
  if (!target && next.filter((column) => column.cards.length).length >= max && (next[from]?.cards.length ?? 0) > 1) return [...columns]
  next[from]?.cards.splice(row, 1)
  if (target) {
    target.cards = inColumn([...target.cards, card])
    target.pinned = true
  } else {
    next.push({ cards: [card], pinned: true })
  }
  return next.filter((column) => column.cards.length)
}

function join(columns: Column[], card: string, max: number): void {
  const room = columns.filter((column) => !column.pinned && (column.cards.length < 3 || column.cards.every((c) => c === card)))
  const near = (column: Column): number => Math.min(...column.cards.map((other) => distance(other, card)))
  const best = room.sort((a, b) => near(a) - near(b))[0]
  if (best && (near(best) <= 2 || columns.length >= max)) best.cards = inColumn([...best.cards, card])
  else if (columns.length < max) columns.push({ cards: [card], pinned: false })
  else {
    const any = [...columns].sort((a, b) => a.cards.length - b.cards.length)[0]
    if (any) any.cards = inColumn([...any.cards, card])
  }
}

// --- the search: the lowest card left belongs to one of a few groups; what remains is solved and remembered ---

const TRIPLES: { kinds: [number, number, number]; rank: number }[] = []
for (const base of [0, 10]) {
  for (let k = 0; k < 8; k++) TRIPLES.push({ kinds: [base + k, base + k + 1, base + k + 2], rank: k === 0 ? WITH_HUXI : SENTENCE })
  TRIPLES.push({ kinds: [base + 1, base + 6, base + 9], rank: WITH_HUXI })
}
for (let k = 0; k < 10; k++) {
  TRIPLES.push({ kinds: [k, k, k + 10], rank: MIXED })
  TRIPLES.push({ kinds: [k, k + 10, k + 10], rank: MIXED })
}
const BY_LOWEST = Array.from({ length: 20 }, (_, kind) => TRIPLES.filter((triple) => triple.kinds[0] === kind))
const ALL = [...'一二三四五六七八九十壹贰叁肆伍陆柒捌玖拾']

function bestGroups(cards: readonly string[]): Group[] {
  const counts = Array<number>(20).fill(0)
  for (const card of cards) counts[kindOf(card)] = (counts[kindOf(card)] ?? 0) + 1
  const known = new Map<string, Group[]>()
  const worth = (groups: readonly Group[]): number => groups.reduce((sum, group) => sum + group.worth, 0)

  const solve = (lowest: number): Group[] => {
    while (lowest < 20 && !counts[lowest]) lowest++
    if (lowest === 20) return []
    const key = counts.join('')
    const found = known.get(key)
    if (found) return found
    let best: Group[] = []
    let top = -1
    const attempt = (kinds: readonly number[], rank: number, extra: number): void => {
      for (const kind of kinds) counts[kind] = (counts[kind] ?? 0) - 1
      if (kinds.every((kind) => (counts[kind] ?? 0) >= 0)) {
        const rest = solve(lowest)
        const value = (WORTH[rank] ?? 0) + extra
        if (value + worth(rest) > top) {
          top = value + worth(rest)
          best = [{ cards: kinds.map((kind) => ALL[kind] ?? '?'), worth: value, rank }, ...rest]
        }
      }
      for (const kind of kinds) counts[kind] = (counts[kind] ?? 0) + 1
    }
    for (const triple of BY_LOWEST[lowest] ?? []) attempt(triple.kinds, triple.rank, 0)
    attempt([lowest, lowest], PAIR, 0)
    for (let other = lowest + 1; other < 20; other++) {
      const far = counts[other] ? distance(ALL[lowest] ?? '?', ALL[other] ?? '?') : 10
      if (far <= 2) attempt([lowest, other], PARTIAL, 14 - 3 * far)
    }
    attempt([lowest], SINGLE, 0)
    known.set(key, best)
    return best
  }
  return solve(0)
}

/** Put groups into at most `max` columns: loose cards first join what is nearest to them. */
function squeeze(groups: Group[], max: number): string[][] {
  const columns = groups.map((group) => ({ cards: group.cards, rank: group.rank }))
  while (columns.length > max) {
    let best = { cost: Infinity, from: -1, into: -1 }
    for (let from = 0; from < columns.length; from++) {
      for (let into = 0; into < columns.length; into++) {
        const [a, b] = [columns[from], columns[into]]
        if (!a || !b || from === into || a.rank < PAIR || a.cards.length + b.cards.length > TALL) continue
        if (b.rank < PAIR && a.cards.length + b.cards.length > 3 && columns.length <= max + 1 && a.rank < SINGLE) continue
        const apart = Math.min(...a.cards.flatMap((one) => b.cards.map((other) => distance(one, other))))
        const tall = a.cards.length + b.cards.length > 3 ? 12 : 0
        const cost = apart + tall + (b.rank < PAIR ? 20 : 0) + (a.rank === PAIR ? 4 : 0)
        if (cost < best.cost) best = { cost, from, into }
      }
    }
    // rather than four in a column, two that only might grow together are parted and fill the gaps
    const loose = columns.findIndex((column) => column.rank === PARTIAL && column.cards.length === 2)
    const parted = best.cost >= 12 && loose >= 0 ? columns.splice(loose, 1)[0] : undefined
    if (parted) {
      columns.push(...parted.cards.map((card) => ({ cards: [card], rank: SINGLE })))
      continue
    }
    const [a, b] = [columns[best.from], columns[best.into]]
    if (!a || !b) break
    b.cards = [...b.cards, ...a.cards]
    b.rank = Math.max(b.rank, PARTIAL)
    columns.splice(best.from, 1)
  }
  return columns.map((column) => column.cards)
}
