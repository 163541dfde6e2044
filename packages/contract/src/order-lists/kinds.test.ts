import { expect, test } from 'vitest'
import { PRODUCT_TYPES } from '../orders/product-types.ts'
import { orderDetails } from './kinds.ts'

test('each kind of order has one page of its own shape', () => {
  const shown = orderDetails.map(({ shape }) => shape.orderSource.value)
  expect(shown.toSorted()).toEqual([...PRODUCT_TYPES].toSorted())
})
