import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { stopShares } from './lease-terms.ts'

const DAY = 86_400_000
const START = new Date('2026-03-01T10:00:00Z')
const after = (ms: number) => new Date(START.getTime() + ms)

describe('ending a lease early', () => {
  it.each([
    ['at its first moment', 0, 1, 29, 957n],
    ['before its first moment, by another clock', -5000, 1, 29, 957n],
    ['in the last moment of its first day', DAY - 1, 1, 29, 957n],
    ['in the first moment of its second day', DAY, 2, 28, 924n],
    ['in its last day but one', 28 * DAY + 1, 29, 1, 33n],
    ['in its last day', 29 * DAY, 30, 0, 0n],
    ['after its end', 40 * DAY, 30, 0, 0n],
  ])('%s gives whole days back that have not begun', (_, ms, usedDays, unusedDays, backFen) => {
    expect(stopShares(990n, 30, START, after(ms))).toEqual({ usedDays, unusedDays, backFen, keptFen: 990n - backFen })
  })

  it('rounds down to the fen, in one place', () => {
    expect(stopShares(1000n, 7, START, after(0)).backFen).toBe(857n)
    expect(stopShares(1n, 7, START, after(0))).toMatchObject({ backFen: 0n, keptFen: 1n })
  })
})

test('both parts are the whole price, what goes back never rises, and the seller keeps what was earned by the second', () => {
  const lease = fc.tuple(fc.bigInt({ min: 1n, max: 10_000_000_000_00n }), fc.integer({ min: 1, max: 3600 }))
  fc.assert(
    fc.property(lease, fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(DAY), ([fen, days], part, laterMs) => {
      const at = Math.floor(part * days * DAY)
      const [now, then] = [at, at + laterMs].map((ms) => stopShares(fen, days, START, after(ms)))
      expect(now!.backFen + now!.keptFen).toBe(fen)
      expect(now!.usedDays + now!.unusedDays).toBe(days)
      expect(then!.backFen).toBeLessThanOrEqual(now!.backFen)
      expect(now!.keptFen * BigInt(days * DAY)).toBeGreaterThanOrEqual(fen * BigInt(Math.min(at, days * DAY)))
    }),
  )
})
