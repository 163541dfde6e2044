import type { FastifyInstance, FastifyReply } from 'fastify'

/** robots.txt and sitemaps: which pages search engines may index, and which are private. */

/** Pages of things that come and go, oldest first. */
export type PublicPages = {
  count(): Promise<number>
  list(range: { skip: number; most: number }): Promise<string[]>
}

export type SiteMapNeeds = {
  /** The site's address from outside. */
  siteUrl(): string
  /** Pages that are always there. */
  fixed: readonly string[]
  things?: PublicPages | undefined
  /** How many addresses one map holds. */
  mostPerMap?: number
}

const CLOSED = ['/api/', '/files/', '/dev/', '/personal-center', '/personalCenter', '/operator/', '/pay/', '/bind/']
/** A fifth of what search engines take in one map. */
const MOST_PER_MAP = 10_000
/** Sitemaps are cached this long: each is a read of thousands of rows. */
const KEPT_MS = 60_000

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>'
const XMLNS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** robots.txt, and the map of all public pages: one map, or an index of numbered ones where there are too many. */
export function serveSiteMap(server: FastifyInstance, needs: SiteMapNeeds): void {
  const { siteUrl, fixed, things, mostPerMap = MOST_PER_MAP } = needs
  const kept = keepFor(KEPT_MS)
  const count = () => kept('count', async () => (await things?.count()) ?? 0)
  const list = (no: number) =>
    kept(`map ${no}`, async () => (await things?.list({ skip: no * mostPerMap, most: mostPerMap })) ?? [])

  const urls = (paths: readonly string[]) => {
    const lines = paths.map((path) => `<url><loc>${escapeXml(siteUrl() + path)}</loc></url>`)
    return `${HEAD}<urlset ${XMLNS}>${lines.join('')}</urlset>`
  }
  const index = (maps: number) => {
    const lines = Array.from(
      { length: maps },
      (_, no) => `<sitemap><loc>${siteUrl()}/sitemap-${no + 1}.xml</loc></sitemap>`,
    )
    return `${HEAD}<sitemapindex ${XMLNS}>${lines.join('')}</sitemapindex>`
  }
  const send = (reply: FastifyReply, map: string) => reply.type('application/xml; charset=utf-8').send(map)
  /** The first map has the fixed pages too. */
  const mapOf = async (no: number) => urls([...(no === 0 ? fixed : []), ...(await list(no))])
  const mapsOf = (things: number) => Math.max(1, Math.ceil(things / mostPerMap))

  server.get('/robots.txt', (_request, reply) => {
    const lines = [
      'User-agent: *',
      ...CLOSED.map((path) => `Disallow: ${path}`),
      `Sitemap: ${siteUrl()}/sitemap.xml`,
      '',
    ]
    return reply.type('text/plain; charset=utf-8').send(lines.join('\n'))
  })
  server.get('/sitemap.xml', async (_request, reply) => {
    const maps = mapsOf(await count())
    return send(reply, maps === 1 ? await mapOf(0) : index(maps))
  })
  server.get<{ Params: { no: string } }>('/sitemap-:no(^[1-9][0-9]{0,4}$).xml', async ({ params }, reply) => {
    const no = Number(params.no) - 1
    if (no >= mapsOf(await count())) return reply.code(404).type('text/plain; charset=utf-8').send('')
    return send(reply, await mapOf(no))
  })
}

/** A cache by name that reads each entry once, however many requests wait for it. */
function keepFor(ms: number) {
  const answers = new Map<string, { until: number; value: Promise<unknown> }>()
  return <T>(name: string, read: () => Promise<T>): Promise<T> => {
    const known = answers.get(name)
    if (known && known.until > performance.now()) return known.value as Promise<T>
    const value = read()
    answers.set(name, { until: performance.now() + ms, value })
    value.catch(() => answers.delete(name))
    return value
  }
}
