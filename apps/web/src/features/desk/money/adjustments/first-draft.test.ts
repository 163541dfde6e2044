import { describe, expect, it } from 'vitest'
import type { Difference } from '../../queries.ts'
import { firstDraft } from './first-draft.ts'

const difference: Difference = {
  ...{ id: 'd1', day: '2026-11-19', kind: 'amount', movement: 'payment', number: 'T-1', reference: '' },
  ...{ ourAmount: '3.00', billAmount: '7.77', foundAt: '2026-11-20T08:00:00.000Z' },
  ...{ settledAt: null, settledBy: null, note: null },
}

/** A debit adds to what Alipay holds in our books, a credit takes from it. */
describe('the draft that puts a difference right', () => {
  it.each([
    ['a payment of more than we know', {}, 'alipay', 'adjustment', '4.77'],
    ['a payment of less', { ourAmount: '7.77', billAmount: '3.00' }, 'adjustment', 'alipay', '4.77'],
    ['a payment we do not know', { kind: 'missing-here', ourAmount: null }, 'alipay', 'adjustment', '7.77'],
    ['a payment the bill does not know', { kind: 'missing-there', billAmount: null }, 'adjustment', 'alipay', '3.00'],
    ['a refund of more', { movement: 'refund' }, 'adjustment', 'alipay', '4.77'],
    [
      'a refund made twice',
      { kind: 'duplicate-refund', movement: 'refund', ourAmount: null },
      'adjustment',
      'alipay',
      '7.77',
    ],
    ['a payout the bill does not know', { movement: 'payout', billAmount: null }, 'alipay', 'adjustment', '3.00'],
    [
      'a return that nobody claims',
      { kind: 'unclaimed-return', movement: 'payout-return', billAmount: null },
      ...['suspense', 'adjustment', '3.00'],
    ],
  ] as [string, Partial<Difference>, string, string, string][])(
    'of %s moves by the gap',
    (_, facts, debit, credit, amount) => {
      const draft = { debit, credit, amount, reference: 'T-1', reason: '' }
      expect(firstDraft({ ...difference, ...facts })).toEqual(draft)
    },
  )

  it('of a day without a bill, and of no difference at all, names no amount', () => {
    const absent = { kind: 'bill-absent' as const, movement: null, ourAmount: null, billAmount: null }
    expect([firstDraft({ ...difference, ...absent }).amount, firstDraft(undefined).amount]).toEqual(['', ''])
  })
})
