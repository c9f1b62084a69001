// Cards as pictures: outlines of our own, so that no system font is ever needed. See OFL.txt for their licence.

import glyphs from './glyphs.json'
import { isRed, isSmall, kindOf, rankOf } from '../cards'

const SVG = 'http://www.w3.org/2000/svg'
const ORDER = Object.keys(glyphs)
const SPRITE = 'erqishi-glyphs'

/** Outlines by character, for pictures drawn elsewhere (canvas). */
export const outlines: Readonly<Record<string, string>> = glyphs

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
  return `${isSmall(card) ? 'small' : 'big'} ${isRed(card) ? 'red' : 'black'}`
}

/** The head of a card: what one sees of it in a row or under other cards. */
export function tile(card: string, extra = ''): HTMLElement {
  const element = document.createElement('span')
  element.className = `tile ${faceClass(card)} ${extra}`.trim()
  element.dataset['card'] = card
  if (kindOf(card) >= 0) {
    element.dataset['n'] = String(rankOf(card))
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
    element.dataset['n'] = String(rankOf(card))
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
