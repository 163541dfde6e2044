import { stat } from 'node:fs/promises'
import fastifyStatic from '@fastify/static'
import type { Language } from '@trove/messages/kit/say'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createDrawnPages } from './drawn-pages.ts'
import { createLandingPages } from './landing-page.ts'
import { type DescribePage, readPageWords, withAddress, withPreload, withSubject } from './page-words.ts'
import { HASHING_WORKER_POLICY } from './security-headers.ts'
import { isApi } from './server.ts'
import { type PublicPages, serveSiteMap } from './site-map.ts'

const HASHED = /[\\/]assets[\\/]/
const HASHING_WORKER = /[\\/]assets[\\/]storage\.worker-[\w-]+\.js(?:\.\w+)?$/
const VARY = 'cookie, user-agent, accept-language, accept-encoding'

export type StaticSite = {
  dir: string
  /** The site's address from outside, for the map of its pages. */
  siteUrl(): string
  /** What a shared page is about; absent where nothing has a page of its own. */
  describe?: DescribePage | undefined
  /** Pages of public things, for the map of the site. */
  things?: PublicPages | undefined
}

/**
 * Serves the built web app. Files with a hash in their name are cached for ever, everything else is revalidated.
 * Returns the handler of unknown addresses: a page navigation gets the app's page, which has its own routes.
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
        if (HASHING_WORKER.test(path)) reply.header('content-security-policy', HASHING_WORKER_POLICY)
      },
    })
  const landingPageOf = createLandingPages(dir)
  const words = await readPageWords(dir)
  const pages = createDrawnPages(dir, site.siteUrl)
  const sendPage = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const drawn = landingPageOf(request)
    if (!drawn) return reply.code(200).sendFile('index.html')
    reply.code(200).header('vary', VARY).header('cache-control', 'no-cache').type('text/html; charset=utf-8')
    if (drawn.isFrame) return reply.send(await drawFrame(await pages.text(drawn.file), request.url, drawn.language))
    const { body, etag, encoding } = await pages.page(drawn.file, drawn.path, request.headers['accept-encoding'])
    if (encoding) reply.header('content-encoding', encoding)
    reply.header('etag', etag)
    return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(body)
  }
  /** The frame of an address with its title, and of a shared thing with what it is. */
  const drawFrame = async (frame: string, url: string, language: Language): Promise<string> => {
    const [path = '', query] = url.split('?')
    // A page does not fail because its description cannot be read.
    const subject = await site.describe?.(path, language, new URLSearchParams(query)).catch(() => undefined)
    const page = withSubject(frame, subject ?? { title: words.titleOf(path, language) })
    return withAddress(withPreload(page, words.preloadOf(path)), site.siteUrl(), subject?.path ?? path)
  }
  if (isBuilt) server.get('/', sendPage)
  serveSiteMap(server, { siteUrl: site.siteUrl, fixed: words.open, things: site.things })
  return (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> | undefined =>
    isBuilt && isNavigation(request) ? sendPage(request, reply) : undefined
}

/** Programs that show a shared link ask for anything they can get; a name with an ending is a file that is not there. */
function isNavigation({ method, url, headers }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  if (isApi(url) || url.startsWith('/dev/') || url.startsWith('/docs/') || url.startsWith('/assets/')) return false
  const accept = headers.accept ?? '*/*'
  if (accept.includes('text/html')) return true
  return accept.includes('*/*') && !/\.\w+$/.test(url.split('?')[0] ?? '')
}
