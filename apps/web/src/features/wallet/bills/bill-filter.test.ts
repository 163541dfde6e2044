import { BILL_TYPES } from '@trove/contract/wallet/routes'
import { describe, expect, it } from 'vitest'
import { billFilterError, readBillFilter } from './bill-filter.ts'

const read = (query: string) => readBillFilter(new URLSearchParams(query), BILL_TYPES)

describe('the filter of the bill', () => {
  it('wants the maximum amount greater than the minimum, compared as money and not as text', () => {
    expect(billFilterError({ minAmount: '10', maxAmount: '9.99' })).toBe('range')
    expect(billFilterError({ minAmount: '10', maxAmount: '10.00' })).toBe('range')
    expect(billFilterError({ minAmount: '9', maxAmount: '10' })).toBeUndefined()
    expect(billFilterError({ minAmount: '10' })).toBeUndefined()
  })

  it('wants the end not before the start', () => {
    expect(billFilterError({ startTime: '2026-03-02', endTime: '2026-03-01' })).toBe('dates')
    expect(billFilterError({ startTime: '2026-03-01', endTime: '2026-03-01' })).toBeUndefined()
  })

  it('is read from the address, leaving out what makes no sense', () => {
    expect(read('startTime=2026-03-01&type=payout&minAmount=1.50')).toEqual({
      startTime: '2026-03-01',
      endTime: undefined,
      type: 'payout',
      minAmount: '1.50',
      maxAmount: undefined,
    })
    expect(read('type=bribe&minAmount=1e9&startTime=yesterday')).toEqual({})
    expect(read('minAmount=5&maxAmount=1')).toEqual({})
  })

  it.each(['2026-02-31', '2026-02-29', '2026-04-31', '2026-13-01', '2026-00-10', '2026-01-00'])(
    'takes no day that the calendar does not have: %s',
    (day) => expect(read(`startTime=${day}&endTime=${day}`)).toEqual({}),
  )

  it('takes the last day of a month, also of a leap year', () => {
    for (const day of ['2026-01-31', '2028-02-29']) expect(read(`startTime=${day}`).startTime).toBe(day)
  })
})
