import { defineErrors } from './define.ts'

export const paymentErrors = defineErrors({
  'payment.wechat-unsupported': { status: 409 },
  'payment.failed': { status: 409 },
  'payment.unavailable': { status: 503 },
  'payment.difference-not-found': { status: 404 },
  'payment.difference-settled': { status: 409 },
  'payment.adjustment-accounts': { status: 409 },
  'payment.adjustment-not-found': { status: 404 },
  'payment.adjustment-decided': { status: 409 },
  'payment.own-adjustment': { status: 403 },
  'payment.proposer-left': { status: 409 },
  'payment.parked-not-found': { status: 404 },
  'payment.refund-not-parked': { status: 404 },
  'payment.refund-held': { status: 409 },
  'payment.refund-under-way': { status: 409 },
  'payment.refund-amount': { status: 409, params: ['amount'] },
  'payment.refund-done': { status: 409 },
  'payment.refund-unclear': { status: 409 },
  'payment.outside-not-found': { status: 404 },
  'payment.outside-decided': { status: 409 },
  'payment.own-outside': { status: 403 },
})
