import type { ClearedByEither, Income, OrderCommon } from '@trove/contract/orders/shapes'
import { orderState, refundState } from '@trove/contract/orders/states'
import { feeOn } from '@trove/contract/payment/fee'
import { formatYuan } from '@trove/units/money'
import type { z } from 'zod'
import type { Person } from '../../identity/module.ts'
import { incomeOf, type OrderAt, type OrderRow } from '../model/rules.ts'
import type { Cleared } from '../steps/clearing.ts'

/** Orders as the wire shows them: the order's own facts over what its market says of it. */

/** The common part, under the names any kind's shape may take, and whatever the market's `describe` adds. */
export type WireOrder = z.input<typeof OrderCommon> & {
  orderId: string
  purchaser: string
  sharer: string
  [fact: string]: unknown
}
export type WireIncome = z.input<typeof Income>
export type WireCleared = z.input<typeof ClearedByEither>
export type People = Map<string, Pick<Person, 'nickName'>>

const moment = (at: Date | null) => at?.toISOString() ?? null

/** `product` comes from the market's describe; the answer is stripped to the contract's shape by the route. */
export function wireOrder(row: OrderRow, product: Record<string, unknown>, people: People): WireOrder {
  const refund = refundState(row)
  return {
    ...product,
    id: row.id,
    orderId: row.id,
    fkProductId: row.productId,
    orderSource: row.productType,
    outTradeNo: row.outTradeNo,
    orderState: orderState(row),
    closeReason: row.closeReason,
    totalAmount: formatYuan(row.amountFen),
    feeAmount: formatYuan(feeOn(row.amountFen)),
    tradingPlatform: 'Alipay',
    cstCreate: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    paidAt: moment(row.paidAt),
    refund: refund === null ? null : formatYuan(row.refundedFen),
    refundState: refund,
    purchaser: people.get(row.buyerId)?.nickName ?? '',
    sharer: people.get(row.sellerId)?.nickName ?? '',
  }
}

/** The seller's figures at a moment of business time. */
export function wireIncome(row: OrderAt): WireIncome {
  const income = incomeOf(row)
  return {
    accruedAmount: formatYuan(income.accruedFen),
    clearedAmount: formatYuan(income.clearedFen),
    clearableAmount: formatYuan(income.clearableFen),
    perDayAmount: formatYuan(income.perDayFen),
    asOf: row.now.toISOString(),
  }
}

/** What a clearing brought, for the wire. */
export function wireCleared(cleared: Cleared): WireCleared {
  return {
    clearedAmount: formatYuan(cleared.clearedFen),
    totalClearedAmount: formatYuan(cleared.totalClearedFen),
    payoutState: cleared.payoutState,
  }
}
