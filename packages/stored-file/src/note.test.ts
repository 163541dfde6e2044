import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyBytes, flipped, fromHex } from '../test/bytes.ts'
import { FileDamaged, hexOf } from './bytes.ts'
import { isPublicNote, NAME_BYTES, NOTE_BYTES, openNote, publicNote, sealNote, shortName } from './note.ts'

type Golden = {
  cases: { [name in 'fileKey' | 'name' | 'nonce' | 'plainBytes' | 'private' | 'public' | 'vaultKey']: string }[]
}
const golden: Golden = JSON.parse(readFileSync(join(import.meta.dirname, '../../../chain/vectors/note.json'), 'utf8'))
const content = fc.record({
  fileKey: anyBytes(32),
  name: fc.string({ unit: 'grapheme', maxLength: 60 }).map(shortName),
  plainBytes: fc.maxSafeNat(),
})

test('notes are those of the golden vectors, both ways', async () => {
  expect(golden.cases.length).toBeGreaterThan(2)
  for (const one of golden.cases) {
    const [fileKey, vaultKey] = [fromHex(one.fileKey), fromHex(one.vaultKey)]
    const told = { fileKey, name: one.name, plainBytes: Number(one.plainBytes) }
    expect(hexOf(await sealNote(vaultKey, told, fromHex(one.nonce)))).toBe(one.private)
    expect(hexOf(publicNote(told))).toBe(one.public)
    expect(await openNote(fromHex(one.private), vaultKey)).toEqual(told)
    expect(await openNote(fromHex(one.public))).toEqual(told)
  }
})

describe('a private note', () => {
  test('is 256 bytes whatever it holds, and opens with its vault key alone', async () => {
    await fc.assert(
      fc.asyncProperty(content, anyBytes(32), anyBytes(32), async (told, vaultKey, other) => {
        const note = await sealNote(vaultKey, told)
        expect([note.length, isPublicNote(note)]).toEqual([NOTE_BYTES, false])
        expect(await openNote(note, vaultKey)).toEqual(told)
        await expect(openNote(note)).rejects.toThrow(FileDamaged)
        if (hexOf(other) !== hexOf(vaultKey)) await expect(openNote(note, other)).rejects.toThrow(FileDamaged)
      }),
      { numRuns: 40 },
    )
  })

  test('with a flipped bit anywhere is refused', async () => {
    const vaultKey = new Uint8Array(32).fill(7)
    const note = await sealNote(vaultKey, { fileKey: new Uint8Array(32), name: '说明书.pdf', plainBytes: 5 })
    for (let bit = 0; bit < 8 * NOTE_BYTES; bit++)
      await expect(openNote(flipped(note, bit), vaultKey)).rejects.toThrow(FileDamaged)
  })

  test('is another each time it is sealed', async () => {
    const [vaultKey, told] = [new Uint8Array(32), { fileKey: new Uint8Array(32), name: 'a', plainBytes: 1 }]
    expect(hexOf(await sealNote(vaultKey, told))).not.toBe(hexOf(await sealNote(vaultKey, told)))
  })
})

test('bytes that are no note are refused, or read as the note they spell', async () => {
  await expect(openNote(new Uint8Array(255))).rejects.toThrow(FileDamaged)
  await fc.assert(
    fc.asyncProperty(anyBytes(NOTE_BYTES - 1), async (rest) => {
      const note = new Uint8Array([2, ...rest])
      const told = await openNote(note).catch((error: Error) => error)
      if (told instanceof Error) expect(told).toBeInstanceOf(FileDamaged)
      else expect(hexOf(publicNote(told))).toBe(hexOf(note))
    }),
    { numRuns: 60 },
  )
})

test('a name is shortened between its letters, and one too long or a size that is none is not written', () => {
  const long = '众'.repeat(100)
  expect(shortName(long)).toBe('众'.repeat(62))
  expect(shortName(`${'a'.repeat(185)}🙂`)).toBe('a'.repeat(185))
  expect(shortName('b'.repeat(NAME_BYTES))).toHaveLength(NAME_BYTES)
  const told = { fileKey: new Uint8Array(32), name: '', plainBytes: 1 }
  for (const wrong of [{ name: long }, { plainBytes: -1 }, { plainBytes: 0.5 }, { fileKey: new Uint8Array(31) }])
    expect(() => publicNote({ ...told, ...wrong })).toThrow(RangeError)
})
