import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openLog } from '../../../platform/base/log.ts'
import { createPictureReader } from './provider-picture.ts'

let server: Server
let origin: string
let answer: { status?: number; headers?: Record<string, string>; body: Buffer | string }
let asked: string[] = []
beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(answer.status ?? 200, answer.headers ?? {}).end(answer.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())
beforeEach(() => {
  asked = []
})

const read = (address: string | null) =>
  createPictureReader({ origins: ['https://*.example.com', origin], log: openLog('silent') })(address)
const photo = () => sharp({ create: { width: 300, height: 200, channels: 3, background: '#3a7' } })
const pictureOf = async (data: string | null) => {
  const meta = await sharp(Buffer.from(data!.replace(/^data:image\/webp;base64,/, ''), 'base64')).metadata()
  return [meta.format, meta.width, meta.height, meta.exif]
}

test('a picture becomes a small square of its pixels alone', async () => {
  answer = {
    body: await photo()
      .withExif({ IFD0: { Artist: 'canary' } })
      .jpeg()
      .toBuffer(),
  }
  const data = await read(`${origin}/me.jpg`)
  expect(await pictureOf(data)).toEqual(['webp', 112, 112, undefined])
  expect(data!.length).toBeLessThan(10_000)
})

test('a vector becomes pixels, whatever it would have run', async () => {
  answer = {
    body: '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><script>alert(1)</script><rect width="40" height="40" fill="#06c"/></svg>',
  }
  expect(await pictureOf(await read(`${origin}/me.svg`))).toEqual(['webp', 112, 112, undefined])
})

test.each<[string, () => Promise<typeof answer>]>([
  ['is not there', async () => ({ status: 404, body: 'no' })],
  ['is no picture', async () => ({ body: '<html>' })],
  ['is cut', async () => ({ body: (await photo().png().toBuffer()).subarray(0, 60) })],
  ['is too large', async () => ({ body: Buffer.alloc(2 * 1024 * 1024 + 1) })],
  ['leads elsewhere', async () => ({ status: 302, headers: { location: 'http://127.0.0.1:1/' }, body: '' })],
])('a picture that %s is none', async (_, make) => {
  answer = await make()
  expect(await read(`${origin}/me`)).toBeNull()
  expect(asked).toEqual(['/me'])
})

test.each([
  null,
  '',
  'me.png',
  'file:///etc/passwd',
  'http://127.0.0.1:1/me.png',
  'https://example.com.attacker.net/me.png',
  'https://notexample.com/me.png',
  'https://a.example.com:8443/me.png',
  'data:image/png;base64,AAAA',
])('%s is never asked for', async (address) => {
  const real = globalThis.fetch
  const calls: unknown[] = []
  globalThis.fetch = async (input) => {
    calls.push(input)
    throw new Error('asked')
  }
  try {
    expect(await read(address)).toBeNull()
    expect(calls).toEqual([])
  } finally {
    globalThis.fetch = real
  }
})

test('a host under the provider’s name is asked by HTTPS, also when the address is plain', async () => {
  const real = globalThis.fetch
  const calls: string[] = []
  globalThis.fetch = async (input) => {
    calls.push(String(input))
    return new Response(new Uint8Array(await photo().png().toBuffer()))
  }
  try {
    expect(await read('http://tfs.example.com/images/partner/x')).toMatch(/^data:image\/webp/)
    expect(calls).toEqual(['https://tfs.example.com/images/partner/x'])
  } finally {
    globalThis.fetch = real
  }
})
