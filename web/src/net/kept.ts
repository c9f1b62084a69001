// What this device noted of a hand as it came: the fingerprint that was shown before it, its own cut, the cards that it was
// dealt and saw. It stays on the device, so that a deal can be checked after a reload and days later, and against something
// that the server cannot tell otherwise afterwards.

import type { Commitment } from '../protocol'
import { SCHEME } from './shuffle'

/** Cards that were seen, and the places of the deck where they must lie: at, at + step … (step 1 if none); their order means nothing. */
export interface Pile {
  at: number
  step?: number
  cards: string[]
}

/** What was seen while the hand was played. */
export interface Live {
  /** My dealt hand, then single cards: the 亮张, each card of the wall that was turned up. Two piles at one place contradict each other. */
  piles: Pile[]
  /** Place of the first card of the wall, and the cards of the whole wall; null where there is none. */
  base: number | null
  wall: number | null
}

export interface Kept {
  table: string
  hand: number
  commitment: string
  /** My cut; null while I have made none. */
  nonce: string | null
  /** Seat of the table that cut, not of the hand. */
  seat: number | null
  /** What follows was not noted by older clients. id: name of the hand; n, scheme: as announced. */
  id?: string
  n?: number
  scheme?: string
  live?: Live
}

const KEY = 'erqishi.cuts'
const MOST = 200
/** What is stored, as it was read or written last. */
let text: string | null = null
let list: Kept[] = []

/** The notes now: another window of mine notes too, and what it wrote must not be lost with my next note. */
function notes(): Kept[] {
  try {
    const now = localStorage.getItem(KEY)
    if (now !== text) [text, list] = [now, read(now)]
  } catch {
    // nothing is kept here: notes last as long as the page, and then a check says that it cannot tell
  }
  return list
}

function read(stored: string | null): Kept[] {
  try {
    const kept = JSON.parse(stored ?? '[]') as unknown
    return Array.isArray(kept) ? (kept as Kept[]).filter((one) => typeof one?.table === 'string' && typeof one.commitment === 'string') : []
  } catch {
    return []
  }
}

function save(): void {
  try {
    const now = JSON.stringify(list)
    localStorage.setItem(KEY, now)
    text = now
  } catch {
    // it lasts as long as the page
  }
}

/**
 * What was noted of a hand. id: its name, which tells it from any other of the same number that the server may show later; null for a
 * record from elsewhere. Notes of older clients have no id and are found by table and number.
 */
export function recall(id: string | null, table: string, hand: number): Kept | null {
  const same = (one: Kept): boolean => one.table === table && one.hand === hand
  if (!id) return [...notes()].reverse().find(same) ?? null
  return notes().find((one) => one.id === id) ?? notes().find((one) => one.id === undefined && same(one)) ?? null
}

/** The first fingerprint that is shown for a hand is the one that counts. table: the table that I am at. */
export function promised(id: string, table: string, { hand, commitment, n, scheme }: Commitment): void {
  if (recall(id, table, hand)) return
  list = [...list.slice(1 - MOST), { table, hand, commitment, nonce: null, seat: null, id, n, scheme: scheme ?? SCHEME }]
  save()
}

/** My cut was taken. */
export function cutTaken(id: string, table: string, hand: number, nonce: string, seat: number): void {
  const kept = recall(id, table, hand)
  if (!kept || kept.nonce !== null) return
  kept.nonce = nonce
  kept.seat = seat
  save()
}

/** What is seen of a hand now, if its fingerprint was noted before it. */
export function witnessed(id: string, look: (before: Live | null) => Live | null): void {
  const kept = notes().find((one) => one.id === id)
  if (!kept) return
  const live = look(kept.live ?? null)
  if (!live || live === kept.live) return
  kept.live = live
  save()
}

/** A cut as text: where the deck was parted, then letters that nobody can foresee. */
export const nonceOf = (at: number, chance: string): string => `${at}/${chance}`
export const placeOf = (nonce: string): number | null => {
  const at = /^(\d{1,3})\//.exec(nonce)?.[1]
  return at === undefined ? null : Number(at)
}
