import { describe, expect, it } from 'vitest'
import { atOnce, check, courseOf, exchanged, type Course } from '../src/fair/check'
import { misplaced } from '../src/fair/live'
import { nonceOf, placeOf, type Kept } from '../src/net/kept'
import { commitmentOf, deckCards } from '../src/net/shuffle'
import type { Replay, ShuffleProof } from '../src/protocol'
import vectors from '../../src/erqishi/data/shuffle_vectors.json'

const proofs = vectors.vectors as unknown as ShuffleProof[]
const proof = proofs.find((one) => one.n === 80 && one.nonces.length === 3) as ShuffleProof
const deck = deckCards(proof)
const courseFrom = (cards: string[]): Course => ({ dealer: 1, dealt: [cards.slice(40, 60).sort(), cards.slice(0, 20).reverse(), cards.slice(20, 40)], liang: cards[60] ?? '', wall: cards.slice(61) })
const played = courseFrom(deck)
/** What the device of seat 1, the dealer, noted: its hand, the 亮张, two cards of the wall. */
const noteFrom = (cards: string[]): Kept['live'] => ({
  piles: [{ at: 0, cards: cards.slice(0, 20).sort() }, { at: 60, cards: [cards[60] ?? ''] }, { at: 61, cards: [cards[61] ?? ''] }, { at: 63, cards: [cards[63] ?? ''] }],
  base: 61,
  wall: 19,
})
const kept: Kept = {
  ...{ id: 'x-0', table: proof.table, hand: proof.hand, n: 80, scheme: 'erqishi-shuffle-1' },
  ...{ commitment: proof.commitment, nonce: proof.nonces[1] ?? null, seat: 1, live: noteFrom(deck) },
}

