import { describe, expect, it } from 'vitest'
import { translate, type Language } from '../src/i18n/translate'
import { layOut, PAD, WIDTH, type Laid, type Text } from '../src/pages/sheet'
import type { Book } from '../src/protocol'
import { signed } from '../src/signed'

/** A little wider than real fonts are. */
const measure = (text: string, size: number): number => [...text].reduce((sum, one) => sum + size * (/[\u2e80-\uffef]/.test(one) ? 1 : 0.64), 0)

const CHINESE = ['欧阳慕容司马', '诸葛上官东方', '皇甫尉迟公孙', '令狐宇文长孙', '司徒夏侯端木', '百里呼延南宫', '轩辕独孤拓跋', '赫连澹台公冶']

function sheet(names: string[], hands: number, points = 7, language: Language = 'zh'): Laid {
  const net = (n: number): number[] => names.map((_, seat) => (seat === n % names.length ? points * (names.length - 1) : -points))
  const ledger = Array.from({ length: hands }, (_, n) => ({ hand: n, hand_id: `h${n}`, winner: n % 3 ? n % names.length : null, huxi: 15 + n, net: net(n) }))
  const totals = names.map((_, seat) => ledger.reduce((sum, row) => sum + (row.net[seat] ?? 0), 0))
  return layOut({ title: 'x', names, book: { ledger, totals } as unknown as Book, t: translate(language), language }, measure)
}

const ends = ({ text, x, size, align }: Text): [number, number] => {
  const width = measure(text, size)
  const left = align === 'left' ? x : align === 'right' ? x - width : x - width / 2
  return [left, left + width]
}

/** Nothing goes over the edge, and no two texts of a line touch. */
function apart({ texts, height, rules }: Laid): void {
  for (const one of texts) {
    const [left, right] = ends(one)
    expect(left, one.text).toBeGreaterThanOrEqual(PAD - 1)
    expect(right, one.text).toBeLessThanOrEqual(WIDTH - PAD + 1)
    expect(one.y).toBeLessThan(height)
    for (const other of texts) if (other !== one && other.y === one.y && ends(other)[0] >= left) expect(ends(other)[0], `${one.text} | ${other.text}`).toBeGreaterThan(right)
  }
  expect(Math.max(...rules)).toBeLessThan(height)
}

describe('the picture of a sitting', () => {
  it.each([5, 6, 7, 8])('%i people with six characters each: nothing is cut, and all can be read', (count) => {
    const names = CHINESE.slice(0, count)
    for (const language of ['zh', 'en'] as const)
      for (const [hands, points] of [[1, 7], [8, 24], [16, 300]] as const) {
        const laid = sheet(names, hands, points, language)
        apart(laid)
        for (const name of names) {
          const said = laid.texts.filter((one) => one.text === name)
          expect(said.length).toBeGreaterThan(1) // the sum, then every block of hands
          for (const one of said) expect(one.size).toBeGreaterThanOrEqual(26)
        }
        expect(laid.texts.filter(({ text }) => text === signed(-points)).length).toBeGreaterThanOrEqual(hands)
        for (const { text, size } of laid.texts) if (/^[+−]?\d+$/.test(text)) expect(size).toBeGreaterThanOrEqual(24)
      }
  })

  it('three and four stand in columns, each under the name', () => {
    for (const count of [2, 3, 4]) {
      const names = ['外婆', '小明', '二叔', '阿芳'].slice(0, count)
      const laid = sheet(names, 8)
      apart(laid)
      for (const name of names) expect(laid.texts.filter(({ text }) => text === name)).toHaveLength(1)
    }
  })

  it('names that are too long for a column stand in rows, and the longest is whole beside its sum', () => {
    const names = ['外婆', '一二三四五六七八九十甲乙', '小明', '二叔']
    const laid = sheet(names, 8)
    apart(laid)
    for (const name of names) expect(laid.texts.map(({ text }) => text)).toContain(name)
  })
})
