import { fill, type Language, type Say } from '@trove/messages/kit/say'
import { storageAgentTexts as texts } from '@trove/messages/storage/storage-agent'

type Params = Record<string, string | number>
/** A text in the page's language, ready to stand in it. */
export type Word = (text: Say, params?: Params) => string

export const wordOf =
  (language: Language): Word =>
  (text, params) =>
    html(fill(text, language, params ?? {}))

/** Everything that comes from elsewhere is escaped. */
export function html(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

type Page = { language: Language; path: string; body: string; isLive?: boolean }

/** A whole page with its title and the way to the other language. A live one is read again every 15 seconds. */
export function framePage({ language, path, body, isLive = false }: Page): string {
  const word = wordOf(language)
  const other = language === 'en' ? 'zh' : 'en'
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
${isLive ? '<meta http-equiv="refresh" content="15">' : ''}<title>${word(texts.title)}</title><link rel="stylesheet" href="/style.css"></head>
<body><header><h1>${word(texts.title)}</h1><a href="${path}?lang=${other}" lang="${other}">${word(texts.otherLanguage)}</a></header>
<main>${body}</main></body></html>`
}
