import { describe, expect, it } from 'vitest'
import { hmac, hex, sha256 } from '../src/net/sha256'
import { commitmentOf, shuffled, verify, type What } from '../src/net/shuffle'
import { backoff } from '../src/net/link'
import { take } from '../src/net/tables'
import type { Commitment, ShuffleProof, TableView, Update } from '../src/protocol'
import { tools } from '../src/i18n/tools'
import vectors from '../../src/erqishi/data/shuffle_vectors.json'

const utf8 = new TextEncoder()

describe('hashes', () => {
  it('SHA-256 of known texts', () => {
    expect(hex(sha256(utf8.encode('')))).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
    expect(hex(sha256(utf8.encode('abc')))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  })
  it('agrees with WebCrypto for every length around the block', async () => {
    for (let length = 0; length < 140; length++) {
      const message = Uint8Array.from({ length }, (_, i) => (i * 31 + length) % 256)
      expect(hex(sha256(message))).toBe(hex(new Uint8Array(await crypto.subtle.digest('SHA-256', message))))
    }
  })
  it('HMAC of a known pair', () => {
    expect(hex(hmac(utf8.encode('key'), utf8.encode('The quick brown fox jumps over the lazy dog')))).toBe(
      'f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8',
    )
  })
})

describe('the shuffle', () => {
  const proofs = vectors.vectors as unknown as (ShuffleProof & { name: string; deck: number[] })[]
  it('agrees with every shared vector', () => {
    expect(proofs.length).toBeGreaterThan(5)
    for (const proof of proofs) {
      expect(commitmentOf(proof), proof.name).toBe(proof.commitment)
      expect(shuffled(proof), proof.name).toEqual(proof.deck)
      expect(verify(proof, proof.deck, proof, { ...proof.nonces }), proof.name).toBe(null)
    }
  })
  interface Negative {
    name: string
    proof: ShuffleProof
    deck: number[]
    published: Commitment | null
    sent: Record<number, string> | null
    what: What
    index: number | null
  }
  const negative = vectors.negative as unknown as Negative[]
  it.each(negative)('refuses and says why: $name', ({ proof, deck, published, sent, what, index }) => {
    expect(verify(proof, deck, published, sent)).toEqual({ what, index })
  })
  it('says why in both languages for every fault of the vectors', () => {
    expect(negative.length).toBeGreaterThan(20)
    for (const { what } of negative) {
      expect(tools.zh[`fair.what.${what}`], what).toBeTruthy()
      expect(tools.en[`fair.what.${what}`], what).toBeTruthy()
    }
  })
})

describe('versions of a view', () => {
  const view = { table: 'a', v: 5, hash: 'x', hand: null, head: { phase: 'playing' } } as unknown as TableView
  const update = (prev: number, v: number, more = {}): Update => ({ t: 'update', table: 'a', prev, v, hash: 'y', now: 1, ...more }) as Update
  it('the next one is taken, and only its parts replace mine', () => {
    const taken = take(view, update(5, 6, { hand: { seat: 0 } }))
    if ('missing' in taken) throw new Error('expected to take it')
    expect([taken.took, taken.view.v, taken.view.hand, taken.view.head]).toEqual([true, 6, { seat: 0 }, view.head])
  })
  it('`hand: null` means that there is none now', () => {
    const taken = take({ ...view, hand: { seat: 0 } }, update(5, 6, { hand: null }))
    expect('view' in taken && taken.view.hand).toBe(null)
  })
  it('an old one is ignored, a gap is noticed', () => {
    expect(take(view, update(4, 5))).toEqual({ view, took: false })
    expect(take(view, update(6, 7))).toEqual({ missing: true })
  })
})

it('the wait before the next attempt doubles up to four seconds', () => {
  expect([0, 1, 2, 9].map((attempt) => backoff(attempt, 1))).toEqual([400, 800, 1600, 4000])
  expect(backoff(9, 0)).toBeGreaterThan(2000)
})
