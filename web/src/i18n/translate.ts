import { isolated } from '../names'
import { en } from './en'
import { linkEn, linkZh } from './link'
import { zh } from './zh'

export type Language = 'zh' | 'en'
export const dictionaries: Record<Language, Record<string, string>> = { zh: { ...zh, ...linkZh }, en: { ...en, ...linkEn } }

/**
 * The translator of a language: `t('room.hand', {n: 1, of: 8})`. An unknown key is shown as it is.
 * `{n|hand|hands}` is the first word for one of them, the second for any other number.
 */
export function translate(language: Language) {
  const texts = dictionaries[language]
  return (key: string, values: Record<string, string | number> = {}): string =>
    (texts[key] ?? key)
      .replace(/\{(\w+)\|([^|}]*)\|([^|}]*)\}/g, (_whole, name: string, one: string, many: string) => (Number(values[name]) === 1 ? one : many))
      .replace(/\{(\w+)\}/g, (whole, name: string) => isolated(String(values[name] ?? whole)))
}
