// Cards as pictures: outlines of our own, so that no system font is ever needed. See OFL.txt for their licence.

import glyphs from './glyphs.json'
import { isRed, isSmall, kindOf, rankOf, WANG } from '../cards'

const SVG = 'http://www.w3.org/2000/svg'
/** 王 in four strokes of our own: three beams, the middle one shorter, and a post. */
const WANG_OUTLINE = 'M170 165q330-40 660-15v96q-330-18-660 14zM235 452q265-26 530-8v92q-265-14-530 8zM120 775q380-44 760-20v104q-380-22-760 16zM452 190h100v620h-100z'
const SPRITE = 'erqishi-glyphs'

/** Outlines by character, for pictures drawn elsewhere (canvas). */
export const outlines: Readonly<Record<string, string>> = { ...glyphs, [WANG]: WANG_OUTLINE }
const ORDER = Object.keys(outlines)

/** Put the outlines into the page once; every card then refers to them. */
export function installSprite(): void {
  if (document.getElementById(SPRITE)) return
  const sprite = document.createElementNS(SVG, 'svg')
  sprite.id = SPRITE
  sprite.setAttribute('aria-hidden', 'true')
  sprite.style.position = 'absolute' // an inline element would leave a line's height at the top of every page
  sprite.setAttribute('width', '0')
  sprite.setAttribute('height', '0')
  for (const [at, character] of ORDER.entries()) {
    const symbol = document.createElementNS(SVG, 'symbol')
    symbol.id = `glyph-${at}`
    symbol.setAttribute('viewBox', '0 0 1000 1000')
    const path = document.createElementNS(SVG, 'path')
    path.setAttribute('d', outlines[character] ?? '')
    symbol.append(path)
    sprite.append(symbol)
  }
  document.body.prepend(sprite)
}

/** One character of the sprite as an svg element. */
export function glyph(character: string, className = 'glyph'): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('class', className)
  svg.setAttribute('viewBox', '0 0 1000 1000')
  svg.setAttribute('aria-hidden', 'true')
  const use = document.createElementNS(SVG, 'use')
  use.setAttribute('href', `#glyph-${ORDER.indexOf(character)}`)
  svg.append(use)
  return svg
}

/** Class names that tell a card's size and colour. */
export function faceClass(card: string): string {
  if (kindOf(card) < 0) return 'back'
  if (card === WANG) return 'big wang'
  return `${isSmall(card) ? 'small' : 'big'} ${isRed(card) ? 'red' : 'black'}`
}

/** The head of a card: what one sees of it in a row or under other cards. */
export function tile(card: string, extra = ''): HTMLElement {
  const element = document.createElement('span')
  element.className = `tile ${faceClass(card)} ${extra}`.trim()
  element.dataset['card'] = card
  if (kindOf(card) >= 0) {
    if (card !== WANG) element.dataset['n'] = String(rankOf(card))
    element.append(glyph(card))
  }
  return element
}

/** The whole narrow strip: numeral at the head, seal in the middle, the same numeral upside down at the foot. */
export function strip(card: string, extra = ''): HTMLElement {
  const element = document.createElement('span')
  element.className = `strip ${faceClass(card)} ${extra}`.trim()
  element.dataset['card'] = card
  if (kindOf(card) >= 0) {
    if (card !== WANG) element.dataset['n'] = String(rankOf(card))
    const seal = document.createElement('i')
    seal.className = 'seal'
    element.append(glyph(card), seal, glyph(card, 'glyph foot'))
  } else {
    const medallion = document.createElement('i')
    medallion.className = 'medallion'
    element.append(medallion)
  }
  return element
}
