// The ledger of a sitting as a picture, to send to the family's group.

import { outlines } from '../art/card'
import type { Language } from '../i18n/translate'
import type { Book } from '../protocol'
import { signed } from '../signed'
import type { Translate } from '../table/widget'

interface Sheet {
  title: string
  names: string[]
  book: Book
  t: Translate
  language: Language
}

const WIDTH = 720
const ROW = 52
const PAD = 36
const FONT = `system-ui, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans SC', 'Noto Sans CJK SC', sans-serif`

export async function ledgerPicture({ title, names, book, t, language }: Sheet): Promise<Blob> {
  const rows = book.ledger.length
  const height = 210 + ROW * (rows + 2) + 70
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH * 2
  canvas.height = height * 2
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('no canvas')
  pen.scale(2, 2)
  pen.fillStyle = '#faf5e9'
  pen.fillRect(0, 0, WIDTH, height)
  pen.fillStyle = '#a3180f'
  pen.fillRect(0, 0, WIDTH, 10)
  for (const [n, character] of ['贰', '柒', '拾'].entries()) stamp(pen, character, PAD + n * 66, 38, 58)
  text(pen, title, WIDTH - PAD, 66, { size: 26, bold: true, align: 'right' })
  const date = new Date().toLocaleDateString(language === 'zh' ? 'zh-CN' : 'en', { year: 'numeric', month: 'long', day: 'numeric' })
  text(pen, date, WIDTH - PAD, 100, { size: 20, align: 'right', color: '#5f5140' })

  const column = (seat: number): number => PAD + 90 + ((WIDTH - 2 * PAD - 90) / names.length) * (seat + 1)
  let y = 190
  text(pen, t('over.hand'), PAD, y, { size: 20, color: '#5f5140' })
  for (const [seat, name] of names.entries()) text(pen, short(pen, name, (WIDTH - 2 * PAD - 90) / names.length - 14), column(seat), y, { size: 22, bold: true, align: 'right' })
  rule(pen, y + 16)
  for (const [n, row] of book.ledger.entries()) {
    y += ROW
    text(pen, String(n + 1), PAD, y, { size: 24 })
    for (const [seat, points] of row.net.entries()) points_(pen, points, column(seat), y, 26)
    if (row.winner !== null) {
      const how = t('over.huxi', { n: row.huxi })
      text(pen, how, PAD + 36, y, { size: 17, color: '#5f5140' })
    }
  }
  rule(pen, y + 18)
  y += ROW + 8
  text(pen, t('over.total'), PAD, y, { size: 24, bold: true })
  for (const [seat, points] of book.totals.entries()) points_(pen, points, column(seat), y, 32)
  text(pen, t('app.free'), WIDTH / 2, height - 28, { size: 18, align: 'center', color: '#5f5140' })
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'))
}

interface Style {
  size: number
  bold?: boolean
  align?: CanvasTextAlign
  color?: string
}

function text(pen: CanvasRenderingContext2D, what: string, x: number, y: number, { size, bold = false, align = 'left', color = '#241a10' }: Style): void {
  pen.font = `${bold ? 700 : 400} ${size}px ${FONT}`
  pen.textAlign = align
  pen.fillStyle = color
  pen.fillText(what, x, y)
}

function points_(pen: CanvasRenderingContext2D, points: number, x: number, y: number, size: number): void {
  text(pen, signed(points), x, y, { size, bold: true, align: 'right', color: points > 0 ? '#9b130a' : points < 0 ? '#14583a' : '#5f5140' })
}

function rule(pen: CanvasRenderingContext2D, y: number): void {
  pen.fillStyle = '#d8c9a8'
  pen.fillRect(PAD, y, WIDTH - 2 * PAD, 2)
}

function short(pen: CanvasRenderingContext2D, name: string, room: number): string {
  pen.font = `700 22px ${FONT}`
  if (pen.measureText(name).width <= room) return name
  const kept = [...name] // no character is cut in two
  while (kept.length > 1 && pen.measureText(`${kept.join('')}…`).width > room) kept.pop()
  return `${kept.join('')}…`
}

function stamp(pen: CanvasRenderingContext2D, character: string, x: number, y: number, size: number): void {
  pen.save()
  pen.fillStyle = '#f4dfae'
  pen.fillRect(x, y, size, size * 1.5)
  pen.translate(x + size * 0.06, y + size * 0.06)
  pen.scale((size * 0.88) / 1000, (size * 0.88) / 1000)
  pen.fillStyle = '#b3130b'
  pen.fill(new Path2D(outlines[character] ?? ''))
  pen.restore()
}
