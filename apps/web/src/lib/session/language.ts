import { fillWords, type Language, type Words } from '@trove/messages/kit/say'
import type { Texts } from '@trove/messages/texts'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { keep, readKept } from './kept.ts'

/** i18next does the work at run time; each language, and each part of its words, is loaded when it is first needed. */

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: Texts }
    returnNull: false
  }
}

const KEY = 'language'
const NAMESPACE = 'translation'
/** The words of codes that are there, and the texts that came before i18next could take them. */
const codeWords: Partial<Record<Language, Words['codes']>> = {}
const early: { language: Language; texts: object }[] = []

type Part = () => Promise<{ default: Partial<Words> }>
/** What the frame and the market say; what refusals and notices say; what the other markets say; and what all other screens say. */
const files = {
  'zh-CN': {
    first: () => import('@trove/messages/words-zh'),
    codes: () => import('@trove/messages/code-words-zh'),
    markets: () => import('@trove/messages/market-words-zh'),
    more: () => import('@trove/messages/more-words-zh'),
  },
  en: {
    first: () => import('@trove/messages/words-en'),
    codes: () => import('@trove/messages/code-words-en'),
    markets: () => import('@trove/messages/market-words-en'),
    more: () => import('@trove/messages/more-words-en'),
  },
} satisfies Record<Language, Record<string, Part>>
type PartName = keyof (typeof files)['en']

/** The parts that were asked for besides the first: they are wanted in every language from then on. */
const wanted = new Set<PartName>()
/** Each part of each language, with when it is in place. */
const parts = new Map<Part, Promise<void>>()
const { promise: started, resolve: tellStarted } = Promise.withResolvers<void>()
let isStarted = false

/** Does it once there are words to say: at once, but for the first moments of a page. */
export function whenWords(say: () => void): void {
  if (isStarted) say()
  else void started.then(say)
}

function addPart(language: Language, name: PartName): Promise<void> {
  const load: Part = files[language][name]
  let added = parts.get(load)
  if (!added) {
    added = load().then(({ default: { texts = {}, codes = {} } }) => {
      if (isStarted) i18next.addResourceBundle(language, NAMESPACE, texts, true)
      else early.push({ language, texts })
      codeWords[language] = { ...codeWords[language], ...codes }
    })
    parts.set(load, added)
    // Offline now does not mean offline at the next screen.
    added.catch(() => parts.delete(load))
  }
  return added
}

async function want(names: PartName[]): Promise<void> {
  for (const name of names) wanted.add(name)
  const language = isStarted ? currentLanguage() : readLanguage()
  await Promise.all(names.map((name) => addPart(language, name)))
}

/** Loads what all screens but those of the market say, in the language in use or about to be. */
export const loadMoreWords = (): Promise<void> => want(['more', 'markets', 'codes'])

/** Loads what the markets of experts and of storage say besides the first words. */
export const loadMarketWords = (): Promise<void> => want(['markets'])

/** Loads what refusals say. Where it cannot be had, the code itself stands for them. */
export const loadCodeWords = (): Promise<void> => want(['codes']).catch(() => undefined)

/** The kept language, else that of the page the server chose, which is Chinese at first (specification: default zh_CN). */
export function readLanguage(): Language {
  return (readKept(KEY) ?? document.documentElement.lang) === 'en' ? 'en' : 'zh-CN'
}

/** Begins to speak one language; call once before mount. */
export async function startLanguage(language = readLanguage()): Promise<void> {
  await Promise.all([addPart(language, 'first'), ...[...wanted].map((name) => addPart(language, name))])
  if (typeof document !== 'undefined') document.documentElement.lang = language
  if (isStarted) return void (await i18next.changeLanguage(language))
  await i18next.use(initReactI18next).init({
    lng: language,
    interpolation: { escapeValue: false },
    returnNull: false,
  })
  for (const part of early.splice(0)) i18next.addResourceBundle(part.language, NAMESPACE, part.texts, true)
  isStarted = true
  tellStarted()
}

/** The language in use now. */
export function currentLanguage(): Language {
  return i18next.language === 'en' ? 'en' : 'zh-CN'
}

/** Switches and keeps the language. */
export async function switchLanguage(language: Language): Promise<void> {
  keep(KEY, language)
  await startLanguage(language)
}

/** The words of a refusal or a notice by its code; undefined for a code this version does not know. */
export function wordsOfCode(code: string, params?: Record<string, string | number>): string | undefined {
  const words = codeWords[currentLanguage()]?.[code]
  return words === undefined ? undefined : fillWords(words, params)
}
