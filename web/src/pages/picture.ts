// The ledger of a sitting as a picture, to send to the family's group.

import { outlines } from '../art/card'
import { layOut, PAD, WIDTH, type Sheet, type Text } from './sheet'

const FONT = `system-ui, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans SC', 'Noto Sans CJK SC', sans-serif`

export async function ledgerPicture(sheet: Sheet): Promise<Blob> {
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('no canvas')
  const { height, texts, rules } = layOut(sheet, (text, size, bold) => {
    pen.font = fontOf({ size, bold })
    return pen.measureText(text).width
  })
  canvas.width = WIDTH * 2
  canvas.height = height * 2
  pen.scale(2, 2)
  pen.fillStyle = '#faf5e9'
  pen.fillRect(0, 0, WIDTH, height)
  pen.fillStyle = '#a3180f'
  pen.fillRect(0, 0, WIDTH, 10)
  for (const [n, character] of ['贰', '柒', '拾'].entries()) stamp(pen, character, PAD + n * 66, 38, 58)
  pen.fillStyle = '#d8c9a8'
  for (const y of rules) pen.fillRect(PAD, y, WIDTH - 2 * PAD, 2)
  for (const one of texts) {
    pen.font = fontOf(one)
    pen.textAlign = one.align
    pen.fillStyle = one.color
    pen.fillText(one.text, one.x, one.y)
  }
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'))
}

const fontOf = ({ size, bold }: Pick<Text, 'size' | 'bold'>): string => `${bold ? 700 : 400} ${size}px ${FONT}`

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
