import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { downtimeFen, isOwnOutage, isPaidBack } from './downtime.ts'

const days = (periodDays: number) => ({ periodDays, periodHours: null })

describe('minutes of downtime', () => {
  it.each([
    ['37 minutes of a day at 14.40', 1440n, days(1), 37, 37n],
    ['a whole day', 1440n, days(1), 1440, 1440n],
    ['37 minutes of a month at 9.90', 990n, days(30), 37, 0n],
    ['a day and a minute of a month at 9.90', 990n, days(30), 1441, 33n],
    ['none', 990n, days(30), 0, 0n],
    ['37 minutes of two hours at 12.00', 2400n, { periodDays: null, periodHours: 2 }, 37, 740n],
  ])('%s', (_, amountFen, term, minutes, fen) => {
    expect(downtimeFen(amountFen, term, minutes)).toBe(fen)
  })

  it('go back when they are too many for a restart', () => {
    expect([1, 10, 11, 37].map(isPaidBack)).toEqual([false, false, true, true])
  })
})

describe('an outage of our own', () => {
  it.each([
    ['all answer', 5, 0, false],
    ['the only seller is silent', 1, 1, true],
    ['one of two is silent', 2, 1, false],
    ['both are', 2, 2, true],
    ['two of five are', 5, 2, true],
    ['a fifth of a hundred is', 100, 20, false],
    ['more than a fifth is', 100, 21, true],
    ['nobody was asked', 0, 0, false],
  ])('%s', (_, sellers, silentSellers, isOurs) => {
    expect(isOwnOutage({ sellers, silentSellers })).toBe(isOurs)
  })
})

test('silences paid one by one give what their sum gives, never more than the price, and less than a fen too little', () => {
  const lease = fc.tuple(fc.bigInt({ min: 1n, max: 10_000_000_000_00n }), fc.integer({ min: 1, max: 3600 }))
  fc.assert(
    fc.property(lease, fc.array(fc.integer({ min: 1, max: 3000 }), { maxLength: 30 }), ([fen, length], silences) => {
      let [minutes, paid] = [0, 0n]
      for (const silence of silences) {
        if (minutes + silence > length * 1440) break
        minutes += silence
        const part = downtimeFen(fen, days(length), minutes) - paid
        expect(part).toBeGreaterThanOrEqual(0n)
        paid += part
      }
      const [exact, all] = [fen * BigInt(minutes), BigInt(length * 1440)]
      expect(paid * all).toBeLessThanOrEqual(exact)
      expect((paid + 1n) * all).toBeGreaterThan(exact)
      expect(paid).toBeLessThanOrEqual(fen)
    }),
  )
})
