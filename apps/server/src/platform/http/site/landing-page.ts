import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '@trove/messages/kit/say'
import type { FastifyRequest } from 'fastify'
import { languageOf } from '../call/values/language.ts'

/**
 * Which drawn page answers a navigation: the web build draws each landing page, and the frame of all other pages, once per
 * language and layout. The user agent picks the layout and the browser's languages the language (Chinese where it names
 * none of ours); a person who chose otherwise carries a cookie (`before-mount.js` sets it).
 */

const PHONE = /Mobi|Android|iPhone|iPad|iPod|HarmonyOS/i
const CHOSEN = /(?:^|;\s*)view=(zh-CN|en)\.(pc|mobile)(?:;|$)/
const DIRECTORY = 'landing'
const FRAME = 'app'

/** `path` is the page's own address, whichever other one leads to it. */
export type Drawn = { file: string; path: string; language: Language; isFrame: boolean }

/** Answers the file of a request below `webDir`, or undefined where nothing was drawn ahead. */
export function createLandingPages(webDir: string): (request: FastifyRequest) => Drawn | undefined {
  const files = new Set(listFiles(join(webDir, DIRECTORY)))
  return ({ url, headers }) => {
    const path = url.split('?')[0] ?? ''
    const page = path === '/' ? 'home' : path.slice(1)
    const chosen = CHOSEN.exec(headers.cookie ?? '')
    const language = (chosen?.[1] as Language | undefined) ?? languageOf(headers['accept-language'])
    const device = chosen?.[2] ?? (PHONE.test(headers['user-agent'] ?? '') ? 'mobile' : 'pc')
    for (const name of [page, FRAME]) {
      const file = `${name}.${language}.${device}.html`
      if (files.has(file)) return { file: `${DIRECTORY}/${file}`, path: `/${page}`, language, isFrame: name === FRAME }
    }
    return undefined
  }
}

function listFiles(directory: string): string[] {
  try {
    return readdirSync(directory)
  } catch {
    return []
  }
}
