import { expect, it } from 'vitest'
import { beginChi, pickSet, readChoices } from '../src/table/choices'
import type { View } from '../src/protocol'
import views from './recorded/views.json'

const recorded = views as unknown as Record<string, View>
const SEED = ['chi 一二三', 'chi 一二三 比 二二贰', 'chi 二三四 比 二二贰', 'chi 二贰贰 比 一二三 比 二三四', 'pass']

it('a 吃 with several sets asks for the set first, then for the 比', () => {
  const first = beginChi(readChoices(SEED))
  if (typeof first !== 'object' || first?.step !== 'set') throw new Error('expected the sets')
  expect(first.options.map((option) => option.cards)).toEqual(['一二三', '二三四', '二贰贰'])
  const second = pickSet(first.options[0] as (typeof first.options)[0])
  if (typeof second !== 'object' || second.step !== 'bi') throw new Error('expected the 比')
  expect(second.options.map((way) => way.bi)).toEqual([[], ['二二贰']])
  expect(second.options.map((way) => way.action)).toEqual(['chi 一二三', 'chi 一二三 比 二二贰'])
})

it('a set that can be completed in one way is sent at once, with its 比', () => {
  const first = beginChi(readChoices(SEED))
  if (typeof first !== 'object' || first?.step !== 'set') throw new Error('expected the sets')
  expect(pickSet(first.options[2] as (typeof first.options)[0])).toBe('chi 二贰贰 比 一二三 比 二三四')
})

it('a 吃 with one way is no question', () => {
  expect(beginChi(readChoices(['chi 一二三', 'pass']))).toBe('chi 一二三')
  expect(beginChi(readChoices(['peng', 'pass']))).toBe(null)
})

it('every complete action of a real claim can be reached, and nothing else', () => {
  for (const name of ['chi', 'claims']) {
    const legal = recorded[name]?.asked?.legal ?? []
    const reached = readChoices(legal).chi.flatMap((eating) => {
      const next = pickSet(eating)
      return typeof next === 'string' ? [next] : next.step === 'bi' ? next.options.map((way) => way.action) : []
    })
    expect(reached.sort()).toEqual(legal.filter((action) => action.startsWith('chi')).sort())
  }
})

it('reads the buttons from the legal actions', () => {
  const choices = readChoices(recorded['claims']?.asked?.legal ?? [])
  expect([choices.hu, choices.peng, choices.pass, choices.chi.length > 0]).toEqual([true, true, true, true])
  expect(readChoices(recorded['fresh']?.asked?.legal ?? []).discards).toContain('一')
})
