import { expect, it } from 'vitest'
import { dictionaries, translate } from '../src/i18n/translate'
import { doneMeanwhile, newNotices } from '../src/net/absent'
import type { Notice, TableView } from '../src/protocol'

const notice = (seat: number, code: Notice['code'] = 'auto_discard', zh = `${seat}`): Notice => ({ code, zh, en: zh, seat })
interface Kind {
  hand?: string
  discards?: string[]
  notices?: Notice[]
  managed?: boolean
  asked?: string
  phase?: string
  seat?: number | null
}
const view = ({ hand = 'h1', discards = [], notices = [], managed = false, asked, phase = 'playing', seat = 1 }: Kind = {}): TableView =>
  ({
    me: { seat, hand_seat: 0 },
    head: { phase, hand_id: hand, notices, seats: [{ seat: 0 }, { seat: 1, managed }, { seat: 2 }] },
    hand: { seats: [{ discards }], asked: asked ? { kind: 'claims', legal: ['peng', 'pass'] } : null, in_play: asked ? { card: asked } : null },
  }) as unknown as TableView
const said = (before: Kind, now: Kind, answering = false): string => doneMeanwhile(view(before), view(now), answering, translate('zh'))

it('what the table did for me is said, not what it did for others', () => {
  expect(said({}, { notices: [notice(2)] })).toBe('')
  expect(said({ discards: ['五'] }, { discards: ['五', '捌'], notices: [notice(2), notice(1), notice(0)] })).toBe('你不在的时候，牌桌替你打了捌')
  // what was told before I went is old
  expect(said({ notices: [notice(1)] }, { notices: [notice(1)], discards: ['五'] })).toBe('')
  // the card was taken by another
  expect(said({}, { notices: [notice(1)] })).toBe('你不在的时候，牌桌替你打了牌')
  expect(said({}, { discards: ['五', '五'], managed: true })).toMatch(/替你打了五.五$/)
  expect(said({}, { notices: [notice(1, 'auto_hu')] })).toBe('你不在的时候，牌桌替你胡了')
})

it('a question that ran out was passed, unless my answer was on its way or it is still asked', () => {
  expect(said({ asked: '五' }, {})).toBe('你不在的时候，牌桌替你过了')
  expect(said({ asked: '五' }, { asked: '五' })).toBe('')
  expect(said({ asked: '五' }, {}, true)).toBe('')
})

it('another hand is another hand; who only looks on, or was not playing, hears nothing', () => {
  expect(said({}, { hand: 'h2' })).toBe('你不在的时候，上一局打完了')
  expect(said({}, { phase: 'settled' })).toBe('你不在的时候，这一局打完了')
  expect(said({ asked: '五' }, { phase: 'ended', discards: ['九'], managed: true })).toBe('你不在的时候，牌桌替你打了九')
  expect(said({ phase: 'settled' }, { hand: 'h2' })).toBe('')
  expect(said({ seat: null }, { seat: null, hand: 'h2' })).toBe('')
})

it('a list of notices that lost its oldest, or was emptied, has as new what is new', () => {
  const [a, b, c, d] = [notice(0), notice(1), notice(2), notice(0, 'left')]
  expect(newNotices([a, b], [a, b, c])).toEqual([c])
  expect(newNotices([a, b, c], [b, c, d])).toEqual([d])
  expect(newNotices([a, b], [])).toEqual([])
  expect(newNotices([a, b], [c])).toEqual([c])
  expect(newNotices([], [a])).toEqual([a])
})

it('every text of it is there', () => {
  for (const key of ['away.did', 'away.hand', 'away.over', 'away.discarded', 'away.discarded.some', 'away.passed', 'away.hu', 'away.answered']) expect(dictionaries.zh[key], key).toBeTruthy()
})
