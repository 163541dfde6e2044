import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatTtc, parseTtc, TTC } from './token.ts'

const units = fc.bigInt({ min: 0n, max: 10n ** 38n - 1n })

test('an amount reads back exactly as it was written', () => {
  fc.assert(fc.property(units, (amount) => parseTtc(formatTtc(amount)) === amount))
})

test('cutting decimals never shows more than there is', () => {
  fc.assert(
    fc.property(units, fc.integer({ min: 0, max: 12 }), (amount, most) => {
      const shown = parseTtc(formatTtc(amount, { most }))!
      return shown <= amount && amount - shown < 10n ** BigInt(12 - most)
    }),
  )
})

test.each([
  ['1', TTC],
  ['0.5', TTC / 2n],
  ['0.000000000001', 1n],
  ['9007.199254740993', 9_007_199_254_740_993n],
])('%s TTC is %s units', (text, amount) => {
  expect(parseTtc(text)).toBe(amount)
})

test.each(['', '-1', '+1', '1e3', '1.', '.5', '1.0000000000001', '１', '1,000', ' 1', 'NaN', '0x10'])(
  '"%s" is no amount',
  (text) => {
    expect(parseTtc(text)).toBeUndefined()
  },
)

test('a price shows six decimals, a debt its sign, and next to nothing no sign at all', () => {
  expect(formatTtc(32_720_000_000n, { least: 6, most: 6 })).toBe('0.032720')
  expect(formatTtc((-3n * TTC) / 2n)).toBe('-1.5')
  expect(formatTtc(-1n, { least: 2, most: 6 })).toBe('0.00')
  expect(formatTtc(0n)).toBe('0')
})
