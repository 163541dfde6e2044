import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withAddress } from './page-words.ts'
import { HASHING_WORKER_POLICY } from './security-headers.ts'
import { answerUnknown } from './server.ts'
import { serveWebApp } from './static-site.ts'

/** How pages are served: to browsers in their language, to programs that show a link, and to search engines. */

const PHONE = 'Mozilla/5.0 (iPhone) Mobile/15E148'
let dir: string
let server: FastifyInstance

const head = (title: string) =>
  `<head><title>${title}</title><meta name="description" content="-" /><meta property="og:title" content="-" />` +
  '<meta property="og:description" content="-" /><meta property="og:url" content="/" />' +
  '<meta property="og:image" content="/og.en.png" /><meta property="og:image:width" content="1200" /></head>'

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'trove-site-'))
  await mkdir(join(dir, 'landing'))
  await mkdir(join(dir, 'assets'))
  for (const name of ['storage.worker-Ab_c-1.js', 'my-storage-Ab_c-1.js'])
    await writeFile(join(dir, 'assets', name), 'export {}')
  for (const view of ['zh-CN.pc', 'zh-CN.mobile', 'en.pc', 'en.mobile'])
    for (const page of ['home', 'app'])
      await writeFile(join(dir, 'landing', `${page}.${view}.html`), `${head(`${page} ${view}`)}<p>${page} ${view}</p>`)
  const pages = [
    { path: '/home', isOpen: true, titles: { 'zh-CN': '首页', en: 'Home' } },
    {
      path: '/personal-center/my-order/consume/:key?',
      isOpen: false,
      titles: { 'zh-CN': '订单', en: 'Purchases' },
      preload: '/assets/later-1.js',
    },
    { path: '/computingPowerMarket/offer/:id', isOpen: true, titles: { 'zh-CN': '详情', en: 'Machine' } },
  ]
  await writeFile(join(dir, 'pages.json'), JSON.stringify(pages))
  server = fastify()
  const describe = async (path: string, _: string, query: URLSearchParams) => {
    if (path === '/people' && query.get('id') === '7')
      return { title: 'Seven', description: '', picture: '/files/public/"seven', path: '/people?id=7' }
    if (path.endsWith('/broken')) throw new Error('the database is away')
    return path.endsWith('/shared') ? { title: '4 核 <script>', description: '"><img onerror=x>' } : undefined
  }
  const findPage = await serveWebApp(server, { dir, siteUrl: () => 'https://trove.example', describe })
  answerUnknown(server, [], 'trove', findPage)
})
afterAll(async () => {
  await server.close()
  await rm(dir, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) =>
  server.inject({ url, headers: { accept: 'text/html', ...headers } })

describe('a first visit', () => {
  it.each([
    ['en-GB,en;q=0.9', 'en.pc'],
    ['zh-TW,en;q=0.8', 'zh-CN.pc'],
    ['fr,de;q=0.8', 'zh-CN.pc'],
    ['', 'zh-CN.pc'],
  ])('by a browser that reads “%s” begins in %s', async (languages, view) => {
    const headers = { 'accept-language': languages }
    expect((await get('/', headers)).body).toContain(`<p>home ${view}</p>`)
    const page = await get('/personal-center/my-order/consume', headers)
    expect(page.body).toContain(`<p>app ${view}</p>`)
    expect(page.headers.vary).toContain('accept-language')
  })
  it('keeps to what a person chose, and to the layout of a phone', async () => {
    const headers = { 'accept-language': 'en', 'user-agent': PHONE }
    expect((await get('/home', headers)).body).toContain('<p>home en.mobile</p>')
    const cookie = 'a=b; view=zh-CN.pc'
    expect((await get('/home', { ...headers, cookie })).body).toContain('<p>home zh-CN.pc</p>')
  })
})

describe('a page', () => {
  it('answers programs that take anything, but not in place of a file', async () => {
    for (const accept of ['*/*', 'text/html', 'image/png, */*;q=0.5']) {
      const page = await get('/personal-center/my-order/consume/codeOrder', { accept })
      expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    }
    expect((await get('/missing.js', { accept: '*/*' })).statusCode).toBe(404)
    expect((await get('/api/none', { accept: '*/*' })).statusCode).toBe(404)
    expect((await get('/home', { accept: 'application/json' })).statusCode).toBe(404)
  })
  it('names a script that only it needs, so that this is fetched beside the app', async () => {
    const link = '<link rel="modulepreload" crossorigin href="/assets/later-1.js"></head>'
    expect((await get('/personal-center/my-order/consume/codeOrder')).body).toContain(link)
    for (const path of ['/home', '/computingPowerMarket/offer/7', '/nowhere'])
      expect((await get(path)).body).not.toContain('modulepreload')
  })
  it('has its title before any script runs', async () => {
    const english = await get('/personal-center/my-order/consume/codeOrder', { 'accept-language': 'en' })
    expect(english.body).toContain('<title>Purchases</title>')
    expect(english.body).toContain('property="og:title" content="Purchases"')
    expect((await get('/computingPowerMarket/offer/o1')).body).toContain('<title>详情</title>')
  })
  it('of a shared offer says what is offered, as text whatever it is made of', async () => {
    const { body } = await get('/computingPowerMarket/offer/shared')
    expect(body).toContain('<title>4 核 &lt;script&gt;</title>')
    expect(body).toContain('property="og:title" content="4 核 &lt;script&gt;"')
    expect(body).toContain('name="description" content="&quot;&gt;&lt;img onerror=x&gt;"')
    expect(body).not.toMatch(/<script|<img/)
    expect((await get('/computingPowerMarket/offer/broken')).body).toContain('<title>详情</title>')
  })
})

describe('a link that is shared', () => {
  const PLACES = /property="og:(?:url|image)" content="([^"]*)"/g
  const placesOf = async (url: string) => [...(await get(url)).body.matchAll(PLACES)].map(([, place]) => place)
  const picture = 'https://trove.example/og.en.png'
  it.each([
    ['/', '/home'],
    ['/home?from=friend', '/home'],
    ['/computingPowerMarket/offer/shared?x=1', '/computingPowerMarket/offer/shared'],
  ])('of %s names its page and its picture by whole addresses', async (url, path) => {
    expect(await placesOf(url)).toEqual([`https://trove.example${path}`, picture])
  })
})

