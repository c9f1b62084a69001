// Check a deal: does the seed fit the promise, is my cut in it, does the deck follow (docs/shuffle.md).

import { NAMES, WANG } from '../cards'
import type { Commitment, ShuffleProof } from '../protocol'
import { hex, hmac, sha256, unhex } from './sha256'

/** The one construction that is known here. */
export const SCHEME = 'erqishi-shuffle-1'
const MOST_TEXT = 64
const MOST_NONCES = 16
const MOST_HANDS = 2 ** 32
const MOST_CARDS = 256

export type What = 'scheme' | 'server_seed' | 'commitment' | 'nonce' | 'table' | 'hand' | 'n' | 'card' | 'deck'
/** The first thing that is wrong with a proof; index: the seat of a nonce, the place of a card, otherwise null. */
export interface Fault {
  what: What
  index: number | null
}
const fault = (what: What, index: number | null = null): Fault => ({ what, index })

const utf8 = new TextEncoder()
const uint = (value: number, size: number): number[] =>
  Array.from({ length: size }, (_, i) => Math.floor(value / 256 ** (size - 1 - i)) % 256)
const text = (value: string): number[] => {
  const raw = utf8.encode(value)
  return [...uint(raw.length, 2), ...raw]
}

export const commitmentOf = (proof: ShuffleProof): string => hex(sha256(unhex(proof.server_seed)))

/** The deck of ids that follows from a proof. */
export function shuffled(proof: ShuffleProof): number[] {
  const message = Uint8Array.from([
    ...text(SCHEME),
    ...uint(proof.nonces.length, 2),
    ...proof.nonces.flatMap(text),
    ...text(proof.table),
    ...uint(proof.hand, 4),
    ...uint(proof.n, 2),
  ])
  const seed = hmac(unhex(proof.server_seed), message)
  let block: Uint8Array = new Uint8Array(0)
  let used = 0
  let counter = 0
  const deck = Array.from({ length: proof.n }, (_, i) => i)
  for (let i = proof.n - 1; i > 0; i--) {
    let byte: number
    do {
      if (used === block.length) {
        block = hmac(seed, Uint8Array.from(uint(counter++, 4)))
        used = 0
      }
      byte = block[used++] as number
    } while (byte >= 256 - (256 % (i + 1)))
    const j = byte % (i + 1)
    ;[deck[i], deck[j]] = [deck[j] as number, deck[i] as number]
  }
  return deck
}

const isHex = (value: unknown, least: number, most: number): boolean =>
  typeof value === 'string' && /^(?:[0-9a-f]{2})+$/.test(value) && value.length >= 2 * least && value.length <= 2 * most
/** Whole characters only: half of one would be hashed as another. */
const isText = (value: unknown): boolean => typeof value === 'string' && !/[\ud800-\udfff]/u.test(value) && utf8.encode(value).length <= MOST_TEXT
const isNumber = (value: unknown, least: number, most: number): boolean => Number.isInteger(value) && (value as number) >= least && (value as number) <= most
const schemeOf = (one: { scheme?: string }): string => one.scheme ?? SCHEME

/** What is malformed in a proof, whatever it is held against; null: nothing. Only a proof without a fault can be shuffled. */
export function malformed(proof: ShuffleProof): Fault | null {
  if (schemeOf(proof) !== SCHEME) return fault('scheme')
  if (!isHex(proof.server_seed, 16, 64)) return fault('server_seed')
  if (!isHex(proof.commitment, 32, 32)) return fault('commitment')
  if (!isText(proof.table)) return fault('table')
  if (!isNumber(proof.hand, 0, MOST_HANDS - 1)) return fault('hand')
  if (!isNumber(proof.n, 1, MOST_CARDS)) return fault('n')
  if (!Array.isArray(proof.nonces) || proof.nonces.length > MOST_NONCES) return fault('nonce')
  const seat = proof.nonces.findIndex((nonce) => !isText(nonce))
  return seat < 0 ? null : fault('nonce', seat)
}

/** Where a proof is not what was announced before the cuts; what was not noted then (undefined) is not compared. */
export function unlike(proof: ShuffleProof, published: Partial<Commitment>): Fault | null {
  if (published.scheme !== undefined && published.scheme !== schemeOf(proof)) return fault('scheme')
  for (const what of ['table', 'hand', 'n', 'commitment'] as const) if (published[what] !== undefined && published[what] !== proof[what]) return fault(what)
  return null
}

/** The first fault of a proof and a deck of ids, found in the order of `erqishi.shuffle.verify`; null: all is well. */
export function verify(proof: ShuffleProof, deck: readonly number[], published: Partial<Commitment> | null = null, sent: Record<number, string> | null = null): Fault | null {
  const found = malformed(proof) ?? (published && unlike(proof, published))
  if (found) return found
  if (commitmentOf(proof) !== proof.commitment) return fault('commitment')
  for (const [seat, nonce] of Object.entries(sent ?? {})) if (proof.nonces[Number(seat)] !== nonce) return fault('nonce', Number(seat))
  const should = shuffled(proof)
  const place = should.findIndex((id, at) => at < deck.length && deck[at] !== id)
  if (place >= 0) return fault('card', place)
  return should.length === deck.length ? null : fault('deck')
}

const RANKS = ['A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K']
/** A card of 跑腰 as the protocol writes it. */
export const pokerCard = (id: number): string => `${'SHCD'[id % 4]}${RANKS[id >> 2]}`
const ZIPAI = [...NAMES, WANG]

/** Names of the cards in dealing order. Fifty-two are the cards of 跑腰; of the others an id's kind is id // 4. */
export const deckCards = (proof: ShuffleProof): string[] => shuffled(proof).map((id) => (proof.n === 52 ? pokerCard(id) : (ZIPAI[id >> 2] ?? '?')))
