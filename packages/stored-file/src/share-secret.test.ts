import { expect, test } from 'vitest'
import { FileDamaged } from './bytes.ts'
import { readShareSecret, writeShareSecret } from './share-secret.ts'

const content = {
  fileKey: Uint8Array.from({ length: 32 }, (_, i) => 255 - i),
  name: '相片/假期 a+b.png',
  plainBytes: 123_456,
}

test('the secret part of a link holds key, name and size, in letters that need no escaping', async () => {
  const text = writeShareSecret(content)
  expect(text).toMatch(/^[A-Za-z0-9_-]+$/)
  expect(await readShareSecret(text)).toEqual(content)
  const empty = { ...content, name: '', plainBytes: 0, fileKey: new Uint8Array(32) }
  expect(await readShareSecret(writeShareSecret(empty))).toEqual(empty)
})

test('a secret part that is missing, cut short inside its name, too long or of something else does not open', async () => {
  const text = writeShareSecret(content)
  for (const wrong of ['', text.slice(0, -6), 'A'.repeat(400), '众', text.replace(/^./, 'B')])
    await expect(readShareSecret(wrong)).rejects.toThrow()
  await expect(readShareSecret('')).rejects.toThrow(FileDamaged)
})
