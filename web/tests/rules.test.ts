import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { decodeHouse, encodeHouse, fileOf, linkOf, readFile, startOf } from '../src/rules/house'
import { blocks, half, spans } from '../src/rules/markdown'

const house = { base: 'changde_qmt_big68', name: '外婆家的打法 & 1', changes: { min_huxi: 21, 黑胡: false, tuanyuan: 'flat' } }

describe('house rules', () => {
  it('come back from a link and from a file', () => {
    expect({ base: house.base, ...decodeHouse(encodeHouse(house)) }).toEqual(house)
    expect(linkOf({ base: 'std15', name: '', changes: {} })).toBe('/rules/std15')
    expect(readFile(fileOf(house))).toEqual(house)
    expect(readFile(`\ufeff${fileOf(house)}`)).toEqual(house)
  })
  it('start from a rule file that was opened, and the rest is chosen within it', () => {
    const file = { min_huxi: 10, options: [{ id: 'qi', zh: '几息起胡', choices: [] }] }
    expect(startOf({ file, qi: 'high', cap: 40 })).toEqual({ file })
    expect(startOf(house.changes)).toEqual({})
    const opened = { base: 'std15', name: '柳塘', changes: { file, qi: 'high' } }
    expect({ base: 'std15', ...decodeHouse(encodeHouse(opened)) }).toEqual(opened)
  })
  it('another file is none', () => {
    for (const text of ['', '{', '[]', 'null', '{"base": "std15"}', '{"erqishi": "house-rules-1"}']) expect(readFile(text), text).toBe(null)
  })
})

describe('the Markdown of rule pages', () => {
  it('headings, paragraphs, lists, tables, bold, code', () => {
    expect(blocks('# 标题\n\n第一行\n第二行\n\n- 一\n  接着\n- 二 `x`\n\n| a | b |\n|---|---|\n| **1** | 2 |\n')).toEqual([
      { as: 'heading', level: 1, spans: [{ text: '标题', as: 'plain' }] },
      { as: 'text', spans: [{ text: '第一行第二行', as: 'plain' }] },
      { as: 'list', ordered: false, items: [[{ text: '一接着', as: 'plain' }], [{ text: '二 ', as: 'plain' }, { text: 'x', as: 'code' }]] },
      {
        as: 'table',
        head: [[{ text: 'a', as: 'plain' }], [{ text: 'b', as: 'plain' }]],
        rows: [[[{ text: '1', as: 'bold' }], [{ text: '2', as: 'plain' }]]],
      },
    ])
  })
  it('makes no HTML: a tag is text', () => {
    expect(spans('<img src=x onerror=alert(1)>')).toEqual([{ text: '<img src=x onerror=alert(1)>', as: 'plain' }])
  })
  it('loses no word of any shipped page, in either language', () => {
    const folder = '../src/erqishi/zipai/rules'
    const pages = readdirSync(folder).filter((file) => file.endsWith('.md'))
    expect(pages.length).toBeGreaterThan(20)
    const letters = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '')
    for (const file of pages) {
      const page = readFileSync(`${folder}/${file}`, 'utf8')
      for (const language of ['zh', 'en'] as const) {
        const text = half(page, language)
        const drawn = blocks(text).flatMap((block) =>
          block.as === 'list' ? block.items.flat() : block.as === 'table' ? [...block.head, ...block.rows.flat()].flat() : block.spans,
        )
        const bare = text.replace(/^\s*\d+\. /gm, '')
        expect(letters(drawn.map((span) => span.text).join('')), `${file} ${language}`).toBe(letters(bare))
        expect(drawn.some((span) => /\*\*|^\s*\||`/.test(span.text)), `${file} ${language}`).toBe(false)
      }
    }
  })
})
