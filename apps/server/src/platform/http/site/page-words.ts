import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Language } from '@trove/messages/say'

/** Titles of pages before any script runs: those the web build wrote down, and those of shared offers. */

type PageWords = { path: string; isOpen: boolean; titles: Record<Language, string> }
/** What a shared link is about. */
export type Subject = { title: string; description: string }
/** Knows what an address is about, where it is about one thing; undefined for any other. */
export type DescribePage = (path: string, language: Language) => Promise<Subject | undefined>

const TITLE = /<title>[^<]*<\/title>/
const OG_TITLE = /(<meta property="og:title" content=")[^"]*/
const OG_URL = /(<meta property="og:url" content=")[^"]*/
const OG_IMAGE = /(<meta property="og:image" content=")(\/[^"]*)/
const DESCRIPTIONS = /(<meta (?:name="description"|property="og:description") content=")[^"]*/g

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** A page with its own title and description in place of the site's; whatever they are made of stays text. */
export function withSubject(html: string, { title, description }: Partial<Subject>): string {
  let page = html
  if (title !== undefined) {
    const words = escapeHtml(title)
    page = page.replace(TITLE, () => `<title>${words}</title>`).replace(OG_TITLE, (_, start: string) => start + words)
  }
  if (description !== undefined)
    page = page.replace(DESCRIPTIONS, (_, start: string) => start + escapeHtml(description))
  return page
}

/** A page with its own address and its picture's, whole as programs need them that show a link. */
export function withAddress(html: string, siteUrl: string, path: string): string {
  const url = escapeHtml(siteUrl + path)
  return html
    .replace(OG_URL, (_, start: string) => start + url)
    .replace(OG_IMAGE, (_, start: string, image: string) => start + escapeHtml(siteUrl) + image)
}

/** Reads the titles of a web build; a folder without them knows none. */
export async function readPageWords(webDir: string) {
  const text = await readFile(join(webDir, 'pages.json'), 'utf8').catch(() => '[]')
  const pages = (JSON.parse(text) as PageWords[]).map((page) => ({ ...page, pattern: toPattern(page.path) }))
  return {
    titleOf: (path: string, language: Language) => pages.find(({ pattern }) => pattern.test(path))?.titles[language],
    /** Public addresses, for search engines. */
    open: pages.filter(({ path, isOpen }) => isOpen && !path.includes(':') && path !== '/404').map(({ path }) => path),
  }
}

function toPattern(path: string): RegExp {
  const escaped = path.replace(/[.*+$()|[\]\\]/g, '\\$&')
  return new RegExp(`^${escaped.replace(/\/:\w+\?/g, '(?:/[^/]+)?').replace(/:\w+/g, '[^/]+')}/?$`)
}
