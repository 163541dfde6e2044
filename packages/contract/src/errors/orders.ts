import { defineErrors } from './define.ts'

export const ordersErrors = defineErrors({
  'orders.not-found': { status: 404 },
  'orders.choice-unsupported': { status: 409, params: ['field'] },
  'orders.own-product': { status: 409 },
  'orders.price-changed': { status: 409 },
  'orders.product-changed': { status: 409 },
  'orders.product-taken': { status: 409 },
  'orders.product-unavailable': { status: 409 },
  'orders.product-type-unsupported': { status: 409 },
  'orders.too-many-unpaid': { status: 409, params: ['most'] },
  'orders.not-payable': { status: 409 },
  'orders.not-cancelable': { status: 409 },
  'orders.nothing-to-clear': { status: 409 },
  'orders.not-refundable': { status: 409 },
  'orders.not-clearable': { status: 409 },
  'orders.held': { status: 409 },
  'orders.order-id-needed': { status: 409 },
  'orders.not-renewable': { status: 409 },
  'orders.already-renewed': { status: 409 },
  'orders.renewal-late': { status: 409 },
})
