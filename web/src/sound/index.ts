// What is heard: a voice for calls and cards if there is one, tones otherwise, a knock for my turn.

import type { GameEvent } from '../protocol'
import { settings } from '../settings.svelte'
import { callOf, noiseOf } from './calls'
import { play, rest, unlock } from './tones'
import { say, spoken } from './voice'

export function hearEvents(events: readonly GameEvent[], me: number | null): void {
  if (!settings.sound || document.hidden) return
  for (const event of events) {
    const call = callOf(event)
    const noise = noiseOf(event)
    if (call) speak(call.word, call.card, call.word === '天胡' ? '胡' : call.word)
    else if (noise) {
      play(noise.name)
      if (noise.card) speak('', noise.card, '')
    }
    if (event.event === 'asked' && event.to === me) play('turn')
  }
}

function speak(word: string, card: string, tone: string): void {
  const fallback = (): void => {
    if (tone) play(tone)
  }
  if (settings.voice) say(`${word}${word && card ? '，' : ''}${spoken(card)}`, fallback)
  else fallback()
}

export function trySound(): void {
  unlock()
  window.setTimeout(() => speak('碰', '五', '碰'), 60)
}

addEventListener('pointerdown', unlock, { passive: true })
addEventListener('keydown', unlock)
document.addEventListener('visibilitychange', () => {
  if (document.hidden) rest()
  else unlock()
})
