import { beforeEach, describe, expect, it, vi } from 'vitest'
import { seen } from '../src/fair/live'
import type { Commitment, GameEvent, TableView } from '../src/protocol'

const store = new Map<string, string>()
const storage = { getItem: (key: string) => store.get(key) ?? null, setItem: (key: string, value: string) => void store.set(key, value) }
vi.stubGlobal('localStorage', storage)
/** The room of notes, as a page that was loaded anew finds it. */
const loaded = (): Promise<typeof import('../src/net/kept')> => {
  vi.resetModules()
  return import('../src/net/kept')
}
const said: Commitment = { commitment: 'ab'.repeat(32), table: 't', hand: 3, n: 80 }

beforeEach(() => store.clear())

describe('what this device notes of a hand', () => {
  it('outlasts a reload: what was announced, my cut, what I saw', async () => {
    const before = await loaded()
    before.promised('t-3', 't', said)
    before.cutTaken('t-3', 't', 3, '9/x', 1)
    before.witnessed('t-3', () => ({ piles: [{ at: 60, cards: ['五'] }], base: 61, wall: 19 }))
    const after = (await loaded()).recall('t-3', 't', 3)
    expect(after).toEqual({ ...said, id: 't-3', scheme: 'erqishi-shuffle-1', nonce: '9/x', seat: 1, live: { piles: [{ at: 60, cards: ['五'] }], base: 61, wall: 19 } })
  })
  it('keeps the first fingerprint and the first cut, and nothing of a hand whose fingerprint it did not see before', async () => {
    const kept = await loaded()
    kept.promised('t-3', 't', said)
    kept.promised('t-3', 't', { ...said, commitment: 'cd'.repeat(32), n: 52 })
    kept.cutTaken('t-3', 't', 3, '9/x', 1)
    kept.cutTaken('t-3', 't', 3, '10/y', 2)
    expect(kept.recall('t-3', 't', 3)).toMatchObject({ commitment: said.commitment, n: 80, nonce: '9/x', seat: 1 })
    kept.witnessed('t-4', () => ({ piles: [], base: null, wall: null }))
    expect(kept.recall('t-4', 't', 4)).toBe(null)
  })
  it('a hand is found by its name, so that a number shown twice is two hands; a record from elsewhere by table and number', async () => {
    const kept = await loaded()
    kept.promised('t-3', 't', said)
    kept.promised('t-9', 't', { ...said, commitment: 'cd'.repeat(32) })
    expect(kept.recall('t-9', 't', 3)?.commitment).toBe('cd'.repeat(32))
    expect(kept.recall('t-9', 'other', 12)?.id).toBe('t-9') // a proof cannot choose which note it is held against
    expect(kept.recall(null, 't', 3)?.id).toBe('t-9')
    expect(kept.recall('t-5', 't', 3)).toBe(null)
    kept.promised('t-6', 'mine', { ...said, table: 'theirs', hand: 6 }) // the table is the one that I am at
    expect(kept.recall('t-6', '', 0)?.table).toBe('mine')
  })
  it('two windows of one device lose nothing of each other', async () => {
    const [one, two] = [await loaded(), await loaded()]
    one.promised('t-3', 't', said)
    two.promised('t-3', 't', said)
    one.cutTaken('t-3', 't', 3, '9/x', 1)
    two.witnessed('t-3', () => ({ piles: [], base: 61, wall: 19 }))
    two.promised('t-4', 't', { ...said, hand: 4 })
    expect(one.recall('t-3', 't', 3)).toMatchObject({ nonce: '9/x', live: { wall: 19 } })
    expect(one.recall('t-4', 't', 4)).toMatchObject({ nonce: null })
  })
  it('where nothing can be stored, notes last as long as the page', async () => {
    vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => { throw new Error('full') } })
    const kept = await loaded()
    kept.promised('t-3', 't', said)
    kept.cutTaken('t-3', 't', 3, '9/x', 1)
    expect(kept.recall('t-3', 't', 3)?.nonce).toBe('9/x')
    vi.stubGlobal('localStorage', storage)
  })
  it('reads what an older client noted, and drops what is no note', async () => {
    const old = { table: 't', hand: 3, commitment: said.commitment, nonce: '9/x', seat: 1 }
    store.set('erqishi.cuts', JSON.stringify([7, null, { table: 1 }, old]))
    const kept = await loaded()
    expect(kept.recall('t-3', 't', 3)).toEqual(old)
    kept.promised('t-3', 't', { ...said, commitment: 'cd'.repeat(32) })
    expect(kept.recall('t-3', 't', 3)).toEqual(old)
    store.set('erqishi.cuts', '{')
    expect((await loaded()).recall('t-3', 't', 3)).toBe(null)
  })
})

