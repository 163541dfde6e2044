import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSealer, type Kek, readKeks } from './sealing.ts'

const kek = (id: string): Kek => ({ id, key: randomBytes(32) })
const indexKey = randomBytes(32)
const AAD = 'compute_offer.password:abc'

test('what is sealed opens again, whatever the text', async () => {
  const sealer = createSealer([kek('a')], indexKey)
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (text) => {
      const wellFormed = text.toWellFormed()
      expect(await sealer.open(await sealer.seal(wellFormed, AAD), AAD)).toBe(wellFormed)
    }),
    { numRuns: 100 },
  )
})

test('the same text is sealed differently each time and does not show', async () => {
  const sealer = createSealer([kek('a')], indexKey)
  const [first, second] = await Promise.all([sealer.seal('hunter2hunter2', AAD), sealer.seal('hunter2hunter2', AAD)])
  expect(first.equals(second)).toBe(false)
  expect(first.includes('hunter2')).toBe(false)
})

test('a sealed value does not open in another row, or when one bit is changed', async () => {
  const sealer = createSealer([kek('a')], indexKey)
  const sealed = await sealer.seal('secret', AAD)
  await expect(sealer.open(sealed, 'compute_offer.password:other')).rejects.toThrow()
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    await expect(sealer.open(changed, AAD)).rejects.toThrow()
  }
  await expect(sealer.open(sealed.subarray(0, 40), AAD)).rejects.toThrow('not a sealed value')
})

test('after a rotation old values still open, are rewrapped once, and no longer need the old key', async () => {
  const [old, fresh] = [kek('2025'), kek('2026')]
  const sealed = await createSealer([old], indexKey).seal('secret', AAD)
  const both = createSealer([fresh, old], indexKey)
  expect(await both.open(sealed, AAD)).toBe('secret')
  const rewrapped = await both.rewrap(sealed)
  expect(rewrapped).toBeDefined()
  expect(await both.rewrap(rewrapped!)).toBeUndefined()
  expect(await createSealer([fresh], indexKey).open(rewrapped!, AAD)).toBe('secret')
  await expect(createSealer([fresh], indexKey).open(sealed, AAD)).rejects.toThrow('2025')
})

test('the blind index finds equal texts, keeps columns apart and outlives a rotation', () => {
  const before = createSealer([kek('a')], indexKey)
  const after = createSealer([kek('b')], indexKey)
  expect(before.blindIndex('13800000002', 'phone').equals(after.blindIndex('１３８００００００02', 'phone'))).toBe(true)
  expect(before.blindIndex('13800000002', 'phone').equals(before.blindIndex('13800000002', 'alipay'))).toBe(false)
})

test('keys are read newest first and refused when malformed or doubled', () => {
  const [a, b] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')]
  expect(readKeks(`new:${a}, old:${b}`).map(({ id }) => id)).toEqual(['new', 'old'])
  expect(readKeks(a)[0]?.id).toMatch(/^[0-9a-f]{8}$/)
  for (const bad of ['', 'x', `k:${a},k:${b}`, `bad name:${a}`]) expect(() => readKeks(bad)).toThrow()
})

test('a key of the future opens but does not seal, and what lies under it is not wrapped back', async () => {
  const [now, later] = [kek('now'), kek('later')]
  const sealer = createSealer([now], indexKey, [later])
  const byNext = await createSealer([later, now], indexKey).seal('secret', AAD)
  expect(await sealer.open(byNext, AAD)).toBe('secret')
  expect(await createSealer([now], indexKey).open(await sealer.seal('x', AAD), AAD)).toBe('x')
  expect([sealer.freshKeyIds, sealer.hasOlderKeys]).toEqual([['now', 'later'], false])
})