describe('checking a deal', () => {
  it('an honest one passes every step; the order within a dealt hand means nothing', () => {
    expect(check(proof, kept, played)).toMatchObject({ promise: true, seed: true, cut: true, seen: true, saw: 23, cards: true, wrong: [], unused: 0, verdict: 'good' })
  })
  it('what cannot be told is neither right nor wrong, and no good verdict', () => {
    expect(check(proof, null, null)).toMatchObject({ promise: null, seed: true, cut: null, seen: null, cards: null, verdict: 'unknown' })
    expect(check(proof, null, played)).toMatchObject({ cards: true, verdict: 'unknown' })
    expect(check(proof, kept, null)).toMatchObject({ promise: true, cut: true, seen: true, cards: null, verdict: 'unknown' })
    expect(check(proof, { ...kept, nonce: null, seat: null }, played)).toMatchObject({ cut: null, verdict: 'unknown' })
    // a single card is no deal
    expect(check(proof, { ...kept, live: { piles: [{ at: 60, cards: [deck[60] ?? ''] }], base: 61, wall: 19 } }, played)).toMatchObject({ seen: null, verdict: 'unknown' })
  })
  it('the end of a hand says what it has compared, and no more', () => {
    expect(atOnce(check(proof, kept, null))).toBe('mine')
    expect(atOnce(check(proof, null, null))).toBe('unknown')
    expect(atOnce(check(proof, { ...kept, live: undefined }, null))).toBe('unknown')
    expect(atOnce(check(proof, { ...kept, nonce: null }, null))).toBe('unknown')
    expect(atOnce(check(proof, { ...kept, hand: 7 }, null))).toBe('bad')
  })
  it('what an older client noted is read: what it lacks cannot be told, what it has can still be wrong', () => {
    const old: Kept = { table: proof.table, hand: proof.hand, commitment: proof.commitment, nonce: proof.nonces[1] ?? null, seat: 1 }
    expect(check(proof, old, played)).toMatchObject({ promise: null, seed: true, cut: true, seen: null, cards: true, verdict: 'unknown' })
    expect(check(proof, { ...old, commitment: 'f'.repeat(64) }, played)).toMatchObject({ promise: false, verdict: 'bad' })
    expect(check(proof, { ...old, nonce: 'mine' }, played)).toMatchObject({ cut: false, verdict: 'bad' })
  })
  it('another secret, another promise, another cut, a secret that is none', () => {
    const other = { ...proof, server_seed: proof.server_seed.replace(/^../, proof.server_seed.startsWith('00') ? '01' : '00') }
    expect(check(other, kept, played)).toMatchObject({ seed: false, verdict: 'bad' })
    expect(check({ ...other, commitment: commitmentOf(other) }, kept, played)).toMatchObject({ promise: false, fault: { what: 'commitment' }, seed: true, verdict: 'bad' })
    expect(check(proof, { ...kept, nonce: 'mine' }, played)).toMatchObject({ promise: true, cut: false, verdict: 'bad' })
    expect(check(proof, { ...kept, seat: 2 }, played)).toMatchObject({ cut: false, verdict: 'bad' })
    expect(check({ ...proof, server_seed: 'xyz' }, kept, played)).toMatchObject({ fault: { what: 'server_seed' }, seed: 'form', verdict: 'bad' })
  })
  it('an old proof does not serve for another table or another hand, and each thing announced is compared', () => {
    for (const [what, value] of [['table', 'another'], ['hand', proof.hand + 1], ['n', 52], ['scheme', 'erqishi-shuffle-0']] as const)
      expect(check(proof, { ...kept, [what]: value }, played), what).toMatchObject({ promise: false, fault: { what, index: null }, verdict: 'bad' })
  })
  it('a proof of another kind is refused, whatever it says', () => {
    for (const [what, value] of [['scheme', 'mine'], ['scheme', 'erqishi-shuffle-0'], ['n', 0], ['n', 80.5], ['n', 257], ['hand', 2 ** 32], ['hand', -1], ['table', 7], ['nonces', null], ['nonces', ['\ud800', '', '']]] as const)
      for (const known of [kept, null])
        expect(check({ ...proof, [what]: value } as unknown as ShuffleProof, known, played), `${what} ${value}`).toMatchObject({
          ...{ seed: 'form', verdict: 'bad', fault: { what: what === 'nonces' ? 'nonce' : what } },
        })
  })
  it('two cards exchanged are found, and which', () => {
    const swap = exchanged(played)
    if (!swap) throw new Error('nothing to exchange')
    expect(swap.a).not.toBe(swap.b)
    const found = check(proof, kept, swap.course)
    expect(found).toMatchObject({ promise: true, seed: true, cut: true, cards: false, verdict: 'bad' })
    expect(found.wrong).toHaveLength(2)
    expect(found.wrong.map(({ should, was }) => [should, was])).toEqual([[swap.a, swap.b], [swap.b, swap.a]])
    expect(found.wrong.every(({ place, should }) => deck[place] === should)).toBe(true)
  })
  it('any two unlike cards of the wall, or of two hands, are found', () => {
    for (let n = 0; n < 18; n++) {
      const wall = [...played.wall]
      ;[wall[n], wall[n + 1]] = [wall[n + 1] as string, wall[n] as string]
      expect(check(proof, kept, { ...played, wall }).verdict).toBe(wall[n] === wall[n + 1] ? 'good' : 'bad')
    }
    const dealt = played.dealt.map((cards) => [...cards])
    const [a, b] = [dealt[0], dealt[2]] as [string[], string[]]
    const at = b.findIndex((card) => card !== a[0])
    ;[a[0], b[at]] = [b[at] as string, a[0] as string]
    expect(check(proof, kept, { ...played, dealt }).wrong.length).toBeGreaterThan(0)
  })
  it('the whole deck must be used up, save twenty cards at a table of two', () => {
    for (const known of [kept, null]) {
      expect(check(proof, known, { ...played, wall: played.wall.slice(0, 3) })).toMatchObject({ cards: false, unused: 16, verdict: 'bad' })
      expect(check(proof, known, { ...played, wall: [...played.wall, '一'] })).toMatchObject({ cards: false, verdict: 'bad' })
    }
    // the wall of then and the wall of now
    expect(check(proof, { ...kept, live: { ...noteFrom(deck), wall: 18 } as Kept['live'] }, played)).toMatchObject({ seen: false, verdict: 'bad' })
    const two = { dealer: 0, dealt: [deck.slice(0, 20), deck.slice(20, 40)], liang: deck[40] ?? '', wall: deck.slice(41) }
    expect(check(proof, null, two)).toMatchObject({ cards: true, unused: 0 })
    expect(check(proof, null, { ...two, wall: two.wall.slice(0, 19) })).toMatchObject({ cards: true, unused: 0 })
    expect(check(proof, null, { ...two, wall: two.wall.slice(0, 20) })).toMatchObject({ cards: false, unused: 19 })
    // four with fourteen cards each: twenty fewer leave three, and are missed
    const four = { dealer: 0, dealt: [0, 14, 28, 42].map((at) => deck.slice(at, at + 14)), liang: deck[56] ?? '', wall: deck.slice(57) }
    expect(check(proof, null, four)).toMatchObject({ cards: true, unused: 0 })
    expect(check(proof, null, { ...four, wall: four.wall.slice(0, 3) })).toMatchObject({ cards: false, unused: 20, verdict: 'bad' })
    expect(check(proof, null, { ...played, wall: [] })).toMatchObject({ cards: false, unused: 19 })
  })
  it('a deck that was dealt while another is proven afterwards is found, though proof and replay agree', () => {
    const dealt = deckCards(proofs.find((one) => one.n === 80 && one.server_seed !== proof.server_seed) as ShuffleProof)
    const found = check(proof, { ...kept, live: noteFrom(dealt) }, played)
    expect(found).toMatchObject({ promise: true, seed: true, cut: true, seen: false, cards: true, verdict: 'bad' })
    expect(found.wrong.length).toBeGreaterThan(5)
    // one card of my hand, the 亮张, or one card of the wall is enough
    for (const place of [0, 60, 63]) {
      const cards = [...deck]
      cards[place] = deck.find((card) => !noteFrom(deck)?.piles.flatMap((pile) => pile.cards).includes(card)) ?? '王'
      expect(check(proof, { ...kept, live: noteFrom(cards) }, played), `${place}`).toMatchObject({ seen: false, verdict: 'bad' })
    }
    expect(misplaced(['一', '二', '三'], { at: 0, step: 2, cards: ['三', '四'] })).toEqual([{ place: 0, should: '一', was: '四' }])
  })
})

it('the course of a replay: dealt, 亮张, what was turned up and drawn hidden, what was left', () => {
  const view = { seat: null, seats: [{ size: 2 }, { size: 2 }] }
  const replay = {
    open_hands: [['一二', '三四'], []],
    frames: [
      { events: [{ event: 'hand_started', dealer: 0, liang: '五' }], view },
      { events: [{ event: 'turned_up', seat: 1, card: '六' }, { event: 'drew_hidden', seat: 1 }, { event: 'wei', seat: 1, at: 0, card: null }], view },
      { events: [{ event: 'ti', seat: 0, at: 0, source: 'deal', card: '九' }], view: { ...view, revealed: { hands: [], melds: [[], ['七七七']], wall: '八 壹' } } },
    ],
  } as unknown as Replay
  expect(courseOf(replay)).toEqual({ dealer: 0, dealt: [['一', '二'], ['三', '四']], liang: '五', wall: ['六', '七', '八', '壹'] })
  expect(courseOf({ ...replay, open_hands: null })).toBe(null)
})

it('a cut tells where the deck was parted', () => {
  expect(placeOf(nonceOf(37, 'abc'))).toBe(37)
  expect(placeOf('abc')).toBe(null)
})
