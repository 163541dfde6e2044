import { randomInt } from 'node:crypto'
import { ContractError, requireThat } from '@trove/contract/errors'
import { ORDER_EXPIRY_MINUTES } from '@trove/contract/orders'
import type { PayMethod } from '@trove/contract/payment'
import { crashPoint } from '../../../platform/crash-point.ts'
import { isUniqueViolation } from '../../../platform/db/errors.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { newId } from '../../../platform/id.ts'
import type { Markets, OrdersNeeds } from '../needs.ts'
import type { OrderRow } from '../rules.ts'
import { isOneOf } from '../rules.ts'
import type { Sellable } from '../sellable.ts'
import { findLiveOrder, insertOrder } from '../store.ts'
import type { Life } from './life.ts'

export type PaymentAsk = {
  productId: string
  productType: OrderRow['productType']
  payMethod?: PayMethod
  device?: 'pc' | 'mobile'
  confirmed?: boolean
}
export type Reservation = { orderId: string; url: string }

const NUMBER_DIGITS = 12
/** A number drawn twice on one day is drawn again. */
const NUMBER_TRIES = 5

/** Making orders: the product is held, the order written and its payment opened in one transaction. */
export function createReserve(needs: OrdersNeeds, markets: Markets, life: Life) {
  const { db, payment, log } = needs

  /**
   * Reserves the product for the buyer and answers the cashier's address. A buyer who has an unpaid order of it already
   * gets that one back.
   * @throws ContractError why the product cannot be sold to this buyer, or `payment.unavailable`
   */
  async function createPayment(buyerId: string, ask: PaymentAsk): Promise<Reservation> {
    requireThat(ask.payMethod !== 'wechat', 'payment.wechat-unsupported')
    const market = markets.require(ask.productType)
    const resumed = await resume(buyerId, ask)
    if (resumed) return resumed
    let order: OrderRow
    try {
      order = await reserve(market, buyerId, ask)
    } catch (error) {
      // The same buyer's doubled request lost the race against its twin: both get the one order.
      const twin = isTaken(error) && (await resume(buyerId, ask).catch(() => undefined))
      if (twin) return twin
      throw error
    }
    crashPoint('orders.create.after-commit')
    try {
      return { orderId: order.id, url: await cashier(order.id, ask) }
    } catch (error) {
      log.error({ err: error, orderId: order.id }, 'no cashier address for a new order: it is withdrawn')
      await life.withdraw(order.id)
      throw error instanceof ContractError ? error : new ContractError('payment.unavailable')
    }
  }

  /** The buyer's own unpaid order of the product, payable again. @throws ContractError when the product is taken */
  async function resume(buyerId: string, ask: PaymentAsk): Promise<Reservation | undefined> {
    if (!isOneOf(ask.productType)) return undefined
    const live = await findLiveOrder(db, ask)
    if (!live) return undefined
    requireThat(live.buyerId === buyerId, 'orders.product-taken')
    requireThat(live.isPayable, 'orders.product-unavailable')
    return { orderId: live.id, url: await cashier(live.id, ask) }
  }

  async function cashier(orderId: string, ask: PaymentAsk): Promise<string> {
    try {
      return await payment.cashierUrl({ orderId, device: ask.device ?? 'pc' })
    } catch (error) {
      // It closed this very moment: to somebody who wants to buy, the product is what cannot be had.
      const isClosed = error instanceof ContractError && error.code === 'orders.not-payable'
      throw isClosed ? new ContractError('orders.product-unavailable') : error
    }
  }

  async function reserve(market: Sellable, buyerId: string, ask: PaymentAsk): Promise<OrderRow> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await reserveOnce(market, buyerId, ask)
      } catch (error) {
        if (isUniqueViolation(error, 'orders_one_live_per_product')) throw new ContractError('orders.product-taken')
        if (attempt >= NUMBER_TRIES || !isUniqueViolation(error, 'orders_out_trade_no')) throw error
      }
    }
  }

  function reserveOnce(market: Sellable, buyerId: string, ask: PaymentAsk): Promise<OrderRow> {
    const { productId, productType } = ask
    return inTransaction(db, async (tx) => {
      const quote = await market.quote(tx, { productId, buyerId })
      requireThat(quote.sellerId !== buyerId, 'orders.own-product')
      const order = await insertOrder(tx, {
        id: newId(),
        productType,
        productId,
        isOneOf: isOneOf(productType),
        buyerId,
        sellerId: quote.sellerId,
        amountFen: quote.priceFen,
        periodDays: quote.periodDays,
        snapshot: quote.snapshot,
        searchText: quote.searchText.toLowerCase(),
        numberDigits: randomInt(10 ** NUMBER_DIGITS)
          .toString()
          .padStart(NUMBER_DIGITS, '0'),
        expiryMinutes: ORDER_EXPIRY_MINUTES,
        detail: { confirmed: ask.confirmed ?? false },
      })
      requireThat(order, 'orders.product-taken')
      crashPoint('orders.create.order-written')
      await market.reserved(tx, markets.sold(order))
      await payment.openAttempt(tx, {
        orderId: order.id,
        buyerId,
        outTradeNo: order.outTradeNo,
        amountFen: order.amountFen,
        expiresAt: order.expiresAt,
      })
      crashPoint('orders.create.before-commit')
      return order
    })
  }

  return { createPayment }
}

function isTaken(error: unknown): boolean {
  return (
    error instanceof ContractError &&
    (error.code === 'orders.product-taken' || error.code === 'orders.product-unavailable')
  )
}
