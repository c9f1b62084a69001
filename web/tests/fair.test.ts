import { describe, expect, it } from 'vitest'
import { check, courseOf, exchanged, type Course } from '../src/fair/check'
import { nonceOf, placeOf } from '../src/net/kept'
import { commitmentOf, deckCards } from '../src/net/shuffle'
import type { Replay, ShuffleProof } from '../src/protocol'
import vectors from '../../src/erqishi/data/shuffle_vectors.json'

const proof = (vectors.vectors as unknown as ShuffleProof[]).find((one) => one.n === 80 && one.nonces.length === 3) as ShuffleProof
const deck = deckCards(proof)
const played: Course = { dealer: 1, dealt: [deck.slice(40, 60).sort(), deck.slice(0, 20).reverse(), deck.slice(20, 40)], liang: deck[60] ?? '', wall: deck.slice(61) }
const kept = { table: proof.table, hand: proof.hand, commitment: proof.commitment, nonce: proof.nonces[1] ?? null, seat: 1 }

describe('checking a deal', () => {
  it('an honest one passes every step; the order within a dealt hand means nothing', () => {
    expect(check(proof, kept, played)).toMatchObject({ promise: true, seed: true, cut: true, cards: true, wrong: [], ok: true })
  })
  it('what this device does not know is neither right nor wrong', () => {
    expect(check(proof, null, null)).toMatchObject({ promise: null, seed: true, cut: null, cards: null, ok: true })
  })
  it('another secret, another promise, another cut, a secret that is none', () => {
    const other = { ...proof, server_seed: proof.server_seed.replace(/^../, proof.server_seed.startsWith('00') ? '01' : '00') }
    expect(check(other, kept, played)).toMatchObject({ seed: false, ok: false })
    expect(check({ ...other, commitment: commitmentOf(other) }, kept, played)).toMatchObject({ promise: false, seed: true, ok: false })
    expect(check(proof, { ...kept, nonce: 'mine' }, played)).toMatchObject({ promise: true, cut: false, ok: false })
    expect(check(proof, { ...kept, seat: 2 }, played)).toMatchObject({ cut: false, ok: false })
    expect(check({ ...proof, server_seed: 'xyz' }, kept, played)).toMatchObject({ seed: 'form', ok: false })
  })
  it('two cards exchanged are found, and which', () => {
    const swap = exchanged(played)
    if (!swap) throw new Error('nothing to exchange')
    expect(swap.a).not.toBe(swap.b)
    const found = check(proof, kept, swap.course)
    expect(found).toMatchObject({ promise: true, seed: true, cut: true, cards: false, ok: false })
    expect(found.wrong).toHaveLength(2)
    expect(found.wrong.map(({ should, was }) => [should, was])).toEqual([[swap.a, swap.b], [swap.b, swap.a]])
    expect(found.wrong.every(({ place, should }) => deck[place] === should)).toBe(true)
  })
  it('any two unlike cards of the wall, or of two hands, are found', () => {
    for (let n = 0; n < 18; n++) {
      const wall = [...played.wall]
      ;[wall[n], wall[n + 1]] = [wall[n + 1] as string, wall[n] as string]
      expect(check(proof, kept, { ...played, wall }).ok).toBe(wall[n] === wall[n + 1])
    }
    const dealt = played.dealt.map((cards) => [...cards])
    const [a, b] = [dealt[0], dealt[2]] as [string[], string[]]
    const at = b.findIndex((card) => card !== a[0])
    ;[a[0], b[at]] = [b[at] as string, a[0] as string]
    expect(check(proof, kept, { ...played, dealt }).wrong.length).toBeGreaterThan(0)
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
