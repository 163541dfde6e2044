import { uploadAvatar } from '@trove/contract/files/routes'
import { memberInfo } from '@trove/contract/identity/routes'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startWorld, type World, type WorldUser } from '../../../test/world/world.ts'
import { encodeAvatar } from './model/drawing.ts'

let world: World
let as: WorldUser
beforeAll(async () => {
  world = await startWorld({ hasPayment: false })
  as = await world.signIn('13500000001')
})
afterAll(() => world?.stop())

/** A picture with a place and an author in its metadata. */
function photo(width = 900, height = 600): ReturnType<typeof sharp> {
  return sharp({ create: { width, height, channels: 3, background: '#3a7' } }).withExif({
    IFD0: { Artist: 'canary-author', Copyright: 'canary-owner' },
    IFD3: { GPSLatitude: '31/1 13/1 0/1', GPSLatitudeRef: 'N' },
  })
}

/** Noise, which compresses worst. */
function noise(side: number): Promise<Buffer> {
  return sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 90 },
    },
  })
    .png()
    .toBuffer()
}

function send(content: Buffer | string, fields: Record<string, string> = {}, name = 'photo.jpg'): Promise<Response> {
  const form = new FormData()
  form.set('file', new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), name)
  for (const [key, value] of Object.entries(fields)) form.set(key, value)
  return post(form)
}
const post = (body: FormData | string, headers: Record<string, string> = {}) =>
  world.raw(uploadAvatar.path, {
    method: 'POST',
    body,
    headers: { authorization: `Bearer ${as.accessToken}`, ...headers },
  })
const errorOf = async (answer: Response) => ((await answer.json()) as { error: string }).error

describe('an avatar', () => {
  test.each(['jpeg', 'png', 'webp'] as const)(
    'sent as %s is stored as a small square without metadata',
    async (format) => {
      const answer = await send(await photo().toFormat(format).toBuffer(), { userId: as.userId })
      const { code, data } = (await answer.json()) as { code: number; data: { headImgUrl: string } }
      expect(code).toBe(200)
      expect(data.headImgUrl).toMatch(/^\/files\/public\/[0-9a-f]{32}\.webp$/)
      expect(await world.call(memberInfo, {}, { as })).toMatchObject({
        headImgUrl: data.headImgUrl,
        avatarUrl: data.headImgUrl,
      })
      const shown = await world.raw(data.headImgUrl)
      const bytes = Buffer.from(await shown.arrayBuffer())
      const facts = await sharp(bytes).metadata()
      expect(facts).toMatchObject({ format: 'webp', width: 512, height: 512 })
      expect(facts.exif).toBeUndefined()
      expect(bytes.includes('canary')).toBe(false)
      expect(bytes.length).toBeLessThanOrEqual(200 * 1024)
    },
  )

  test('is served for ever, as an image and nothing else', async () => {
    const { data } = (await (await send(await photo().jpeg().toBuffer())).json()) as { data: { headImgUrl: string } }
    const { headers, status } = await world.raw(data.headImgUrl)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('image/webp')
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
    expect((await world.raw(`/files/public/${'0'.repeat(32)}.webp`)).status).toBe(404)
    expect((await world.raw('/files/public/..%2f..%2fsecret.webp')).status).toBe(400)
  })

  test('takes the place of the one before, whose file goes away', async () => {
    const upload = async () =>
      ((await (await send(await photo().jpeg().toBuffer())).json()) as { data: { headImgUrl: string } }).data.headImgUrl
    const first = await upload()
    const second = await upload()
    await world.settle()
    expect((await world.raw(first)).status).toBe(404)
    expect((await world.raw(second)).status).toBe(200)
    expect(await world.platform.blobs.list('public/')).toEqual([second.replace('/files/', '')])
  })

  test('uploaded many times at once leaves one file, the one that is shown', async () => {
    const image = await photo().jpeg().toBuffer()
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(image)))
    expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(200))
    await world.settle()
    const { headImgUrl } = await world.call(memberInfo, {}, { as })
    expect(await world.platform.blobs.list('public/')).toEqual([headImgUrl!.replace('/files/', '')])
  })

  test('of another person cannot be set', async () => {
    const answer = await send(await photo().jpeg().toBuffer(), { userId: 'somebody-else' })
    expect(answer.status).toBe(403)
    expect(await errorOf(answer)).toBe('session.forbidden')
  })

  test('from a visitor is refused', async () => {
    expect((await post(new FormData(), { authorization: '' })).status).toBe(401)
  })
})

