import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'

/**
 * Which prerendered page answers a navigation: the web build draws each landing page once per language and layout. The user
 * agent picks the layout and Chinese is the default; a person who chose otherwise carries a cookie (`before-mount.js` sets it).
 */

const PHONE = /Mobi|Android|iPhone|iPad|iPod|HarmonyOS/i
const CHOSEN = /(?:^|;\s*)view=((?:zh-CN|en)\.(?:pc|mobile))(?:;|$)/
const DIRECTORY = 'landing'

/** Answers the file of a request below `webDir`, or undefined where nothing was drawn ahead. */
export function createLandingPages(webDir: string): (request: FastifyRequest) => string | undefined {
  const files = new Set(listFiles(join(webDir, DIRECTORY)))
  return ({ url, headers }) => {
    const path = url.split('?')[0] ?? ''
    const page = path === '/' ? 'home' : path.slice(1)
    const device = PHONE.test(headers['user-agent'] ?? '') ? 'mobile' : 'pc'
    const view = CHOSEN.exec(headers.cookie ?? '')?.[1] ?? `zh-CN.${device}`
    const file = `${page}.${view}.html`
    return files.has(file) ? `${DIRECTORY}/${file}` : undefined
  }
}

function listFiles(directory: string): string[] {
  try {
    return readdirSync(directory)
  } catch {
    return []
  }
}
