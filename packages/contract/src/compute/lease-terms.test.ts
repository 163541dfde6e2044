import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { evenHourFen, leftAfterRulings, stopShares, termHours } from './lease-terms.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const START = new Date('2026-03-01T10:00:00Z')
const after = (ms: number) => new Date(START.getTime() + ms)
const days = (periodDays: number) => ({ periodDays, periodHours: null })
const hours = (periodHours: number) => ({ periodDays: null, periodHours })

describe('ending a lease early', () => {
  it.each([
    ['at its first moment', 0, 1, 29, 957n],
    ['before its first moment, by another clock', -5000, 1, 29, 957n],
    ['in the last moment of its first day', DAY - 1, 1, 29, 957n],
    ['in the first moment of its second day', DAY, 2, 28, 924n],
    ['in its last day but one', 28 * DAY + 1, 29, 1, 33n],
    ['in its last day', 29 * DAY, 30, 0, 0n],
    ['after its end', 40 * DAY, 30, 0, 0n],
  ])('%s gives whole days back that have not begun', (_, ms, used, unused, backFen) => {
    expect(stopShares(990n, days(30), START, after(ms))).toEqual({
      unit: 'day',
      used,
      unused,
      nextAt: after(used * DAY),
      backFen,
      keptFen: 990n - backFen,
    })
  })

  it.each([
    ['at its first moment', 0, 1, 2, 667n],
    ['in the last moment of its first hour', HOUR - 1, 1, 2, 667n],
    ['in the first moment of its second hour', HOUR, 2, 1, 333n],
    ['in its last hour', 2 * HOUR, 3, 0, 0n],
  ])('of a lease by the hour, %s, gives whole hours back that have not begun', (_, ms, used, unused, backFen) => {
    expect(stopShares(1001n, hours(3), START, after(ms))).toEqual({
      unit: 'hour',
      used,
      unused,
      nextAt: after(used * HOUR),
      backFen,
      keptFen: 1001n - backFen,
    })
  })

  it('rounds down to the fen, in one place', () => {
    expect(stopShares(1000n, days(7), START, after(0)).backFen).toBe(857n)
    expect(stopShares(1n, days(7), START, after(0))).toMatchObject({ backFen: 0n, keptFen: 1n })
  })
})

test('a lease is as long as its days or its hours say', () => {
  expect([termHours(days(1)), termHours(days(30)), termHours(hours(2))]).toEqual([24, 720, 2])
})

test('the even price of an hour never sells the whole term below its price', () => {
  expect([evenHourFen(2400n, 1), evenHourFen(2401n, 1), evenHourFen(1n, 30)]).toEqual([100n, 101n, 1n])
})

test('both parts are the whole price, what goes back never rises, and the seller keeps what was earned by the second', () => {
  const lease = fc.tuple(
    fc.bigInt({ min: 1n, max: 10_000_000_000_00n }),
    fc.integer({ min: 1, max: 3600 }),
    fc.boolean(),
  )
  fc.assert(
    fc.property(
      lease,
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.nat(DAY),
      ([fen, count, isHours], part, laterMs) => {
        const [term, unitMs] = isHours ? [hours(count), HOUR] : [days(count), DAY]
        const at = Math.floor(part * count * unitMs)
        const [now, then] = [at, at + laterMs].map((ms) => stopShares(fen, term, START, after(ms)))
        expect(now!.backFen + now!.keptFen).toBe(fen)
        expect(now!.used + now!.unused).toBe(count)
        expect(then!.backFen).toBeLessThanOrEqual(now!.backFen)
        expect(now!.keptFen * BigInt(count * unitMs)).toBeGreaterThanOrEqual(fen * BigInt(Math.min(at, count * unitMs)))
      },
    ),
  )
})

describe('days not begun after rulings', () => {
  it.each([
    ['none', [], 891n],
    ['half of all', [{ refundFen: 495n, restFen: 990n }], 445n],
    ['half, when a tenth was cleared before', [{ refundFen: 445n, restFen: 891n }], 446n],
    [
      'half, and half of what was left',
      [
        { refundFen: 495n, restFen: 990n },
        { refundFen: 200n, restFen: 400n },
      ],
      222n,
    ],
  ])('cost what rulings left of them: %s', (_, ruled, fen) => {
    expect(leftAfterRulings(891n, ruled)).toBe(fen)
  })

  test('with the rulings never bring more than they cost, when they are all that is left', () => {
    fc.assert(
      fc.property(
        fc.bigInt(1n, 10n ** 9n),
        fc.array(fc.integer({ min: 0, max: 99 }), { maxLength: 5 }),
        (price, percents) => {
          let restFen = price
          const ruled = percents.map((percent) => {
            const refundFen = (restFen * BigInt(percent)) / 100n
            restFen -= refundFen
            return { refundFen, restFen: restFen + refundFen }
          })
          expect(leftAfterRulings(price, ruled)).toBe(restFen)
        },
      ),
    )
  })
})