it('a shared thing with a picture and an address of its own shows them, and no size of another picture', async () => {
  const { body } = await get('/people?id=7&from=friend')
  expect(body).toContain('property="og:image" content="https://trove.example/files/public/&quot;seven"')
  expect(body).toContain('property="og:url" content="https://trove.example/people?id=7"')
  expect(body).not.toContain('og:image:width')
  expect((await get('/people?id=8')).body).toContain('og:image:width')
})

it('the worker that hashes may run WebAssembly and ask nobody; no other script comes with such a policy', async () => {
  const policyOf = async (name: string) => (await get(`/assets/${name}`)).headers['content-security-policy']
  expect(await policyOf('storage.worker-Ab_c-1.js')).toBe(HASHING_WORKER_POLICY)
  expect(await policyOf('my-storage-Ab_c-1.js')).toBeUndefined()
  expect(HASHING_WORKER_POLICY).not.toContain('connect-src')
})

it('an address stays an address, whatever is in it', () => {
  const tag = '<meta property="og:url" content="/" />'
  expect(withAddress(tag, 'https://trove.example', '/"><script>')).toBe(
    '<meta property="og:url" content="https://trove.example/&quot;&gt;&lt;script&gt;" />',
  )
})

describe('a landing page', () => {
  it('is packed as the browser takes it, and not sent again while it is the same', async () => {
    const plain = await get('/home')
    expect(plain.headers['content-encoding']).toBeUndefined()
    for (const [encoding, unpack] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const page = await get('/home', { 'accept-encoding': `deflate, ${encoding}` })
      expect(page.headers['content-encoding']).toBe(encoding)
      expect(unpack(page.rawPayload).toString()).toBe(plain.body)
      const headers = { 'accept-encoding': encoding, 'if-none-match': String(page.headers.etag) }
      expect((await get('/home', headers)).statusCode).toBe(304)
    }
  })
})

describe('search engines', () => {
  it('are told what is public and what is not', async () => {
    const robots = await get('/robots.txt', { accept: '*/*' })
    expect(robots.body).toMatch(/^User-agent: \*\n/)
    expect(robots.body).toContain('\nDisallow: /personal-center\n')
    expect(robots.body).toContain('Sitemap: https://trove.example/sitemap.xml')
    const map = await get('/sitemap.xml', { accept: '*/*' })
    expect(map.headers['content-type']).toBe('application/xml; charset=utf-8')
    expect([...map.body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, path]) => path)).toEqual(['https://trove.example/home'])
  })
})
