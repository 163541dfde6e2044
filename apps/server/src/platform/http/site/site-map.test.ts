import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { serveSiteMap } from './site-map.ts'

/** What search engines are told: every public page, and none that is somebody's own. */

let server: FastifyInstance
let reads = 0
afterEach(() => server.close())

function open(things: number): void {
  reads = 0
  const all = Array.from({ length: things }, (_, i) => `/offer/${i}&`)
  server = fastify()
  serveSiteMap(server, {
    siteUrl: () => 'https://trove.example',
    fixed: ['/home'],
    mostPerMap: 3,
    things: {
      count: async () => all.length,
      list: async ({ skip, most }) => {
        reads += 1
        return all.slice(skip, skip + most)
      },
    },
  })
}
const read = async (url: string) => {
  const { statusCode, body } = await server.inject({ url })
  return { statusCode, places: [...body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, place]) => place) }
}
const offer = (no: number) => `https://trove.example/offer/${no}&amp;`

describe('the map of the site', () => {
  it('has the public offers beside the pages that are always there', async () => {
    open(3)
    const places = ['https://trove.example/home', offer(0), offer(1), offer(2)]
    expect(await read('/sitemap.xml')).toEqual({ statusCode: 200, places })
  })

  it('is an index of numbered maps when there are many, which together have each offer once', async () => {
    open(7)
    const maps = (await read('/sitemap.xml')).places
    expect(maps).toEqual([1, 2, 3].map((no) => `https://trove.example/sitemap-${no}.xml`))
    const found = await Promise.all(maps.map((map) => read(new URL(map!).pathname)))
    expect(found.flatMap(({ places }) => places)).toEqual([
      'https://trove.example/home',
      ...[0, 1, 2, 3, 4, 5, 6].map(offer),
    ])
    expect((await read('/sitemap-4.xml')).statusCode).toBe(404)
  })

  it('is read once, however many ask for it', async () => {
    open(2)
    await Promise.all(Array.from({ length: 20 }, () => read('/sitemap.xml')))
    expect(reads).toBe(1)
  })

  it('has its fixed pages where nothing comes and goes', async () => {
    server = fastify()
    serveSiteMap(server, { siteUrl: () => 'https://trove.example', fixed: ['/home'] })
    expect((await read('/sitemap.xml')).places).toEqual(['https://trove.example/home'])
  })
})
