// Check a deal: does the seed fit the promise, is my cut in it, does the deck follow (docs/shuffle.md).

import { NAMES } from '../cards'
import type { Commitment, ShuffleProof } from '../protocol'
import { hex, hmac, sha256, unhex } from './sha256'

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
    ...text('erqishi-shuffle-1'),
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

/** Names of the cards in dealing order; an id's kind is id // 4. */
export const deckCards = (proof: ShuffleProof): string[] => shuffled(proof).map((id) => NAMES[Math.floor(id / 4)] ?? '?')

export interface Remembered {
  commitment: Commitment | null
  nonce: string | null
  seat: number | null
  /** Cards of the wall that were left, in drawing order: the deck must end in them. */
  wall: string[] | null
}

/** Whether a proof fits what this client remembers of the hand. */
export function honest(proof: ShuffleProof, remembered: Remembered): boolean {
  if (commitmentOf(proof) !== proof.commitment) return false
  const promised = remembered.commitment
  if (promised && (promised.commitment !== proof.commitment || promised.table !== proof.table || promised.hand !== proof.hand)) return false
  if (remembered.nonce !== null && remembered.seat !== null && proof.nonces[remembered.seat] !== remembered.nonce) return false
  if (remembered.wall) {
    const deck = deckCards(proof)
    if (remembered.wall.length && !`|${deck.join('|')}|`.includes(`|${remembered.wall.join('|')}|`)) return false
  }
  return true
}