describe('what is seen of a deal, by place of the deck', () => {
  const seats = [{ size: 3 }, { size: 3 }, { size: 3 }]
  const table = (hand: object): TableView => ({ head: {}, hand: { seat: 0, dealer: 2, liang: '五', wall: 6, hand: '一三二', seats, ...hand } }) as unknown as TableView
  const started = { event: 'hand_started', rules: 'std15', seats: 3, dealer: 2, cards: 3, liang: '五', wall: 6 } as GameEvent
  const dealt = { event: 'dealt', to: 0, seat: 0, cards: '三一二' } as GameEvent
  const first = seen(table({}), [started, dealt], null)
  const at = (place: number, card: string): object => ({ at: place, cards: [card] })

  it('my hand behind that of the dealer, the 亮张 behind the hands', () => {
    expect(first).toEqual({ base: 10, wall: 6, piles: [at(9, '五'), { at: 3, cards: ['一', '三', '二'].sort() }] })
  })
  it('cards of the wall as they are turned up; hidden draws take a place; missed ones are missed', () => {
    const turn = (card: string): GameEvent => ({ event: 'turned_up', seat: 1, card }) as GameEvent
    const one = seen(table({ wall: 3 }), [turn('六'), { event: 'drew_hidden', seat: 1 } as GameEvent, turn('七')], first)
    expect(one?.piles.slice(2)).toEqual([at(10, '六'), at(12, '七')])
    const later = seen(table({ wall: 1 }), [turn('八')], one)
    expect(later?.piles.slice(4)).toEqual([at(14, '八')])
    const end = seen(table({ wall: 1, revealed: { hands: [], melds: [], wall: '九' } }), [], later)
    expect(end?.piles.slice(5)).toEqual([at(15, '九')])
    // the same once more is nothing new, another card at the same place contradicts it
    expect(seen(table({ wall: 1 }), [turn('八')], end)).toBe(end)
    expect(seen(table({ wall: 1 }), [turn('拾')], end)?.piles.at(-1)).toEqual(at(14, '拾'))
  })
  it('nothing without the beginning; the hand is the one that is shown, melds and the 亮张 taken included', () => {
    expect(seen(table({ wall: 3 }), [], null)).toBe(null)
    expect(seen(table({ wall: 3 }), [dealt], null)).toBe(null)
    const meld = [{ size: 1, melds: [{ kind: 'ti', cards: '一一' }] }, ...seats.slice(1)]
    const took = seen(table({ hand: '二五', seats: meld }), [started, { ...dealt, cards: '一一二' } as GameEvent], null)
    expect(took?.piles[1]).toEqual({ at: 3, cards: ['一', '一', '二'] })
    expect(seen(table({ hand: '十十十' }), [started, dealt], null)?.piles[1]).toEqual({ at: 3, cards: ['十', '十', '十'] })
  })
  it('a spectator sees the 亮张 and the wall alone', () => {
    expect(seen(table({ seat: null, hand: '' }), [started], null)?.piles).toEqual([at(9, '五')])
  })
})
