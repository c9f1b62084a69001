// The browser's Chinese voice calls the cards, where there is one. It counts as there only when it has really begun
// to speak: many phones list voices that stay silent.

import { isSmall, kindOf, rankOf, WANG } from '../cards'

let silent = 0
let voice: SpeechSynthesisVoice | null | undefined

function find(): SpeechSynthesisVoice | null {
  if (!('speechSynthesis' in window)) return null
  if (voice) return voice
  const chinese = speechSynthesis.getVoices().filter((one) => /^zh|^cmn/i.test(one.lang.replace('_', '-')))
  voice = chinese.find((one) => /CN|Hans/i.test(one.lang)) ?? chinese[0] ?? null
  return voice
}

/** 五 and 伍 sound alike: the size is said. */
export function spoken(card: string): string {
  if (kindOf(card) < 0) return ''
  if (card === WANG) return WANG
  return (isSmall(card) ? '小' : '大') + '一二三四五六七八九十'.charAt(rankOf(card) - 1)
}

/** Say something; `otherwise` is called when no voice begins within 700 ms. */
export function say(text: string, otherwise: () => void): void {
  const speaker = silent < 3 ? find() : null
  if (!speaker) return otherwise()
  const utterance = new SpeechSynthesisUtterance(text)
  utterance.voice = speaker
  utterance.lang = speaker.lang
  utterance.rate = 1.15
  let begun = false
  utterance.onstart = () => {
    begun = true
    silent = 0
  }
  if (speechSynthesis.pending) speechSynthesis.cancel()
  speechSynthesis.speak(utterance)
  window.setTimeout(() => {
    if (begun) return
    silent++
    otherwise()
  }, 700)
}
