import { z } from 'zod'
import { route } from '../kit/route.ts'
import { Id } from '../kit/shapes.ts'

/** Paying at the provider's cashier and hearing back from it. */

export const PAY_METHODS = ['wechat', 'alipay'] as const
export type PayMethod = (typeof PAY_METHODS)[number]

/** Methods a person can really use; the others stay visible and answer that they are not supported yet (decision 7). */
export const ENABLED_PAY_METHODS: readonly PayMethod[] = ['alipay']

export const PayResult = z.object({
  orderId: Id,
  /** `confirming`: the provider has not reported yet; poll again. */
  result: z.enum(['confirming', 'paid', 'failed']),
  orderState: z.enum(['ToBePaid', 'PaymentSuccessful', 'PaymentFailed']),
})

export const payResult = route({
  id: 'payment.pay-result',
  method: 'GET',
  path: '/api/order/alipay/pay/result/{id}',
  summary: 'Whether an order of one’s own is paid; asks the provider when unsure',
  auth: 'user',
  params: z.object({ id: Id }),
  ok: PayResult,
  errors: ['orders.not-found'],
})

export const payUrl = route({
  id: 'payment.pay-url',
  method: 'GET',
  path: '/api/order/alipay/get/page/url',
  summary: 'The cashier address for an unpaid order (safe to repeat)',
  auth: 'user',
  isUnsafeGet: true,
  query: z.object({ orderId: Id, device: z.enum(['pc', 'mobile']).optional() }),
  /** The address itself, as the specification has it. */
  ok: z.string(),
  errors: ['orders.not-found', 'orders.not-payable', 'payment.unavailable'],
})

/** The same as a POST, for clients of today. */
export const payUrlByPost = route({
  ...payUrl,
  id: 'payment.pay-url-post',
  method: 'POST',
  isUnsafeGet: false,
  query: undefined,
  body: z.strictObject(payUrl.query.shape),
})

export const alipayNotify = route({
  id: 'payment.alipay-notify',
  method: 'POST',
  path: '/api/order/alipay/notify',
  summary: 'Alipay’s asynchronous notification; answers exactly "success" once it is kept',
  auth: 'none',
  isCallback: true,
  envelope: 'raw',
  ok: z.any(),
})

export const paymentRoutes = [payResult, payUrl, payUrlByPost, alipayNotify] as const
