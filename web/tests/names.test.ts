import { describe, expect, it } from 'vitest'
import { translate } from '../src/i18n/translate'
import { cutTo, isBlank, isolated, kept, lengthOf, LONGEST_NAME } from '../src/names'

describe('names as the server keeps them', () => {
  it('counts characters, not units of UTF-16', () => {
    expect(lengthOf('🀄'.repeat(12))).toBe(LONGEST_NAME)
    expect(lengthOf('🀄'.repeat(13))).toBeGreaterThan(LONGEST_NAME)
    expect(cutTo('🀄'.repeat(13), 12)).toBe('🀄'.repeat(12))
  })
  it('sees that nothing is to be seen', () => {
    for (const blank of ['', '  ', '\u3164', '\u200b\u200d', '\u2800 \u00a0', '\u0301']) expect(isBlank(blank), JSON.stringify(blank)).toBe(true)
    for (const name of ['王', '🀄', '.', 'a']) expect(isBlank(name)).toBe(false)
  })
  it('drops what is not seen and keeps one space between words', () => {
    expect(kept('  二\u200b姨\t妈 \u3164 好 ')).toBe('二姨妈 好')
    expect(kept('a\u202eb')).toBe('ab')
  })
})

describe('a name written from right to left', () => {
  it('is kept within itself', () => {
    expect(isolated('אבג')).toBe('\u2068אבג\u2069')
    expect(isolated('小满')).toBe('小满')
    expect(isolated('ab\u202ecd')).toBe('abcd')
  })
  it('does not turn the sentence round', () => {
    expect(translate('zh')('lobby.hello', { name: 'אבג 7' })).toBe('你好，\u2068אבג 7\u2069')
  })
})
