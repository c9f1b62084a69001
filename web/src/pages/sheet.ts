// Where everything stands on the picture of a sitting: the words and lines, without anything that draws them.

import type { Language } from '../i18n/translate'
import type { Book } from '../protocol'
import { signed } from '../signed'
import type { Translate } from '../table/widget'

export interface Sheet {
  title: string
  names: string[]
  book: Book
  t: Translate
  language: Language
}

/** A text on the picture; `x` is its left or right end or its middle, `y` the line it stands on. */
export interface Text {
  text: string
  x: number
  y: number
  size: number
  bold: boolean
  align: 'left' | 'right' | 'center'
  color: string
}

export interface Laid {
  height: number
  texts: Text[]
  /** Where a line goes across. */
  rules: number[]
}

/** How wide a text is, in the units of the picture. */
export type Measure = (text: string, size: number, bold: boolean) => number

/** On a phone, which is half as wide, every size is half of what it is here. */
export const WIDTH = 720
export const PAD = 36
const SOFT = '#5f5140'
const INK = '#241a10'
const HEAD = 150 // the stamp, the title and the day
const ROOM = WIDTH - 2 * PAD
const HAND = 90 // the column that numbers the hands
const GAP = 14

type Style = Partial<Omit<Text, 'text' | 'x' | 'y'>> & { size: number }

class Page {
  readonly texts: Text[] = []
  readonly rules: number[] = []
  constructor(readonly measure: Measure) {}
  put(text: string, x: number, y: number, { size, bold = false, align = 'left', color = INK }: Style): void {
    this.texts.push({ text, x, y, size, bold, align, color })
  }
  points(points: number, x: number, y: number, size: number): void {
    this.put(signed(points), x, y, { size, bold: true, align: 'right', color: points > 0 ? '#9b130a' : points < 0 ? '#14583a' : SOFT })
  }
  /** The name, or its first characters where there is no room for it. */
  short(name: string, room: number, size: number): string {
    if (this.measure(name, size, true) <= room) return name
    const kept = [...name] // no character is cut in two
    while (kept.length > 1 && this.measure(`${kept.join('')}…`, size, true) > room) kept.pop()
    return `${kept.join('')}…`
  }
}

/** Up to four people stand in columns; more, or longer names, in rows. */
export function layOut(sheet: Sheet, measure: Measure): Laid {
  const { title, names, t, language } = sheet
  const page = new Page(measure)
  page.put(title, WIDTH - PAD, 66, { size: 26, bold: true, align: 'right' })
  const date = new Date().toLocaleDateString(language === 'zh' ? 'zh-CN' : 'en', { year: 'numeric', month: 'long', day: 'numeric' })
  page.put(date, WIDTH - PAD, 100, { size: 20, align: 'right', color: SOFT })
  const column = (ROOM - HAND) / names.length
  const columns = names.length <= 4 && names.every((name) => measure(name, 22, true) <= column - GAP)
  const end = columns ? inColumns(page, sheet, column) : inRows(page, sheet)
  page.put(t('app.free'), WIDTH / 2, end + 62, { size: 18, align: 'center', color: SOFT })
  return { height: end + 90, texts: page.texts, rules: page.rules }
}

function inColumns(page: Page, { names, book, t }: Sheet, width: number): number {
  const column = (seat: number): number => PAD + HAND + width * (seat + 1)
  let y = HEAD + 40
  page.put(t('over.hand'), PAD, y, { size: 20, color: SOFT })
  for (const [seat, name] of names.entries()) page.put(name, column(seat), y, { size: 22, bold: true, align: 'right' })
  page.rules.push(y + 16)
  for (const [n, row] of book.ledger.entries()) {
    y += 52
    page.put(String(n + 1), PAD, y, { size: 24 })
    for (const [seat, points] of row.net.entries()) page.points(points, column(seat), y, 26)
    if (row.winner !== null) page.put(t('over.huxi', { n: row.huxi }), PAD + 36, y, { size: 17, color: SOFT })
  }
  page.rules.push(y + 18)
  y += 60
  page.put(t('over.total'), PAD, y, { size: 24, bold: true })
  for (const [seat, points] of book.totals.entries()) page.points(points, column(seat), y, 32)
  return y
}

/** First what each has in all, a row each; then the hands, as many beside each other as there is room for. */
function inRows(page: Page, { names, book, t }: Sheet): number {
  let y = HEAD + 30
  page.put(t('over.total'), WIDTH - PAD, y, { size: 22, align: 'right', color: SOFT })
  page.rules.push(y + 14)
  for (const [seat, name] of names.entries()) {
    y += 54
    page.put(page.short(name, ROOM - 150, 30), PAD, y, { size: 30, bold: true })
    page.points(book.totals[seat] ?? 0, WIDTH - PAD, y, 34)
    page.rules.push(y + 15)
  }

  const huxi = (n: number): string => (book.ledger[n]?.winner === null ? '' : t('over.huxi', { n: book.ledger[n]?.huxi ?? 0 }))
  const words = book.ledger.flatMap((row, n) => [page.measure(huxi(n), 22, false), ...row.net.map((points) => page.measure(signed(points), 26, true))])
  const widest = Math.max(...names.map((name) => page.measure(name, 26, true)))
  const beside = Math.min(widest, 26 * 7) + GAP
  const most = Math.max(1, Math.floor((ROOM - beside) / (Math.max(44, ...words) + GAP)))
  const blocks = Math.ceil(book.ledger.length / most)
  const each = Math.ceil(book.ledger.length / blocks)
  for (let first = 0; first < book.ledger.length; first += each) {
    const hands = book.ledger.slice(first, first + each)
    const right = (n: number): number => WIDTH - PAD - (each - 1 - n) * ((ROOM - beside) / each)
    y += 70
    page.put(t('over.hand'), PAD, y, { size: 22, color: SOFT })
    for (const n of hands.keys()) page.put(String(first + n + 1), right(n), y, { size: 24, align: 'right', bold: true })
    y += 30
    for (const n of hands.keys()) if (huxi(first + n)) page.put(huxi(first + n), right(n), y, { size: 22, align: 'right', color: SOFT })
    page.rules.push(y + 12)
    for (const [seat, name] of names.entries()) {
      y += 46
      page.put(page.short(name, beside - GAP, 26), PAD, y, { size: 26, bold: true })
      for (const [n, row] of hands.entries()) page.points(row.net[seat] ?? 0, right(n), y, 26)
      page.rules.push(y + 13)
    }
  }
  return y
}