describe('what is no avatar is refused', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><script>alert(1)</script></svg>'
  test.each<[string, () => Promise<Buffer | string> | string, string]>([
    ['an SVG', () => svg, 'files.not-an-image'],
    ['an SVG with an XML head', () => `<?xml version="1.0"?>${svg}`, 'files.not-an-image'],
    ['a page', () => '<!doctype html><script>alert(1)</script>', 'files.not-an-image'],
    ['a GIF', () => photo(64, 64).gif().toBuffer(), 'files.not-an-image'],
    ['a TIFF', () => photo(64, 64).tiff().toBuffer(), 'files.not-an-image'],
    ['half a JPEG', async () => (await photo().jpeg().toBuffer()).subarray(0, 900), 'files.not-an-image'],
    ['the head of a PNG', () => Promise.resolve(Buffer.from('89504e470d0a1a0a0000', 'hex')), 'files.not-an-image'],
    ['an image of 8 pixels', () => photo(8, 8).png().toBuffer(), 'files.dimensions'],
    ['a line', () => photo(12_001, 16).png().toBuffer(), 'files.dimensions'],
    ['a pixel bomb', bomb, 'files.dimensions'],
    ['nothing', () => '', 'files.missing'],
  ])('%s', async (_, make, code) => {
    const answer = await send(await make())
    expect(await errorOf(answer)).toBe(code)
    expect(answer.status).toBe(400)
  })

  test('with more fields than there are is malformed, and not called too large', async () => {
    const fields = Object.fromEntries(Array.from({ length: 6 }, (_, at) => [`field${at}`, 'x']))
    const answer = await send(await photo().jpeg().toBuffer(), fields)
    expect([answer.status, await errorOf(answer)]).toEqual([400, 'request.invalid'])
  })
  test('more than 8 MB', async () => {
    const answer = await send(Buffer.alloc(8 * 1024 * 1024 + 1))
    expect(answer.status).toBe(413)
    expect(await answer.json()).toMatchObject({ error: 'files.too-large', message: '图片不能超过 8 MB' })
  })

  test('no form, a form without the file, a form that breaks off', async () => {
    expect((await post('{}', { 'content-type': 'application/json' })).status).toBe(415)
    const other = new FormData()
    other.set('picture', new Blob(['x']), 'x.png')
    expect(await errorOf(await post(other))).toBe('files.missing')
    const cut = '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nabc'
    const answer = await post(cut, { 'content-type': 'multipart/form-data; boundary=b' })
    expect(answer.status).toBe(400)
  })
})

test('the noisiest picture, and one above 2 MB, still fits into 200 KB', async () => {
  const picture = await noise(1200)
  expect(picture.length).toBeGreaterThan(2 * 1024 * 1024)
  expect((await encodeAvatar(picture)).length).toBeLessThanOrEqual(200 * 1024)
})

test('a picture taken sideways is stored upright', async () => {
  const half = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#000' } })
    .png()
    .toBuffer()
  const sideways = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#fff' } })
    .composite([{ input: half, top: 0, left: 0 }])
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const { data, info } = await sharp(await encodeAvatar(sideways))
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => data[(y * info.width + x) * info.channels]!
  // Turned clockwise: the dark upper half lies on the right.
  expect(at(480, 256)).toBeLessThan(60)
  expect(at(30, 256)).toBeGreaterThan(200)
})

/** 11,000 by 11,000 pixels in a few hundred KB. */
function bomb(): Promise<Buffer> {
  return sharp({ create: { width: 11_000, height: 11_000, channels: 3, background: '#000' }, limitInputPixels: false })
    .png({ compressionLevel: 9 })
    .toBuffer()
}

test('pictures of one person are drawn so often and no more', async () => {
  const eager = await world.signIn('13500000002')
  const upload = () => post(new FormData(), { authorization: `Bearer ${eager.accessToken}` })
  const errors = []
  for (let i = 0; i < 61; i++) errors.push(await errorOf(await upload()))
  expect(errors).toEqual([...Array(60).fill('files.missing'), 'request.too-frequent'])
})
