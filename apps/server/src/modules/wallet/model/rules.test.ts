import { readBillTime } from '@trove/units/bill-time'
import { expect, test } from 'vitest'
import { maskName } from '../../../platform/base/mask-name.ts'
import { nextWatch, payoutAmount, retryAfterMs } from './rules.ts'

test.each([
  [0n, undefined],
  [9n, undefined],
  [-5n, undefined],
  [10n, 10n],
  [4_999_999n, 4_999_999n],
  [5_000_001n, 5_000_000n],
])('of %s fen payable, %s are paid out at once', (payable, amount) => {
  expect(payoutAmount(payable)).toBe(amount)
})

test.each([
  ['陈', '*'],
  ['陈木', '陈*'],
  ['陈嘉木', '陈*木'],
  ['欧阳娜娜', '欧**娜'],
  ['Grace Hopper', 'G********r'],
  ['𠮷野家', '𠮷*家'],
])('the name %s is shown as %s', (name, shown) => {
  expect(maskName(name)).toBe(shown)
})

test.each([
  ['2026-11-21', 'start', '2026-11-20T16:00:00.000Z'],
  ['2026-11-21', 'end', '2026-11-21T16:00:00.000Z'],
  ['2024-02-29', 'start', '2024-02-28T16:00:00.000Z'],
  ['2026-11-21 08:30', 'start', '2026-11-21T00:30:00.000Z'],
  ['2026-11-21T08:30:15', 'end', '2026-11-21T00:30:15.000Z'],
  ['2026-11-21T08:30:15Z', 'end', '2026-11-21T08:30:15.000Z'],
  ['2026-11-21T08:30:15.5+02:00', 'end', '2026-11-21T06:30:15.500Z'],
] as const)('the bill reads %s (%s) as %s', (text, edge, moment) => {
  expect(readBillTime(text, edge)?.toISOString()).toBe(moment)
})

test.each([
  '',
  'today',
  '2026-13-01',
  '2025-02-29',
  '2026-11-21 25:00',
  '2026-02-30 10:00',
  '2026-02-30T10:00:00Z',
  '1732000000',
  '2026/11/21',
  "2026-11-21'",
])('the bill does not take %j for a time', (text) => {
  expect(readBillTime(text, 'start')).toBeUndefined()
})

test('a paid payout is watched for a week', () => {
  const paidAt = new Date('2026-11-21T00:00:00Z')
  const hours: number[] = []
  for (let now: Date | null = paidAt; now; ) {
    now = nextWatch(paidAt, now)
    if (now) hours.push((now.getTime() - paidAt.getTime()) / 3_600_000)
  }
  expect(hours).toEqual([1 / 6, 1, 6, 24, 72, 168])
  expect([1, 2, 11, 12].map((asks) => retryAfterMs(asks) / 1000)).toEqual([5, 60, 60, 600])
})
