import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parseCards } from '../src/cards'
import { absent } from '../src/i18n/absent'
import { en } from '../src/i18n/en'
import { words } from '../src/i18n/glossary'
import { tools } from '../src/i18n/tools'
import { linkEn, linkZh } from '../src/i18n/link'
import { dictionaries, translate } from '../src/i18n/translate'
import { zh } from '../src/i18n/zh'

const holes = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort()

it('English has every text, none is empty, and both have the same holes', () => {
  expect(Object.keys(linkZh).filter((key) => key in zh)).toEqual([])
  const { zh: chinese, en: english } = dictionaries
  expect(Object.keys(english).sort()).toEqual(Object.keys(chinese).sort())
  for (const [key, text] of Object.entries(chinese)) {
    expect(text.length, key).toBeGreaterThan(0)
    expect(english[key]?.length, key).toBeGreaterThan(0)
    expect(holes(english[key] ?? ''), key).toEqual(holes(text))
  }
})

it('the pages that are fetched later have their texts in both languages', () => {
  expect(Object.keys(tools.en).sort()).toEqual(Object.keys(tools.zh).sort())
  for (const [key, text] of Object.entries(tools.zh)) {
    expect(text.length, key).toBeGreaterThan(0)
    expect(holes(tools.en[key as keyof typeof tools.zh]), key).toEqual(holes(text))
  }
})

it('every key that the code names is there', () => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => /\.(svelte|ts)$/.test(file) && !file.startsWith('i18n'))
  const missing: string[] = []
  for (const file of sources) {
    const code = readFileSync(join('src', file), 'utf8')
    for (const [, key] of code.matchAll(/\bt\(\s*'([a-z_.]+)'/g)) if (key && !(key in dictionaries.zh)) missing.push(`${file}: ${key}`)
  }
  expect(missing).toEqual([])
})

it('every word of the table is told in two lines of either language, with cards that can be drawn', () => {
  expect(new Set(words.map(({ word }) => word)).size).toBe(words.length)
  for (const { word, said, cards, zh, en } of words) {
    for (const text of [said, ...zh, ...en]) expect(text.trim().length, word).toBeGreaterThan(0)
    for (const text of [said, ...en]) expect(text, word).not.toMatch(/[，。；：（）、？！]/)
    for (const set of cards.split(' ')) expect(parseCards(set).join(''), word).toBe(set)
  }
})

it('one of a thing is one, in English', () => {
  const line = translate('en')
  expect([1, 8].map((n) => line('room.hands', { n }))).toEqual(['1 hand', '8 hands'])
  expect(line('room.line', { people: 1, bots: 0, open: 2 })).toBe('1 person · 0 bots · 2 free')
})

it('English lines have no Chinese punctuation, and nothing but − stands before a number', () => {
  for (const [key, text] of [...Object.entries({ ...en, ...linkEn }), ...Object.entries(tools.en)]) {
    expect(text, key).not.toMatch(/[，。；：（）、？！]/)
    expect(text, key).not.toMatch(/(^|[\s(])-\d/)
  }
})

it('holes are filled, unknown ones stay', () => {
  expect(translate('zh')('room.hand', { n: 2, of: 8 })).toBe('第 2/8 局')
  expect(translate('en')('room.hand', { n: 2 })).toBe('Hand 2/{of}')
})

it('托管 and 掉线 are told in both languages, the same things in the same order', () => {
  expect(absent.en.list.length).toBe(absent.zh.list.length)
  for (const [word, text] of absent.en.list) expect(word + text).not.toMatch(/[，。；：（）、？！]/)
  for (const kind of ['托管', '掉线', '胡', '过', '一分钟']) expect(absent.zh.list.flat().join('')).toContain(kind)
})
