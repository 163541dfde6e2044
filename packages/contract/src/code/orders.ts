import { z } from 'zod'
import { route } from '../kit/route.ts'
import { Id, Moment, Nothing, personText } from '../kit/shapes.ts'
import { Income, OrderCommon, orderDetailParts, orderListQuery, orderPageOf } from '../orders/shapes.ts'
import { Licence } from './licences.ts'

/** Orders of the code market: what its order adds to the common part, its lists, and giving a work back. */

/** From the hand-over: how long the buyer may give it back; then the seller is paid by itself. */
export const CODE_REFUND_DAYS = 7
export const REFUND_WORDS_MAX = 500

/**
 * Why a work may be given back (decision 8: not without a reason): nothing of it was fetched, or it has a fault, which is
 * described.
 */
export const CODE_REFUND_REASONS = ['not-fetched', 'not-as-described', 'not-working', 'security-hole'] as const

export const CodeOrder = OrderCommon.extend({
  orderSource: z.literal('code'),
  fkProductName: z.string(),
  fkProductImage: z.string().nullable(),
  licence: Licence,
  /** The newest version when it was bought. */
  version: z.number().int(),
  /** 0 paid, 2 handed over, 3 finished. */
  codeStatus: z.number().int().nullable(),
  /** While it can be given back. */
  refundableUntil: Moment.nullable(),
  /** Nickname of the buyer, on the seller's page. */
  purchaser: z.string(),
  sharer: z.string(),
})

export const CodeOrderDetail = CodeOrder.extend(orderDetailParts)

export const listCodeConsume = route({
  id: 'orders.list-code-consume',
  method: 'GET',
  path: '/api/order/order/code/consume/page',
  summary: 'Works one bought: orders, newest first; `name` searches number, title and seller',
  auth: 'user',
  query: orderListQuery,
  ok: orderPageOf(CodeOrder),
})

export const listCodeProfit = route({
  id: 'orders.list-code-profit',
  method: 'GET',
  path: '/api/order/order/code/profit/page',
  summary: 'Orders of works one sells, newest first, with income',
  auth: 'user',
  query: orderListQuery,
  ok: orderPageOf(CodeOrder.extend({ income: Income })),
})

export const refundCode = route({
  id: 'orders.refund-code',
  method: 'POST',
  path: '/api/order/order/code/refund/{id}',
  summary: 'Give a work back within seven days of its hand-over: all of the money returns, tokens and downloads end',
  auth: 'user',
  params: z.object({ id: Id }),
  body: z.strictObject({
    reason: z.enum(CODE_REFUND_REASONS),
    words: personText(0, REFUND_WORDS_MAX).default(''),
  }),
  ok: Nothing,
  errors: [
    'orders.not-found',
    'orders.not-refundable',
    'code.refund-over',
    'code.was-fetched',
    'code.refund-words',
    'request.too-frequent',
  ],
})

export const codeOrderRoutes = [listCodeConsume, listCodeProfit, refundCode] as const
