import { describe, expect, it } from 'vitest'
import { startLanguage } from '../session/language.ts'
import { accruedText, fenOf, moneyText, perDayText } from './money.ts'

describe('sums over wire amounts', () => {
  it('reads amounts into fen with their sign', () => {
    expect(fenOf('0.10')).toBe(10n)
    expect(fenOf('-239.90')).toBe(-23990n)
    expect(() => fenOf('abc')).toThrow()
  })

  it('counts income up between two answers and stops at the whole amount', () => {
    expect(accruedText('1.00', '24.00', 0, '50.00')).toBe('1.0000')
    expect(accruedText('1.00', '24.00', 3_600_000, '50.00')).toBe('2.0000')
    expect(accruedText('0.00', '8.64', 1_000, '50.00')).toBe('0.0001')
    expect(accruedText('49.99', '24.00', 86_400_000, '50.00')).toBe('50.0000')
    expect(accruedText('1.00', '24.00', -5_000, '50.00')).toBe('1.0000')
  })

  it('says what a lease earns a day', () => {
    expect(perDayText('9.90', 30)).toBe('0.33')
    expect(perDayText('0.05', 7)).toBe('0.00')
    expect(perDayText('', 7)).toBeUndefined()
    expect(perDayText('9.9', 0)).toBeUndefined()
  })

  it.each([
    ['12888', '¥12,888.00'],
    ['9.9', '¥9.90'],
    ['-1234567.05', '-¥1,234,567.05'],
    ['90071992547409931.01', '¥90,071,992,547,409,931.01'],
  ])('writes %s in the one way money is written', async (amount, words) => {
    await startLanguage('zh-CN')
    expect(moneyText(amount)).toBe(words)
  })
})
