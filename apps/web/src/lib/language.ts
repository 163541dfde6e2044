import { bundle, type Language } from '@trove/messages/say'
import { type Texts, texts } from '@trove/messages/texts'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'

/** i18next does the work at run time; the texts come from one tree with both languages side by side. */

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: Texts }
    returnNull: false
  }
}

const KEY = 'language'

/** The kept language, Chinese at first (specification: default zh_CN). */
export function readLanguage(): Language {
  return localStorage.getItem(KEY) === 'en' ? 'en' : 'zh-CN'
}

/** Starts i18next with both languages; call once before mount. */
export async function startLanguage(language = readLanguage()): Promise<void> {
  document.documentElement.lang = language
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'zh-CN',
    resources: {
      'zh-CN': { translation: bundle(texts, 'zh-CN') },
      en: { translation: bundle(texts, 'en') },
    },
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
  localStorage.setItem(KEY, language)
  document.documentElement.lang = language
  await i18next.changeLanguage(language)
}
