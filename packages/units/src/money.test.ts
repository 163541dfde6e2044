import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatYuan, parseYuan } from './money.ts'

describe('an amount in yuan', () => {
  it.each([
    ['9.9', 990n],
    ['239.90', 23_990n],
    ['0.01', 1n],
    ['0', 0n],
    ['99999999999', 9_999_999_999_900n],
  ])('%s is read as %d fen', (text, fen) => {
    expect(parseYuan(text)).toBe(fen)
  })

  it.each(['', '.5', '1.', '1.234', '-1', '+1', '1e3', '0x10', '1,000', ' 1', '１', '999999999999'])(
    '%j is no amount: digits with at most two decimals only',
    (text) => {
      expect(parseYuan(text)).toBeUndefined()
    },
  )

  it('is written with two decimals and reads back as the same', () => {
    expect([formatYuan(990n), formatYuan(-5n), formatYuan(0n)]).toEqual(['9.90', '-0.05', '0.00'])
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 9_999_999_999_999n }), (fen) => {
        expect(parseYuan(formatYuan(fen))).toBe(fen)
      }),
    )
  })
})
