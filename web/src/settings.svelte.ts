// What a player has set on this device.

import { translate, type Language } from './i18n/translate'

export interface Settings {
  language: Language
  type: 'normal' | 'large' | 'huge'
  cloth: 'felt' | 'indigo' | 'wood'
  face: 'paper' | 'plain' | 'numbers'
  sound: boolean
  voice: boolean
  doubleTap: boolean
  cut: 'hand' | 'auto'
  words: boolean
}

const KEY = 'erqishi.settings'
const SCALE = { normal: 1, large: 1.18, huge: 1.4 }

function load(): Settings {
  const language: Language = /^zh/i.test(navigator.language) ? 'zh' : 'en'
  const defaults: Settings = { language, type: 'normal', cloth: 'felt', face: 'paper', sound: true, voice: true, doubleTap: false, cut: 'hand', words: false }
  try {
    return { ...defaults, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Settings>) }
  } catch {
    return defaults // a storage that cannot be read is an empty one
  }
}

export const settings = $state(load())

/** Change one setting, keep it, and show it. */
export function set<K extends keyof Settings>(name: K, value: Settings[K]): void {
  settings[name] = value
  try {
    localStorage.setItem(KEY, JSON.stringify(settings))
  } catch {
    // private windows may refuse to keep anything: the setting then lasts as long as the page
  }
  show()
}

/** Put the settings on the page: colours by attributes, type by a variable. */
export function show(): void {
  const page = document.documentElement
  page.lang = settings.language === 'zh' ? 'zh-Hans' : 'en'
  page.dataset['cloth'] = settings.cloth
  page.dataset['face'] = settings.face
  page.style.setProperty('--type', String(SCALE[settings.type]))
}

/** Translate into the language that is set. */
export const t = (key: string, values?: Record<string, string | number>): string => translate(settings.language)(key, values)

/** One of two languages of a text that came from the server. */
export const line = (text: { zh: string; en: string }): string => text[settings.language]
