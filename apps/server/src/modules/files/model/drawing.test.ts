import { statusOf } from '@trove/contract/errors/all'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { refuseBroken } from './drawing.ts'

const draw = (content: Buffer) => sharp(content).webp().toBuffer()

test('a picture that takes longer than the limit is refused as slow, not as the sender’s fault', async () => {
  // A median over so wide a window takes minutes: the shortest limit of the decoder is over long before.
  const large = sharp({ create: { width: 4000, height: 4000, channels: 3, background: '#abc' } })
  const drawing = refuseBroken(() => large.median(61).webp().timeout({ seconds: 1 }).toBuffer())
  await expect(drawing).rejects.toMatchObject({ code: 'files.picture-slow' })
  expect(statusOf('files.picture-slow')).toBe(503)
})

test('what the decoder cannot read is no image', async () => {
  const drawing = refuseBroken(() => draw(Buffer.from('timeout: no picture')))
  await expect(drawing).rejects.toMatchObject({ code: 'files.not-an-image' })
})
