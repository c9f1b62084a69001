import { expect, it } from 'vitest'
import { missed } from '../src/table/late'
import { emptyState, type TableState } from '../src/table/state'
import type { View } from '../src/protocol'

const asked = { asked: { kind: 'claims', legal: ['peng', 'pass'] }, in_play: { card: '八', owner: 1, origin: 'draw' } } as unknown as View
const moved = { asked: null, in_play: null } as unknown as View
const before: TableState = { ...emptyState, view: asked, waiting: { kind: 'claim', seat: null, opened: 1_000, deadline: 5_000 } }

it('a question that ran out is noticed, once it is gone', () => {
  expect(missed(before, moved, 5_100)).toBe('八')
  expect(missed(before, asked, 5_100)).toBe(null)
})

it('one that was answered, was decided by others before its time, or has no end is not', () => {
  expect(missed({ ...before, answered: 'pass' }, moved, 5_100)).toBe(null)
  expect(missed({ ...before, pending: 'peng' }, moved, 5_100)).toBe(null)
  expect(missed({ ...before, watching: true }, moved, 5_100)).toBe(null)
  expect(missed(before, moved, 2_000)).toBe(null)
  expect(missed({ ...before, waiting: { kind: 'claim', seat: null, opened: 1_000, deadline: null } }, moved, 5_100)).toBe(null)
  expect(missed({ ...before, view: { ...asked, asked: { kind: 'discard', legal: [] } } as unknown as View }, moved, 5_100)).toBe(null)
})
