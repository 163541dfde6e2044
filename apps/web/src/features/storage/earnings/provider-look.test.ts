import { expect, test } from 'vitest'
import { momentOfBlock } from '../files/order-look.ts'
import { isClearable, orderName, providerStatus } from './provider-look.ts'

test.each([
  ['Pending', 100, 200, 'pending', false],
  ['Finished', 200, 200, 'serving', true],
  ['Finished', 201, 200, 'uncleared', true],
  ['Cleared', 100, 200, 'cleared', false],
  ['Canceled', 100, 200, 'cleared', false],
] as const)(
  'to a node %s at block %d with deadline %d is %s; to be cleared: %s',
  (status, block, end, seen, clears) => {
    const found = providerStatus({ status, storage_deadline: end }, block)
    expect(found).toBe(seen)
    expect(isClearable(found)).toBe(clears)
  },
)

test('an order is called by the first twelve characters of its cid', () => {
  expect(orderName('bafybeigdyrzt5sfp7udm7hu76uh7y26nf3ef')).toBe('bafybeigdyrz')
})

test('a block lasts six seconds, so 14,400 of them are a day', () => {
  const now = new Date('2026-11-22T00:00:00Z')
  expect(momentOfBlock(100 + 14_400, 100, now)).toEqual(new Date('2026-11-23T00:00:00Z'))
  expect(momentOfBlock(99, 100, now)).toEqual(new Date('2026-11-21T23:59:54Z'))
})
