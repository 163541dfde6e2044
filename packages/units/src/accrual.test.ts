import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accruedFen, perDayFen } from './accrual.ts'

const DAY_MS = 86_400_000
/** A service with whole-day length anywhere between 2000 and 2100 (leap days included), and its price. */
const service = fc
  .record({
    startMs: fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2100, 0, 1) }),
    days: fc.integer({ min: 1, max: 3600 }),
    totalFen: fc.bigInt({ min: 1n, max: 10_000_000_000_00n }),
  })
  .map(({ startMs, days, totalFen }) => ({
    start: new Date(startMs),
    end: new Date(startMs + days * DAY_MS),
    totalFen,
  }))

const momentsWithin = (lengthMs: number) =>
  fc.array(fc.integer({ min: -DAY_MS, max: lengthMs + DAY_MS }), { maxLength: 40 })

describe('linear accrual by second', () => {
  it('is nothing at the start and the whole total at the end', () => {
    fc.assert(
      fc.property(service, ({ start, end, totalFen }) => {
        expect(accruedFen(totalFen, start, end, start)).toBe(0n)
        expect(accruedFen(totalFen, start, end, new Date(start.getTime() - 1))).toBe(0n)
        expect(accruedFen(totalFen, start, end, end)).toBe(totalFen)
        expect(accruedFen(totalFen, start, end, new Date(end.getTime() + 1))).toBe(totalFen)
      }),
    )
  })

  it('never falls over time and never exceeds the total', () => {
    fc.assert(
      fc.property(
        service.chain((s) => fc.tuple(fc.constant(s), momentsWithin(s.end.getTime() - s.start.getTime()))),
        ([{ start, end, totalFen }, offsets]) => {
          let last = 0n
          for (const offset of [...offsets].sort((a, b) => a - b)) {
            const now = accruedFen(totalFen, start, end, new Date(start.getTime() + offset))
            expect(now >= last && now <= totalFen).toBe(true)
            last = now
          }
        },
      ),
    )
  })

  it('gives parts that sum to the total exactly for any moments of clearing', () => {
    fc.assert(
      fc.property(
        service.chain((s) => fc.tuple(fc.constant(s), momentsWithin(s.end.getTime() - s.start.getTime()))),
        ([{ start, end, totalFen }, offsets]) => {
          let cleared = 0n
          const moments = [...offsets].sort((a, b) => a - b).map((ms) => new Date(start.getTime() + ms))
          for (const now of [...moments, end]) {
            const part = accruedFen(totalFen, start, end, now) - cleared
            expect(part >= 0n).toBe(true)
            cleared += part
          }
          expect(cleared).toBe(totalFen)
        },
      ),
    )
  })

  it('counts whole seconds only, within one fen of the exact share', () => {
    fc.assert(
      fc.property(service, fc.integer({ min: 0, max: 86_399 }), fc.integer({ min: 0, max: 999 }), (s, seconds, ms) => {
        const whole = accruedFen(s.totalFen, s.start, s.end, new Date(s.start.getTime() + seconds * 1000))
        const within = accruedFen(s.totalFen, s.start, s.end, new Date(s.start.getTime() + seconds * 1000 + ms))
        expect(within).toBe(whole)
        const lengthSeconds = BigInt(s.end.getTime() - s.start.getTime()) / 1000n
        expect(whole * lengthSeconds <= s.totalFen * BigInt(seconds)).toBe(true)
        expect((whole + 1n) * lengthSeconds > s.totalFen * BigInt(seconds)).toBe(true)
      }),
    )
  })

  it('says the income of one day, also of a service that lasts some hours', () => {
    const start = new Date('2026-01-01T00:00:00Z')
    expect(perDayFen(23_990n, start, new Date('2026-01-31T00:00:00Z'))).toBe(799n)
    expect(perDayFen(990n, start, new Date('2026-01-02T00:00:00Z'))).toBe(990n)
    expect(perDayFen(990n, start, new Date('2026-01-01T12:00:00Z'))).toBe(1980n)
    expect(perDayFen(990n, start, start)).toBe(990n)
  })
})
