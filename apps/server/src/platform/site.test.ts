import { routePath } from '@trove/contract/client'
import { token } from '@trove/contract/identity/routes'
import { healthz, siteInfo } from '@trove/contract/platform/routes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../../../tools/start/free-port.ts'
import { startWorld, type World } from '../../test/world/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld({ hasPayment: false })
})
afterAll(() => world?.stop())

/** What a stranger would see: JSON without a type. */
const read = async (answer: Response) => JSON.parse(await answer.text())
const get = (path: string, headers: Record<string, string> = {}) => world.raw(path, { headers })

test('the site tells its public settings', async () => {
  expect(await world.call(siteInfo, {})).toMatchObject({ product: 'trove', isEmbedded: true, hasDevClock: true })
})

test('a browser that asks for the settings can sign in at a server with another product and client', async () => {
  const server = await world.spawnServer({ PRODUCT: 'acme', SSO_CLIENT: 'acme-web:s:1' })
  const { product, ssoClient } = (await read(await fetch(`${server.url}${siteInfo.path}`))).data
  const refresh = (name: string, client: string) =>
    fetch(server.url + routePath(token, name), {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(client)}` },
      body: new URLSearchParams({ grant_type: 'refresh_token', scope: 'server' }),
    })
  // There is no session to go on with; the address and the client are right.
  expect((await read(await refresh(product, ssoClient))).error).toBe('identity.refresh-invalid')
  expect((await refresh('trove', ssoClient)).status).toBe(404)
  expect((await read(await refresh(product, 'trove:trove'))).error).toBe('session.client-unknown')
  await server.stop()
})

test('the process lives, and says of each part how it is', async () => {
  expect((await get(healthz.path)).status).toBe(200)
  const answer = await get('/readyz')
  const state = await read(answer)
  expect(Object.keys(state.parts).sort()).toEqual(['blobs', 'chain', 'database', 'jobs', 'payment', 'storage'])
  expect(state.parts).toMatchObject({ database: 'ok', jobs: 'ok', blobs: 'ok', chain: 'not given' })
  expect(state.addresses).toEqual({ site: world.url, cashier: '', chain: '', storage: '' })
  expect(state.ready).toBe(answer.status === 200)
})

test('a chain that cannot be reached is told, and hinders nothing else', async () => {
  const chainUrl = `ws://127.0.0.1:${await freePort()}`
  const server = await world.spawnServer({ CHAIN_URL: chainUrl })
  const answer = await fetch(`${server.url}/readyz`)
  const { ready, parts, addresses } = await read(answer)
  expect([answer.status, ready, parts.chain, addresses.chain]).toEqual([
    503,
    false,
    'not serving: no connection',
    chainUrl,
  ])
  expect((await read(await fetch(`${server.url}${siteInfo.path}`))).data.chainUrl).toBe(chainUrl)
  const policy = (await fetch(`${server.url}/docs/`)).headers.get('content-security-policy')
  expect(policy).toMatch(new RegExp(`connect-src [^;]*${chainUrl}`))
  await server.stop()
})

test('the environment points browsers to a chain node, to files over https and to the wallet’s page', async () => {
  const addresses = {
    ...{ CHAIN_URL: 'wss://chain.trove.example', STORAGE_URL: 'https://files.trove.example' },
    WALLET_EXTENSION_URL: 'https://wallet.trove.example/get',
  }
  const server = await world.spawnServer(addresses)
  const { chainUrl, storageUrl, walletExtensionUrl } = (await read(await fetch(`${server.url}${siteInfo.path}`))).data
  expect({ CHAIN_URL: chainUrl, STORAGE_URL: storageUrl, WALLET_EXTENSION_URL: walletExtensionUrl }).toEqual(addresses)
  const policy = (await fetch(`${server.url}/docs/`)).headers.get('content-security-policy')
  for (const url of [chainUrl, storageUrl]) expect(policy).toMatch(new RegExp(`connect-src [^;]*${url}`))
  await server.stop()
  // Nothing is pointed to where the environment says nothing.
  expect((await read(await get(siteInfo.path))).data).toMatchObject({ chainUrl: null, storageUrl: null })
})

test('figures name routes, jobs and connections, and are for this machine alone', async () => {
  await get('/api/site/info?secret=canary')
  const text = await (await get('/metrics')).text()
  expect(text).toMatch(/trove_http_seconds_count\{route="platform.site-info",status="200"\} \d+/)
  expect(text).toContain('trove_pool_connections')
  expect(text).toContain('process_cpu_seconds_total')
  expect(text).not.toContain('canary')
  expect((await get('/metrics', { 'x-forwarded-for': '203.0.113.9' })).status).toBe(404)
})

test('the OpenAPI document and its viewer are served without inline script', async () => {
  const document = await read(await get('/openapi.json'))
  expect(document.openapi).toBe('3.1.0')
  expect(document.paths['/api/site/info'].get.operationId).toBe('platform.site-info')
  const page = await get('/docs/')
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
  const html = await page.text()
  for (const [, attributes = '', inline = ''] of html.matchAll(/<script([^>]*)>([^<]*)<\/script>/g)) {
    expect(inline.trim()).toBe('')
    const source = /src="\.\/([^"]+)"/.exec(attributes)?.[1]
    expect((await get(`/docs/${source}`)).status).toBe(200)
  }
  expect((await world.raw('/docs')).headers.get('location')).toBe('/docs/')
})

test('doors for development are only for this machine, by its own name', async () => {
  for (const headers of [{ 'x-forwarded-for': '203.0.113.9' }, { 'sec-fetch-site': 'cross-site' }] as Record<
    string,
    string
  >[]) {
    expect((await get('/dev/outbox.json', headers)).status).toBe(404)
    expect((await world.raw('/dev/clock', { method: 'POST', headers })).status).toBe(404)
  }
  expect(await read(await get('/dev/outbox.json?mobile=13800000002'))).toEqual([])
  expect(await (await get('/dev/outbox')).text()).toContain('<table>')
  expect((await get('/dev/machine.json')).status).toBe(404)
})

test('the clock moves forward only, by whole milliseconds', async () => {
  const move = (body: unknown) =>
    world.raw('/dev/clock', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const before = await world.platform.clock.now(world.db)
  const answer = await move({ advanceMs: 3_600_000 })
  expect(answer.status).toBe(200)
  const now = new Date((await read(answer)).now)
  expect(now.getTime() - before.getTime()).toBeGreaterThanOrEqual(3_600_000)
  for (const body of [{ advanceMs: -1 }, { advanceMs: 1.5 }, {}, { advanceMs: '1' }, { advanceMs: 1e15 }, null])
    expect((await move(body)).status).toBe(400)
})

test('addresses of programs never answer a page', async () => {
  const answer = await get('/api/nothing', { accept: 'text/html' })
  expect([answer.status, (await read(answer)).error]).toEqual([404, 'resource.not-found'])
})

test('a second server process shares the database, its limits and its jobs, and stops cleanly', async () => {
  const second = await world.spawnServer({}, ['--roles=http'])
  const state = await read(await fetch(`${second.url}/readyz`))
  expect(state.parts.jobs).toBe('ok')
  await second.stop('SIGTERM')
  expect(second.child.exitCode).toBe(0)
})

test('a wrong environment or role ends the start with code 2', async () => {
  await expect(world.spawnServer({ PORT: 'x' })).rejects.toThrow('ended with 2')
  await expect(world.spawnServer({}, ['--roles=cook'])).rejects.toThrow('ended with 2')
})
