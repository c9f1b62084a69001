import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import glyphs from '../src/art/glyphs.json'
import { isRed, isSmall, NAMES, rankOf } from '../src/cards'
import { translate } from '../src/i18n/translate'
import { sentence } from '../src/pages/say'
import type { GameEvent } from '../src/protocol'
import { callOf } from '../src/sound/calls'
import { names } from '../src/sound/tones'
import { spoken } from '../src/sound/voice'

describe('cards', () => {
  it('all twenty have an outline of their own, and the licence lies beside them', () => {
    for (const name of NAMES) expect((glyphs as Record<string, string>)[name], name).toMatch(/^M/)
    expect(readFileSync('src/art/OFL.txt', 'utf8')).toContain('SIL OPEN FONT LICENSE')
  })
  it('the red ones are 2, 7 and 10 of both sizes', () => {
    expect(NAMES.filter(isRed).join('')).toBe('二七十贰柒拾')
    expect(NAMES.filter(isSmall).map(rankOf)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  })
  it('the voice tells the sizes apart', () => {
    expect([spoken('五'), spoken('伍'), spoken('?')]).toEqual(['小五', '大五', ''])
  })
})

const EVENTS: GameEvent[] = [
  { event: 'hand_started', rules: 'std15', seats: 3, dealer: 0, cards: 20, liang: '五', wall: 19 },
  { event: 'turned_up', seat: 1, card: '九' },
  { event: 'drew_hidden', seat: 2 },
  { event: 'discarded', seat: 0, card: '一' },
  { event: 'unclaimed', seat: 1, card: '九' },
  { event: 'penged', seat: 1, card: '八', owner: 0 },
  { event: 'ate', seat: 1, card: '八', owner: 0, cards: '七八九' },
  { event: 'laid', seat: 1, card: '八', cards: '八捌捌' },
  { event: 'ti', seat: 2, at: 0, source: 'hand', card: null },
  { event: 'pao', seat: 2, at: 0, source: 'wei', card: '三' },
  { event: 'wei', seat: 2, at: 0 },
  { event: 'chou_wei', seat: 2, at: 0, card: '四' },
  { event: 'dead', seat: 2 },
  { event: 'liang_taken', seat: 0, card: '五' },
  { event: 'marked', to: 0, seat: 0, card: '六', blocks: ['chi'] },
  { event: 'won', seat: 1, card: '六', origin: 'draw', owner: 1, huxi: 18, tun: 3, zimo: true, tianhu: false, forced: false, net: [-3, 6, -3] },
  { event: 'wall_empty' },
]

it('every event has its sentence in both languages, with no hole left', () => {
  for (const language of ['zh', 'en'] as const) {
    for (const event of EVENTS) {
      const said = sentence(event, { bottom: 0, seats: 3, t: translate(language) })
      expect(said, event.event).toMatch(/\S/)
      expect(said, event.event).not.toMatch(/[{}]|undefined|null|event\./)
    }
  }
  expect(sentence(EVENTS[5] as GameEvent, { bottom: 0, seats: 3, t: translate('zh') })).toBe('下家碰 八')
})

it('every call has a tone, so that nothing is silent without a voice', () => {
  for (const made of EVENTS.map(callOf)) if (made) expect(names).toContain(made.word)
})
