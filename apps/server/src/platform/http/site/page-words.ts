import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Language } from '@trove/messages/kit/say'

/** Titles of pages before any script runs: those the web build wrote down, and those of shared offers. */

type PageWords = {
  path: string
  isOpen: boolean
  titles: Record<Language, string>
  /** A script that the page needs besides those of all pages. */
  preload?: string
}
/** What a shared link is about. */
export type Subject = {
  title: string
  description: string
  /** Path of its picture; the site's own stands for what has none. */
  picture?: string | undefined
  /** Its own address, where that is more than the path of the page. */
  path?: string
}
/** Knows what an address is about, where it is about one thing; undefined for any other. */
export type DescribePage = (path: string, language: Language, query: URLSearchParams) => Promise<Subject | undefined>

const TITLE = /<title>[^<]*<\/title>/
const OG_TITLE = /(<meta property="og:title" content=")[^"]*/
const OG_URL = /(<meta property="og:url" content=")[^"]*/
const OG_IMAGE = /(<meta property="og:image" content=")(\/[^"]*)/
const OG_IMAGE_SIZE = /<meta property="og:image:(?:width|height)" content="[^"]*" ?\/?>\s*/g
const DESCRIPTIONS = /(<meta (?:name="description"|property="og:description") content=")[^"]*/g

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** A page with its own title and description in place of the site's; whatever they are made of stays text. */
export function withSubject(html: string, { title, description, picture }: Partial<Subject>): string {
  let page = html
  if (title !== undefined) {
    const words = escapeHtml(title)
    page = page.replace(TITLE, () => `<title>${words}</title>`).replace(OG_TITLE, (_, start: string) => start + words)
  }
  if (description !== undefined)
    page = page.replace(DESCRIPTIONS, (_, start: string) => start + escapeHtml(description))
  // Of another picture than the site's the size is not known.
  if (picture !== undefined)
    page = page.replace(OG_IMAGE_SIZE, '').replace(OG_IMAGE, (_, start: string) => start + escapeHtml(picture))
  return page
}

/** A page with its own address and its picture's, whole as programs need them that show a link. */
export function withAddress(html: string, siteUrl: string, path: string): string {
  const url = escapeHtml(siteUrl + path)
  return html
    .replace(OG_URL, (_, start: string) => start + url)
    .replace(OG_IMAGE, (_, start: string, image: string) => start + escapeHtml(siteUrl) + image)
}

/** A page that has a script fetched from the beginning, not when another one comes to name it. */
export function withPreload(html: string, script: string | undefined): string {
  if (script === undefined) return html
  return html.replace('</head>', () => `<link rel="modulepreload" crossorigin href="${escapeHtml(script)}"></head>`)
}

/** Reads the titles of a web build; a folder without them knows none. */
export async function readPageWords(webDir: string) {
  const text = await readFile(join(webDir, 'pages.json'), 'utf8').catch(() => '[]')
  const pages = (JSON.parse(text) as PageWords[]).map((page) => ({ ...page, pattern: toPattern(page.path) }))
  const find = (path: string) => pages.find(({ pattern }) => pattern.test(path))
  return {
    titleOf: (path: string, language: Language) => find(path)?.titles[language],
    preloadOf: (path: string) => find(path)?.preload,
    /** Public addresses, for search engines. */
    open: pages.filter(({ path, isOpen }) => isOpen && !path.includes(':') && path !== '/404').map(({ path }) => path),
  }
}

function toPattern(path: string): RegExp {
  const escaped = path.replace(/[.*+$()|[\]\\]/g, '\\$&')
  return new RegExp(`^${escaped.replace(/\/:\w+\?/g, '(?:/[^/]+)?').replace(/:\w+/g, '[^/]+')}/?$`)
}
