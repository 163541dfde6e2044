import { termHours } from '@trove/contract/compute/lease-terms'
import type { RenewalQuote } from '@trove/contract/compute/leases'
import { requireThat } from '@trove/contract/errors/codes'
import { yuan } from '@trove/contract/kit/shapes'
import { RENEWAL_UNTIL_MINUTES } from '@trove/contract/order-lists/routes'
import { feeOn } from '@trove/contract/payment/fee'
import type { z } from 'zod'
import type { Orders } from '../../orders/module.ts'
import type { LeaseStore } from '../leases/store.ts'
import type { OfferStore } from '../offers/store.ts'
import { isRenewalOffered, renewalPriceOf } from './renewing.ts'

const MS_PER_HOUR = 3_600_000
const MS_PER_MINUTE = 60_000

type Deps = { leases: LeaseStore; offers: OfferStore; orders: Pick<Orders, 'find' | 'findRenewal'> }

/** What a renewal would cost now, without making one. What counts is what the order says when it is made. */
export function createQuoteRenewal({ leases, offers, orders }: Deps) {
  /**
   * @throws ContractError `orders.not-found`, `orders.not-renewable`, `orders.already-renewed`, `orders.renewal-late`,
   * `compute.not-by-hour`
   */
  return async (buyerId: string, orderId: string, hours: number | undefined): Promise<z.input<typeof RenewalQuote>> => {
    const lease = await leases.find(orderId)
    requireThat(lease?.buyer_id === buyerId, 'orders.not-found')
    const [order, offer, waiting] = await Promise.all([
      orders.find(orderId),
      offers.find(lease.offer_id),
      orders.findRenewal(orderId),
    ])
    requireThat(waiting?.state !== 'paid', 'orders.already-renewed')
    const isOffered = offer && isRenewalOffered(offer, orderId)
    requireThat(isOffered && order?.state === 'serving' && order.serveEndAt, 'orders.not-renewable')
    const end = order.serveEndAt.getTime()
    requireThat(end - order.now.getTime() >= RENEWAL_UNTIL_MINUTES * MS_PER_MINUTE, 'orders.renewal-late')
    // Who asked before and has not paid gets that order back, at the price it was made with.
    const now = renewalPriceOf(offer, hours)
    const priceFen = waiting?.choice.serveHours === hours ? (waiting?.amountFen ?? now.priceFen) : now.priceFen
    return {
      orderId,
      productId: offer.id,
      price: yuan(priceFen),
      feeAmount: yuan(feeOn(priceFen)),
      servePeriod: now.periodDays ?? 0,
      serveHours: now.periodHours,
      hourPrice: offer.hour_price_fen === null ? null : yuan(offer.hour_price_fen),
      serveEndTime: order.serveEndAt.toISOString(),
      renewedEndTime: new Date(end + termHours(now) * MS_PER_HOUR).toISOString(),
    }
  }
}

export type QuoteRenewal = ReturnType<typeof createQuoteRenewal>
