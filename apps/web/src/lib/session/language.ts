import { fillWords, type Language, type Words } from '@trove/messages/kit/say'
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

/** Words come in two parts: what the frame and the market say, and what all other screens say (loadMoreWords). */
const files = {
  'zh-CN': {
    first: () => import('@trove/messages/words-zh'),
    more: () => import('@trove/messages/more-words-zh'),
  },
  en: { first: () => import('@trove/messages/words-en'), more: () => import('@trove/messages/more-words-en') },
}
/** The languages whose second part was asked for, with when it is in place. */
const more = new Map<Language, Promise<void>>()
const { promise: started, resolve: tellStarted } = Promise.withResolvers<void>()

/** Does it once there are words to say: at once, but for the first moments of a page. */
export function whenWords(say: () => void): void {
  if (i18next.isInitialized) say()
  else void started.then(say)
}

async function loadWords(language: Language): Promise<Words> {
  const { default: words } = await files[language].first()
  codeWords[language] = words.codes
  return words
}

function addMore(language: Language): Promise<void> {
  let added = more.get(language)
  if (!added) {
    added = Promise.all([files[language].more(), started]).then(([{ default: texts }]) => {
      i18next.addResourceBundle(language, 'translation', texts, true)
    })
    more.set(language, added)
    // Offline now does not mean offline at the next screen.
    added.catch(() => more.delete(language))
  }
  return added
}

/** Loads what all screens but those of the market say, in the language in use or about to be. */
export function loadMoreWords(): Promise<void> {
  return addMore(i18next.isInitialized ? currentLanguage() : readLanguage())
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
  tellStarted()
  if (more.size === 0) return
  // Starting anew (each prerendered page) forgot them.
  more.clear()
  await addMore(language)
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
  if (more.size > 0) await addMore(language)
  document.documentElement.lang = language
  await i18next.changeLanguage(language)
}

/** The words of a refusal or a notice by its code; undefined for a code this version does not know. */
export function wordsOfCode(code: string, params?: Record<string, string | number>): string | undefined {
  const words = codeWords[currentLanguage()]?.[code]
  return words === undefined ? undefined : fillWords(words, params)
}
