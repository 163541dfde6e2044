import type { LookupAddress } from 'node:dns'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isGlobalAddress } from './addresses.ts'
import { createOutside, isPublicAddress, OutsideError } from './ask-outside.ts'

/** The way out to servers that people name: never to an inner address, never without bounds. */

const names = vi.hoisted(() => new Map<string, LookupAddress[]>())
vi.mock('node:dns', async (original) => ({
  ...(await original<typeof import('node:dns')>()),
  lookup: (name: string, _: object, done: (error: Error | null, found: LookupAddress[]) => void) =>
    names.has(name) ? done(null, names.get(name)!) : done(new Error('ENOTFOUND'), []),
}))

let server: Server
let asked = 0
let answer: RequestListener
beforeEach(async () => {
  asked = 0
  answer = (_, response) => response.end('hello')
  server = createServer((request, response) => {
    asked++
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const host = () => `127.0.0.1:${(server.address() as AddressInfo).port}`
const CALL = { method: 'GET' as const, headers: {}, maxBytes: 1000, limitMs: 5_000 }
async function read(address: string, allowList: string[] = [], call = {}): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of await createOutside(allowList)(new URL(address), { ...CALL, ...call })) parts.push(part)
  return Buffer.concat(parts).toString()
}

test.each([
  'http://example.com/a',
  'https://127.0.0.1/a',
  'https://2130706433/a',
  'https://0x7f.1/a',
  'https://10.1.2.3/a',
  'https://169.254.169.254/latest/meta-data',
  'https://[::1]/a',
  'https://[::ffff:10.0.0.1]/a',
  'https://[fd00::1]/a',
  'https://[fe80::1]/a',
  'https://[2002:7f00:1::]/a',
  'https://localhost/a',
  'https://printer/a',
  'https://db.internal/a',
  'https://nas.local/a',
  'https://example.com:8443/a',
  'https://user:secret@example.com/a',
  'ftp://example.com/a',
])('%s is asked nothing', async (address) => {
  expect(isPublicAddress(new URL(address))).toBe(false)
  await expect(read(address)).rejects.toMatchObject({ fault: 'address' })
})

test.each(['8.8.8.8', '1.1.1.1', '2606:4700::1111', '2a00:1450::5'])('%s is a public host', (address) => {
  expect(isGlobalAddress(address)).toBe(true)
})

test('a public name that stands for an inner address is asked nothing, also where only one of its addresses is inner', async () => {
  names.set('inside.example.com', [{ address: '127.0.0.1', family: 4 }])
  names.set('mixed.example.com', [
    { address: '8.8.8.8', family: 4 },
    { address: '::1', family: 6 },
  ])
  for (const name of ['inside', 'mixed'])
    await expect(read(`https://${name}.example.com/a`)).rejects.toMatchObject({ fault: 'address' })
  await expect(read('https://nobody.example.com/a')).rejects.toMatchObject({ fault: 'unreachable' })
  expect(asked).toBe(0)
})

test('a host on the allow list is asked with exactly this port', async () => {
  expect(await read(`http://${host()}/a`, [host()])).toBe('hello')
  await expect(read(`http://${host()}/a`, ['127.0.0.1:1'])).rejects.toMatchObject({ fault: 'address' })
  expect(asked).toBe(1)
})

test('no redirect is followed, and another status is told', async () => {
  answer = (_, response) => response.writeHead(302, { location: `http://${host()}/b` }).end()
  await expect(read(`http://${host()}/a`, [host()])).rejects.toMatchObject({ fault: 'status', status: 302 })
  expect(asked).toBe(1)
})

test('an answer without end stops at its bytes, one that hangs at its time', async () => {
  answer = (_, response) => {
    const more = () => void (response.write('x'.repeat(600)) && setImmediate(more))
    more()
  }
  await expect(read(`http://${host()}/a`, [host()])).rejects.toMatchObject({ fault: 'too-large' })
  answer = (_, response) => void response.write('begun')
  await expect(read(`http://${host()}/a`, [host()], { limitMs: 150 })).rejects.toMatchObject({ fault: 'unreachable' })
  answer = () => {}
  const silent = read(`http://${host()}/a`, [host()], { limitMs: 150 })
  await expect(silent).rejects.toThrow(OutsideError)
})
