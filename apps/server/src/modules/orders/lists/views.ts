import { feeOn } from '@trove/contract/fee'
import { orderState, refundState, superPointsStatus } from '@trove/contract/order-states'
import type { ComputeOrder, Income, Purchase } from '@trove/contract/orders'
import { formatYuan } from '@trove/units/money'
import type { z } from 'zod'
import type { Person } from '../../identity/module.ts'
import type { OrderRow } from '../rules.ts'
import { incomeOf } from '../rules.ts'

/** Orders as the wire shows them: the order's own facts over what its market says of the product. */

export type WireOrder = z.input<typeof ComputeOrder>
export type WireIncome = z.input<typeof Income>
export type WirePurchase = z.input<typeof Purchase>
export type People = Map<string, Pick<Person, 'nickName'>>

const moment = (at: Date | null) => at?.toISOString() ?? null

/** `product` comes from the market's describe; the answer is stripped to the contract's shape by the route. */
export function wireOrder(row: OrderRow, product: Record<string, unknown>, people: People): WireOrder {
  const refund = refundState(row.state)
  return {
    ...product,
    id: row.id,
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
    // Refunds are in full: an unserved order goes back whole.
    refund: refund === null ? null : formatYuan(row.amountFen),
    refundState: refund,
    superPointsStatus: superPointsStatus(row.state),
    servePeriod: row.periodDays,
    serveStartTime: moment(row.serveStartAt),
    serveEndTime: moment(row.serveEndAt),
    purchaser: people.get(row.buyerId)?.nickName ?? '',
    sharer: people.get(row.sellerId)?.nickName ?? '',
  } as WireOrder
}

/** The seller's figures at a moment of business time. */
export function wireIncome(row: OrderRow, now: Date): WireIncome {
  const income = incomeOf(row, now)
  return {
    accruedAmount: formatYuan(income.accruedFen),
    clearedAmount: formatYuan(income.clearedFen),
    clearableAmount: formatYuan(income.clearableFen),
    perDayAmount: formatYuan(income.perDayFen),
    asOf: now.toISOString(),
  }
}

/** A purchase card: an order that was paid for, with the product as it is now. */
export function wirePurchase(row: OrderRow, product: Record<string, unknown>, people: People): WirePurchase {
  return { ...wireOrder(row, product, people), orderId: row.id } as unknown as WirePurchase
}
