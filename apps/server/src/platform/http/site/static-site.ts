import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createLandingPages, type Drawn } from './landing-page.ts'
import { type DescribePage, readPageWords, withSubject } from './page-words.ts'
import { isApi } from './server.ts'

const HASHED = /[\\/]assets[\\/]/
const VARY = 'cookie, user-agent, accept-language, accept-encoding'

export type StaticSite = {
  dir: string
  /** The site's address from outside, for the map of its pages. */
  siteUrl(): string
  /** What a shared page is about; absent where nothing has a page of its own. */
  describe?: DescribePage | undefined
}

/**
 * Serves the built web app. Files with a hash in their name may be kept for ever, everything else is asked for again.
 * Answers how an unknown address is treated: whoever asks for a page gets the app's, which knows its own routes.
 */
export async function serveWebApp(server: FastifyInstance, site: StaticSite) {
  const { dir } = site
  const isBuilt = await stat(dir).then(
    (facts) => facts.isDirectory(),
    () => false,
  )
  if (isBuilt)
    await server.register(fastifyStatic, {
      root: dir,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        reply.header('cache-control', HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  const landingPageOf = createLandingPages(dir)
  const words = await readPageWords(dir)
  const frames = createFrames(site, words)
  const sendPage = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const drawn = landingPageOf(request)
    if (drawn) reply.header('vary', VARY)
    if (!drawn?.isFrame) return reply.code(200).sendFile(drawn?.file ?? 'index.html')
    const html = await frames(request.url.split('?')[0] ?? '', drawn)
    return reply.code(200).header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(html)
  }
  if (isBuilt) server.get('/', sendPage)
  serveMap(server, site, words.open)
  return (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> | undefined =>
    isBuilt && isNavigation(request) ? sendPage(request, reply) : undefined
}

/** The frame of an address with its title, and of a shared thing with what it is. */
function createFrames({ dir, describe }: StaticSite, words: Awaited<ReturnType<typeof readPageWords>>) {
  const kept = new Map<string, Promise<string>>()
  const read = (file: string) => {
    const known = kept.get(file) ?? readFile(join(dir, file), 'utf8')
    kept.set(file, known)
    known.catch(() => kept.delete(file))
    return known
  }
  return async (path: string, { file, language }: Drawn): Promise<string> => {
    // A page does not fail because what it is about cannot be told.
    const subject = await describe?.(path, language).catch(() => undefined)
    return withSubject(await read(file), subject ?? { title: words.titleOf(path, language) })
  }
}

const CLOSED = ['/api/', '/files/', '/dev/', '/personal-center', '/personalCenter', '/operator/', '/pay/', '/bind/']

/** What search engines ask for first. */
function serveMap(server: FastifyInstance, { siteUrl }: StaticSite, open: readonly string[]): void {
  server.get('/robots.txt', (_request, reply) => {
    const lines = [
      'User-agent: *',
      ...CLOSED.map((path) => `Disallow: ${path}`),
      `Sitemap: ${siteUrl()}/sitemap.xml`,
      '',
    ]
    return reply.type('text/plain; charset=utf-8').send(lines.join('\n'))
  })
  server.get('/sitemap.xml', (_request, reply) => {
    const pages = open.map((path) => `<url><loc>${siteUrl()}${path}</loc></url>`).join('')
    const map = `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${pages}</urlset>`
    return reply.type('application/xml; charset=utf-8').send(map)
  })
}

/** Programs that show a shared link ask for anything they can get; a name with an ending is a file that is not there. */
function isNavigation({ method, url, headers }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  if (isApi(url) || url.startsWith('/dev/') || url.startsWith('/docs/') || url.startsWith('/assets/')) return false
  const accept = headers.accept ?? '*/*'
  if (accept.includes('text/html')) return true
  return accept.includes('*/*') && !/\.\w+$/.test(url.split('?')[0] ?? '')
}
