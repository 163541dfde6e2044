import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyBytes } from '../test/bytes.ts'
import { FileDamaged, hexOf } from './bytes.ts'
import { boxVaultKey, newVaultKey, unboxVaultKey, vaultKeyOf, wordsOf } from './vault.ts'

/** The least that is taken, so that tests end soon. */
const CHEAP = { memoryKib: 8192, passes: 1 }

describe('the box of a vault key', () => {
  test('opens with its passphrase and no other, however the keyboard spells its letters', async () => {
    const key = newVaultKey()
    const box = await boxVaultKey(key, 'ein schlü\u0073sel 密码', CHEAP)
    expect(hexOf(await unboxVaultKey(box, 'ein schlu\u0308ssel 密码'))).toBe(hexOf(key))
    for (const other of ['ein schlüssel 密碼', 'Ein schlüssel 密码', ' '])
      await expect(unboxVaultKey(box, other)).rejects.toThrow(FileDamaged)
    await expect(unboxVaultKey(box, '')).rejects.toThrow(RangeError)
    expect(await boxVaultKey(key, 'same', CHEAP)).not.toBe(await boxVaultKey(key, 'same', CHEAP))
  })

  test('costs 64 MiB and three passes a guess, unless it says otherwise', async () => {
    const key = newVaultKey()
    const box = await boxVaultKey(key, 'a passphrase')
    expect(box).toMatch(/^trove-vault:1:argon2id:65536:3:/)
    expect(hexOf(await unboxVaultKey(box, 'a passphrase'))).toBe(hexOf(key))
  })

  test('was made before and still opens', async () => {
    expect(
      hexOf(
        await unboxVaultKey(
          'trove-vault:1:argon2id:8192:1:7Qm21-dghvw6Lrc1VuR_lg:KGN28qaruS6g-cBw:lQhP7HUVBcQHN7Nbbjjwu_YZYxyvwcLD2NMnjiXOYRQ7Vxpka0s-j5VBuj3xx0sK',
          'an old passphrase',
        ),
      ),
    ).toBe('07'.repeat(32))
  })

  test('with another letter anywhere is refused', async () => {
    const box = await boxVaultKey(newVaultKey(), 'a passphrase', CHEAP)
    const damage = fc.record({ at: fc.nat(box.length - 1), letter: fc.constantFrom(...'AZaz09-_:=+/ \n') })
    await fc.assert(
      fc.asyncProperty(damage, async ({ at, letter }) => {
        const other = box.slice(0, at) + letter + box.slice(at + 1)
        if (other !== box) await expect(unboxVaultKey(other, 'a passphrase')).rejects.toThrow(FileDamaged)
      }),
      { numRuns: 60 },
    )
  })

  test('that would cost hours is not tried', async () => {
    const [head, ...rest] = (await boxVaultKey(newVaultKey(), 'p', CHEAP)).split(':8192:1:')
    for (const cost of ['99999999:1', '8192:99', '1:1', '8192:0', '08192:1'])
      await expect(unboxVaultKey([head, ...rest].join(`:${cost}:`), 'p')).rejects.toThrow('no box')
    await expect(unboxVaultKey('', 'p')).rejects.toThrow(FileDamaged)
  })
})

describe('recovery words', () => {
  test('are 24, in either language, and spell the key again however they are typed', () => {
    fc.assert(
      fc.property(anyBytes(32), fc.constantFrom('zh' as const, 'en' as const), (key, language) => {
        const words = wordsOf(key, language)
        expect(words.split(' ')).toHaveLength(24)
        expect(hexOf(vaultKeyOf(words))).toBe(hexOf(key))
        expect(hexOf(vaultKeyOf(`\n ${words.toUpperCase().replaceAll(' ', '  \t')} `))).toBe(hexOf(key))
      }),
      { numRuns: 50 },
    )
  })

  test('are those of BIP-39', () => {
    expect(wordsOf(new Uint8Array(32), 'en')).toBe(`${'abandon '.repeat(23)}art`)
  })

  test('that are too few, unknown or do not fit together are refused', () => {
    const words = wordsOf(new Uint8Array(32).fill(9), 'en').split(' ')
    const wrong = [words.slice(1), [...words, 'art'], ['trove', ...words.slice(1)], [], words.slice(0, 12)]
    for (const other of wrong) expect(() => vaultKeyOf(other.join(' '))).toThrow(FileDamaged)
    // Twelve words that BIP-39 takes are another person's wallet, not a vault.
    expect(() => vaultKeyOf(`${'abandon '.repeat(11)}about`)).toThrow(FileDamaged)
  })
})
