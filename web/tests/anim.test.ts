import { describe, expect, it } from 'vitest'
import { difference, placesOf } from '../src/table/anim'
import { isDiscard, nearestColumn } from '../src/table/drag'
import { hear } from '../src/table/mutate'
import { emptyState, type TableState } from '../src/table/state'
import type { SeatView, View } from '../src/protocol'

const seat = (more: Partial<SeatView> = {}): SeatView => ({ size: 20, ...more })
const at = (view: Partial<View>): TableState => hear(emptyState, { view: { seat: 0, hand: '五五七', seats: [seat(), seat(), seat()], ...view } as View, bottom: 0 })

describe('flights are the difference of two states', () => {
  it('my discard flies from the hand to the middle', () => {
    const after = at({ hand: '五五', in_play: { card: '七', origin: 'discard', owner: 0 }, seats: [seat({ discards: ['七'] }), seat(), seat()] })
    expect(difference(at({}), after)).toEqual([{ card: '七', from: 'hand:0:七:0', to: 'play' }])
  })
  it('a drawn card comes from the wall, and lies down beside its drawer', () => {
    const drawn = at({ in_play: { card: '九', origin: 'draw', owner: 1 } })
    expect(difference(at({}), drawn)).toEqual([{ card: '九', from: 'wall', to: 'play' }])
    const dead = at({ in_play: null, seats: [seat(), seat({ unclaimed: ['九'] }), seat()] })
    expect(difference(drawn, dead)).toEqual([{ card: '九', from: 'play', to: 'unclaimed:1:0' }])
  })
  it('another seat’s 碰 takes the card in play; its own two come from the seat', () => {
    const before = at({ in_play: { card: '八', origin: 'draw', owner: 0 } })
    const after = at({ in_play: null, seats: [seat(), seat(), seat({ melds: [{ kind: 'peng', cards: '八八八' }] })] })
    expect(difference(before, after).map((flight) => flight.from)).toEqual(['play', 'seat:2', 'seat:2'])
  })
  it('my 碰 takes two cards from my hand', () => {
    const before = at({ in_play: { card: '五', origin: 'draw', owner: 1 } })
    const after = at({ hand: '七', in_play: null, seats: [seat({ melds: [{ kind: 'peng', cards: '五五五' }] }), seat(), seat()] })
    expect(difference(before, after).map((flight) => flight.from).sort()).toEqual(['hand:0:五:0', 'hand:0:五:1', 'play'])
  })
  it('nothing moves when nothing has changed, nor on coming in', () => {
    expect(difference(at({}), at({}))).toEqual([])
    expect(difference(emptyState, at({}))).toEqual([])
  })
  it('a discard lies in the middle until it is settled, not in its row as well', () => {
    const state = at({ in_play: { card: '七', origin: 'discard', owner: 1 }, seats: [seat(), seat({ discards: ['一', '七'] }), seat()] })
    expect([...placesOf(state).keys()].filter((place) => place.startsWith('discards'))).toEqual(['discards:1:0'])
  })
})

describe('drag', () => {
  it('discards need 60 px of travel and 18 px beyond the line', () => {
    expect([isDiscard(59, 40), isDiscard(60, 17), isDiscard(60, 18)]).toEqual([false, false, true])
  })
  it('a column is chosen by x alone, within 1.3 pitches; beyond the right end is a new one', () => {
    const middles = [25, 75, 125]
    expect([nearestColumn(30, middles, 50), nearestColumn(99, middles, 50), nearestColumn(170, middles, 50), nearestColumn(-80, middles, 50)]).toEqual([0, 1, 3, -1])
  })
})
