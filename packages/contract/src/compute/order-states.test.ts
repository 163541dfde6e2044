import { describe, expect, it } from 'vitest'
import { isLeaseEnding, leaseNotice, type OrderOnWire, orderActions } from './order-states.ts'

const DAY_MS = 86_400_000
const NOW = new Date('2026-03-01T00:00:00Z')
const after = (ms: number) => new Date(NOW.getTime() + ms)

describe('the time left of a lease', () => {
  it.each<[string, number, ReturnType<typeof leaseNotice>]>([
    ['one millisecond too late', -1, { kind: 'hidden' }],
    ['this very moment', 0, { kind: 'expires-soon' }],
    ['one millisecond under a day', DAY_MS - 1, { kind: 'expires-soon' }],
    ['a day', DAY_MS, { kind: 'expires-in', days: 1 }],
    ['just under two days', 2 * DAY_MS - 1, { kind: 'expires-in', days: 1 }],
    ['seven days', 7 * DAY_MS, { kind: 'expires-in', days: 7 }],
    ['just under eight days', 8 * DAY_MS - 1, { kind: 'expires-in', days: 7 }],
    ['eight days', 8 * DAY_MS, { kind: 'serving' }],
  ])('is worded right at %s', (_, leftMs, notice) => {
    expect(leaseNotice(after(leftMs - 30 * DAY_MS), after(leftMs), NOW)).toEqual(notice)
  })

  it.each<[string, number, number, ReturnType<typeof leaseNotice>]>([
    ['two hours, at its beginning', 2, 2, { kind: 'serving' }],
    ['two hours, with a quarter of an hour left', 2, 0.25, { kind: 'serving' }],
    ['two hours, in its last tenth', 2, 0.2, { kind: 'expires-soon' }],
    ['two hours, when it is over', 2, -0.01, { kind: 'hidden' }],
    ['a day, at its last moment but one day', 24, 23.9, { kind: 'expires-soon' }],
  ])('is worded by its own length for a lease of %s', (_, hours, left, notice) => {
    const end = after((left * DAY_MS) / 24)
    expect(leaseNotice(new Date(end.getTime() - (hours * DAY_MS) / 24), end, NOW)).toEqual(notice)
  })

  it.each([
    ['a year, three days before its end', 360, 3 * DAY_MS, true],
    ['a year, a moment earlier', 360, 3 * DAY_MS + 1, false],
    ['a week, in its last tenth', 7, 0.7 * DAY_MS, true],
    ['a week, at its beginning', 7, 7 * DAY_MS, false],
    ['a day, with half of it left', 1, 0.5 * DAY_MS, false],
  ])('comes to its end for a lease of %s: %s days, %s ms left', (_, days, leftMs, isEnding) => {
    const end = after(leftMs)
    expect(isLeaseEnding(new Date(end.getTime() - days * DAY_MS), end, NOW)).toBe(isEnding)
  })
})

describe('what a role can do', () => {
  const order = (change: Partial<OrderOnWire>): OrderOnWire => ({
    orderState: 'PaymentSuccessful',
    superPointsStatus: null,
    expiresAt: after(60_000).toISOString(),
    serveEndTime: null,
    ...change,
  })
  it('lets the buyer pay until it expires, and cancel while it is unpaid', () => {
    expect(orderActions(order({ orderState: 'ToBePaid' }), 'buyer', NOW)).toEqual(['pay', 'cancel'])
    expect(orderActions(order({ orderState: 'ToBePaid', expiresAt: NOW.toISOString() }), 'buyer', NOW)).toEqual([
      'cancel',
    ])
    expect(orderActions(order({ orderState: 'ToBePaid' }), 'seller', NOW)).toEqual([])
    expect(orderActions(order({ orderState: 'PaymentFailed' }), 'buyer', NOW)).toEqual([])
  })
  it('lets the buyer in during the service window only', () => {
    const serving = order({ superPointsStatus: 1, serveEndTime: after(1).toISOString() })
    expect(orderActions(serving, 'buyer', NOW)).toEqual(['open-access'])
    expect(orderActions(serving, 'buyer', after(1))).toEqual([])
    expect(orderActions(order({ superPointsStatus: 0 }), 'buyer', NOW)).toEqual([])
  })
  it('lets the seller clear while serving and after the end', () => {
    for (const status of [0, 1, 2, 3, null] as const)
      expect(orderActions(order({ superPointsStatus: status }), 'seller', NOW)).toEqual(
        status === 1 || status === 2 ? ['clear'] : [],
      )
  })
})
