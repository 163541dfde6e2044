import { describe, expect, it } from 'vitest'
import { pollAfterMs } from '../../../market/orders/use-pay-result.ts'
import { isMoving } from './order-face.tsx'
import { standingOf } from './order-standing.tsx'

const order = {
  orderState: 'PaymentSuccessful',
  closeReason: null,
  superPointsStatus: null,
  refundState: null,
  renewsOrderId: null,
} as const

describe('where an order stands', () => {
  it.each([
    [{ orderState: 'ToBePaid' }, 'to-be-paid'],
    [{ superPointsStatus: 0 }, 'provisioning'],
    [{ superPointsStatus: 0, renewsOrderId: 'o1' }, 'waiting'],
    [{ superPointsStatus: 1 }, 'serving'],
    [{ superPointsStatus: 2 }, 'uncleared'],
    [{ superPointsStatus: 3 }, 'finished'],
    [{ orderState: 'PaymentFailed', closeReason: 'cancelled' }, 'cancelled'],
    [{ orderState: 'PaymentFailed', closeReason: 'expired' }, 'expired'],
    [{ orderState: 'PaymentFailed' }, 'failed'],
    [{ orderState: 'PaymentFailed', closeReason: 'expired', refundState: 'Refunding' }, 'refunding'],
    [{ refundState: 'PaymentSuccessful' }, 'refunded'],
    [{ superPointsStatus: 1, refundState: 'Refunding' }, 'serving'],
    [{ superPointsStatus: 3, refundState: 'PaymentSuccessful' }, 'finished'],
  ] as const)('reads %j as %s', (change, standing) => {
    expect(standingOf({ ...order, ...change })).toBe(standing)
  })

  it('is looked at again soon while money, a machine or a refund is on its way', () => {
    expect(isMoving({ ...order, orderState: 'ToBePaid' })).toBe(true)
    expect(isMoving({ ...order, superPointsStatus: 0 })).toBe(true)
    expect(isMoving({ ...order, superPointsStatus: 0, renewsOrderId: 'o1' })).toBe(false)
    expect(isMoving({ ...order, refundState: 'Refunding' })).toBe(true)
    expect(isMoving({ ...order, superPointsStatus: 1 })).toBe(false)
  })
})

describe('asking for the result of a payment', () => {
  it('asks every two seconds at first, then less often, at most every fifteen', () => {
    expect([0, 1, 8].map(pollAfterMs)).toEqual([2_000, 2_000, 2_000])
    expect(pollAfterMs(9)).toBe(3_000)
    expect(pollAfterMs(100)).toBe(15_000)
  })
})
