import { describe, expect, it } from 'vitest'
import { standingOf } from './order-face.tsx'

const hire = { orderState: 'PaymentSuccessful', manStatus: null, refundState: null, openDispute: null } as const

describe('where a hire stands', () => {
  it.each([
    [{ orderState: 'ToBePaid' }, 'to-be-paid'],
    [{ manStatus: 0 }, 'to-be-served'],
    [{ manStatus: 1 }, 'serving'],
    [{ manStatus: 2 }, 'uncleared'],
    [{ manStatus: 3 }, 'finished'],
    [{ manStatus: 1, openDispute: { openedBy: 'buyer', isAnswered: false } }, 'disputed'],
    [{ manStatus: 2, openDispute: { openedBy: 'buyer', isAnswered: false } }, 'disputed'],
    [{ orderState: 'PaymentFailed' }, 'cancelled'],
    [{ refundState: 'Refunding' }, 'refunding'],
    [{ refundState: 'PaymentSuccessful' }, 'refunded'],
    [{ manStatus: 3, refundState: 'PaymentSuccessful' }, 'finished'],
  ] as const)('reads %j as %s', (change, standing) => {
    expect(standingOf({ ...hire, ...change })).toBe(standing)
  })
})
