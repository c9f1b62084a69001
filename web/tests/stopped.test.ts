import { expect, it } from 'vitest'
import { translate } from '../src/i18n/translate'
import { asksMe, graceOf } from '../src/net/held'
import { isStopped, still } from '../src/net/stopped'
import type { Phase, TableView } from '../src/protocol'

const view = (phase: Phase, game: object): TableView =>
  ({
    table: 't1',
    me: { seat: 0, hand_seat: 0, answered: 'pass' },
    head: {
      phase,
      turn: { kind: 'claim', seat: null, opened: 1, deadline: 9 },
      seats: [{ seat: 0, person: { id: 'a' }, connected: true, managed: true }, { seat: 1, person: { id: 'b' }, connected: false, away_until: 99 }],
    },
    hand: null,
    ...game,
  }) as unknown as TableView
const zipai = { hand: { wall: 7, seats: [], asked: { kind: 'claims', legal: ['chi 一二三', 'pass'] } } }
const paoyao = { paoyao: { stock: 4, asked: 0, legal: ['pass'] } }

it('a table that goes on is shown as it came', () => {
  for (const phase of ['waiting', 'cutting', 'playing', 'settled', 'ended'] as const) {
    const one = view(phase, zipai)
    expect(still(one)).toBe(one)
    expect(isStopped(one)).toBe(false)
  }
})

it('a stopped table asks nothing, waits for nobody and counts nothing down; what lies on it stays', () => {
  for (const game of [zipai, paoyao, {}]) {
    const shown = still(view('quarantined', game))
    expect(isStopped(shown)).toBe(true)
    expect(shown.hand?.asked ?? null).toBe(null)
    expect(shown.paoyao?.legal ?? []).toEqual([])
    expect(shown.paoyao?.asked ?? null).toBe(null)
    expect([shown.head.turn, shown.me.answered]).toEqual([null, null])
    expect(shown.head.seats.some((seat) => seat.managed)).toBe(false)
    for (const seat of shown.head.seats) expect(graceOf(seat, shown.head.turn, 30)).toBe(null)
    expect(asksMe(shown)).toBe(false)
  }
  expect(still(view('quarantined', zipai)).hand?.wall).toBe(7)
  expect(still(view('quarantined', paoyao)).paoyao?.stock).toBe(4)
})

it('both languages say what has happened, what is kept and where to go', () => {
  expect(translate('zh')('table.stopped')).toMatch(/出了故障.*停下.*牌谱.*大厅/)
  expect(translate('en')('table.stopped')).toMatch(/fault.*stopped.*kept.*lobby/)
})
