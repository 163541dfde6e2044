import type { StorageOrder } from '@trove/chain-client/reading/views'
import { shortName } from '@trove/stored-file/note'
import { describe, expect, test } from 'vitest'
import { extendFault } from './files/extend-rules.ts'
import { consumerStatus, isReadable } from './files/order-look.ts'
import { nameOf } from './upload/dropped-files.ts'
import { FIRST_TERMS, maxPricePlanck, readTerms, termsOf } from './upload/terms.ts'

describe('what a consumer sees of an order', () => {
  test.each([
    ['Pending', 100, 200, 'pending'],
    ['Finished', 200, 200, 'serving'],
    ['Finished', 201, 200, 'finished'],
    ['Cleared', 100, 200, 'finished'],
    ['Canceled', 100, 200, 'canceled'],
  ] as const)('%s at block %d with deadline %d is %s', (status, block, storage_deadline, seen) => {
    expect(consumerStatus({ status, storage_deadline }, block)).toBe(seen)
  })

  test('a download is off without replicas, but for the gateway’s copy while it waits', () => {
    expect(isReadable({ replication: 0 }, 'pending')).toBe(true)
    expect(isReadable({ replication: 0 }, 'serving')).toBe(false)
    expect(isReadable({ replication: 1 }, 'serving')).toBe(true)
    expect(isReadable({ replication: 3 }, 'finished')).toBe(false)
  })
})

test.each([
  [97, undefined],
  [98, undefined],
  [99, 'ended'],
  [100, 'ended'],
] as const)('at block %d an order with its end at 100 is extended by a later block: %s', (block, fault) => {
  const order = { owner: 'me', status: 'Finished', deadlineBlock: 100, durationBlocks: 14_400 } as StorageOrder
  expect(extendFault(order, { owner: 'me', blocks: 14_400, block })).toBe(fault)
})

describe('the storage form', () => {
  test('orders one copy for each distinct one, whatever the number of copies, and leaves wrong terms wrong', () => {
    const terms = readTerms({ days: '9', copies: '5', tips: '0' }).terms
    expect(termsOf(terms, true)).toEqual({ days: 9, copies: 1, tipsPlanck: 0n })
    expect(termsOf(terms, false)).toBe(terms)
    expect(termsOf(undefined, true)).toBeUndefined()
  })

  test('takes days, copies and tips within the limits of the chain, and names every wrong field', () => {
    expect(readTerms(FIRST_TERMS).terms).toEqual({ days: 30, copies: 3, tipsPlanck: 0n })
    expect(readTerms({ days: '730', copies: '8', tips: '0.5' }).terms?.tipsPlanck).toBe(500_000_000_000n)
    expect(readTerms({ days: '', copies: '9', tips: '-1' }).faults).toEqual({ days: true, copies: true, tips: true })
    expect(readTerms({ days: '1.5', copies: '0', tips: '1e3' }).faults).toEqual({
      days: true,
      copies: true,
      tips: true,
    })
    expect(readTerms({ days: '731', copies: '1', tips: '' }).faults).toEqual({ days: true })
  })

  test('a signature agrees to the price that was shown, two percent more, and the tips', () => {
    expect(maxPricePlanck(1_000n, 7n)).toBe(1_027n)
  })

  test.each([
    ['photos/2024/a.jpg', 'photos/2024/a.jpg'],
    ['/abs.txt', 'abs.txt'],
    ['invoice\u202Egpj.exe', 'invoicegpj.exe'],
    ['a\u0000b\nc', 'abc'],
    ['\u200B', 'file'],
    ['e\u0301.txt', '\u00E9.txt'],
  ])('a hostile name %j is shown and kept as %j', (name, kept) => {
    expect(nameOf(name)).toBe(kept)
    expect(new TextEncoder().encode(shortName(nameOf(name.repeat(60)))).length).toBeLessThanOrEqual(186)
  })
})
