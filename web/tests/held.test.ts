import { expect, it } from 'vitest'
import { asksMe, away, company, followed, graceOf, HELD, sayAway } from '../src/net/held'
import type { TableView, Turn } from '../src/protocol'
import { translate } from '../src/i18n/translate'

interface Kind {
  seat?: number | null
  people?: number
  phase?: string
  legal?: string[]
  managed?: boolean
  answered?: string
}
const view = (code: string, { seat = 0, people = 2, phase = 'playing', legal = [], managed = false, answered }: Kind = {}): TableView =>
  ({
    table: `t${code}`,
    room: { code },
    me: { seat, answered },
    head: { phase, seats: [0, 1, 2].map((n) => ({ seat: n, person: n < people ? { id: `p${n}` } : null, managed: managed && n === 0 })) },
    hand: { asked: legal.length ? { kind: 'claims', legal } : null },
  }) as unknown as TableView

const codes = (...given: Parameters<typeof followed>): string[] => [...followed(...given)].sort()

it('a table of mine is followed while others are there to miss me, in a waiting room too', () => {
  const views = [view('1'), view('2', { people: 1 }), view('3', { seat: null }), view('4', { phase: 'ended' }), view('5', { people: 1, phase: 'waiting' }), view('6')]
  expect(codes(views, new Set(['t6']), ['1', '2', '3', '4', '5', '6'])).toEqual(['t1', 't5'])
  expect([company('settled', 2), company('settled', 1), company('waiting', 1), company('ended', 3)]).toEqual([true, false, true, false])
})

it('of many, those that were looked at last', () => {
  const views = ['1', '2', '3', '4', '5', '6'].map((code) => view(code))
  expect(codes(views, new Set(), ['3', '4', '5', '6', '1', '2'])).toEqual(['t1', 't2', 't5', 't6'])
  expect(HELD).toBe(4)
})

it('a table calls me when it waits for my answer, and not when the machine plays for me or I have answered', () => {
  const legal = ['hu', 'pass']
  expect(asksMe(view('1', { legal }))).toBe(true)
  for (const kind of [{}, { legal, managed: true }, { legal, answered: 'pass' }, { legal, seat: null }, { legal, phase: 'settled' }]) expect(asksMe(view('1', kind))).toBe(false)
})

it('somebody is away whose seat is not said to be connected: what is false is not sent', () => {
  const person = { id: 'p', name: 'x', avatar: 'ox' } as const
  expect([away({ seat: 0, person }), away({ seat: 0, person, connected: true }), away({ seat: 0, bot: 'novice' }), away({ seat: 0 }), away(null)]).toEqual([true, false, false, false, false])
})

it('who is gone has the grace that the server sends; without a clock the table waits a minute for the seat that is due', () => {
  const gone = { seat: 1, person: { id: 'p', name: 'x', avatar: 'ox' } as const, away_until: 100_000 }
  const turn = (kind: Turn['kind'], seat: number | null, opened: number): Turn => ({ kind, seat, opened, deadline: null })
  expect(graceOf({ ...gone, connected: true }, turn('seat', 1, 0), 0)).toBe(null)
  expect(graceOf(gone, turn('seat', 1, 90_000), 30)).toEqual({ until: 100_000, due: false })
  expect(graceOf(gone, turn('seat', 2, 90_000), 0)).toEqual({ until: 100_000, due: false })
  // it was due already when it went; it becomes due later
  expect(graceOf(gone, turn('seat', 1, 10_000), 0)).toEqual({ until: 100_000, due: true })
  expect(graceOf(gone, turn('seat', 1, 90_000), 0)).toEqual({ until: 150_000, due: true })
  expect(graceOf({ ...gone, away_until: null }, null, 0)).toBe(null)
  const say = (grace: Parameters<typeof sayAway>[0], now: number): string => sayAway(grace, now, translate('zh'))
  expect([say({ until: 100_000, due: false }, 55_000), say({ until: 100_000, due: true }, 99_500), say({ until: 100_000, due: false }, 100_000), say(null, 0)]).toEqual(['掉线 · 45秒', '掉线 · 还等1秒', '掉线', '掉线'])
})
