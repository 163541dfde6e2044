import { fillWords, type Language, type Words } from '@trove/messages/say'
import type { Texts } from '@trove/messages/texts'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { keep, readKept } from './kept.ts'

/** i18next does the work at run time; each language is loaded when it is first needed. */

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: Texts }
    returnNull: false
  }
}

const KEY = 'language'
const codeWords: Partial<Record<Language, Words['codes']>> = {}

async function loadWords(language: Language): Promise<Words> {
  const { default: words } = await (language === 'en'
    ? import('@trove/messages/words-en')
    : import('@trove/messages/words-zh'))
  codeWords[language] = words.codes
  return words
}

/** The kept language, else that of the page the server chose, which is Chinese at first (specification: default zh_CN). */
export function readLanguage(): Language {
  return (readKept(KEY) ?? document.documentElement.lang) === 'en' ? 'en' : 'zh-CN'
}

/** Starts i18next with one language; call once before mount. */
export async function startLanguage(language = readLanguage()): Promise<void> {
  const { texts } = await loadWords(language)
  if (typeof document !== 'undefined') document.documentElement.lang = language
  await i18next.use(initReactI18next).init({
    lng: language,
    resources: { [language]: { translation: texts } },
    interpolation: { escapeValue: false },
    returnNull: false,
  })
}

/** The language in use now. */
export function currentLanguage(): Language {
  return i18next.language === 'en' ? 'en' : 'zh-CN'
}

/** Switches and keeps the language. */
export async function switchLanguage(language: Language): Promise<void> {
  keep(KEY, language)
  if (!i18next.hasResourceBundle(language, 'translation'))
    i18next.addResourceBundle(language, 'translation', (await loadWords(language)).texts)
  document.documentElement.lang = language
  await i18next.changeLanguage(language)
}

/** The words of a refusal or a notice by its code; undefined for a code this version does not know. */
export function wordsOfCode(code: string, params?: Record<string, string | number>): string | undefined {
  const words = codeWords[currentLanguage()]?.[code]
  return words === undefined ? undefined : fillWords(words, params)
}
