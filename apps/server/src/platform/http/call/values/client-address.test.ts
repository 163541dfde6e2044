import { sendSms } from '@trove/contract/identity/routes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startWorld, type World } from '../../../../../test/world/world.ts'
import { openLog } from '../../../base/log.ts'
import { createServer } from '../../site/server.ts'
import { plainIp } from './ip.ts'

/** Whose address counts as the caller's, with and without a balancer in front (TRUST_PROXY). */

async function seenAs(trustedProxies: string[], peer: string, headers: Record<string, string>): Promise<string> {
  const server = await createServer({ log: openLog('silent'), trustedProxies, connectTo: [], isHttps: false })
  server.get('/who', (request) => ({ ip: plainIp(request.ip) }))
  const answer = await server.inject({ url: '/who', remoteAddress: peer, headers })
  await server.close()
  return (answer.json() as { ip: string }).ip
}

describe('the caller’s address', () => {
  const header = { 'x-forwarded-for': '203.0.113.7' }
  test.each<[string, string[], string, Record<string, string>, string]>([
    ['is the peer’s while no proxy is trusted', [], '198.51.100.9', header, '198.51.100.9'],
    ['is what a trusted proxy says', ['10.0.0.0/8'], '10.1.2.3', header, '203.0.113.7'],
    ['is the peer’s when the peer is no trusted proxy', ['10.0.0.0/8'], '198.51.100.9', header, '198.51.100.9'],
    [
      'is the one the proxy added, not what the caller had written before it',
      ['10.0.0.0/8'],
      '10.1.2.3',
      { 'x-forwarded-for': '127.0.0.1, 6.6.6.6, 203.0.113.7' },
      '203.0.113.7',
    ],
    [
      'is found behind two trusted proxies',
      ['10.0.0.0/8', '192.0.2.1'],
      '192.0.2.1',
      { 'x-forwarded-for': '6.6.6.6, 203.0.113.7, 10.9.9.9' },
      '203.0.113.7',
    ],
    ['may be of the other family', ['loopback'], '::1', { 'x-forwarded-for': '2001:db8::7' }, '2001:db8::7'],
    ['is plain when it comes inside IPv6', ['10.0.0.0/8'], '::ffff:10.1.2.3', header, '203.0.113.7'],
    [
      'is not taken from other headers',
      ['10.0.0.0/8'],
      '10.1.2.3',
      { 'x-real-ip': '6.6.6.6', forwarded: 'for=6.6.6.6', 'client-ip': '6.6.6.6', 'true-client-ip': '6.6.6.6' },
      '10.1.2.3',
    ],
  ])('%s', async (_, trusted, peer, headers, expected) => {
    expect(await seenAs(trusted, peer, headers)).toBe(expected)
  })
})

describe('a limit of a network', () => {
  let world: World
  afterAll(() => world?.stop())
  const ask = (i: number, forwarded: string) =>
    world.call(
      sendSms,
      { query: { mobile: `131000000${String(i).padStart(2, '0')}` } },
      { headers: { 'x-forwarded-for': forwarded } },
    )
  const limited = { code: 'identity.sms-limit' }

  describe('without a trusted proxy', () => {
    beforeAll(async () => {
      const env = { EMBEDDED: '0', DEV_CLOCK: '0', TRUST_PROXY: '' }
      world = await startWorld({ hasPayment: false, hasJobs: false, env })
    })
    afterAll(() => world.stop())
    test('counts a caller once, whatever addresses it claims to come from', async () => {
      for (let i = 0; i < 20; i++) await ask(i, `203.0.113.${i}`)
      await expect(ask(20, '203.0.113.20')).rejects.toMatchObject(limited)
    })
  })

  describe('behind a trusted proxy', () => {
    beforeAll(async () => {
      const env = { EMBEDDED: '0', DEV_CLOCK: '0', TRUST_PROXY: '127.0.0.1' }
      world = await startWorld({ hasPayment: false, hasJobs: false, env })
    })
    test('counts each network for itself, and is not fooled by what a caller wrote into the header', async () => {
      for (let i = 0; i < 20; i++) await ask(i, `10.0.0.${i}, 203.0.113.1`)
      await expect(ask(20, '10.0.0.99, 203.0.113.1')).rejects.toMatchObject(limited)
      await ask(21, '10.0.0.99, 203.0.113.2')
    })
  })
})
