import type { RenewalQuote } from '@trove/contract/compute/leases'
import { requireThat } from '@trove/contract/errors/codes'
import { yuan } from '@trove/contract/kit/shapes'
import { RENEWAL_UNTIL_MINUTES } from '@trove/contract/order-lists/routes'
import { feeOn } from '@trove/contract/payment/fee'
import type { z } from 'zod'
import type { Orders } from '../../orders/module.ts'
import type { LeaseStore } from '../leases/store.ts'
import type { OfferStore } from '../offers/store.ts'
import { isRenewalOffered, renewalFenOf } from './renewing.ts'

const MS_PER_DAY = 86_400_000
const MS_PER_MINUTE = 60_000

type Deps = { leases: LeaseStore; offers: OfferStore; orders: Pick<Orders, 'find' | 'findRenewal'> }

/** What a renewal would cost now, without making one. What counts is what the order says when it is made. */
export function createQuoteRenewal({ leases, offers, orders }: Deps) {
  /** @throws ContractError `orders.not-found`, `orders.not-renewable`, `orders.already-renewed`, `orders.renewal-late` */
  return async (buyerId: string, orderId: string): Promise<z.input<typeof RenewalQuote>> => {
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
    const priceFen = waiting?.amountFen ?? renewalFenOf(offer)
    return {
      orderId,
      productId: offer.id,
      price: yuan(priceFen),
      feeAmount: yuan(feeOn(priceFen)),
      servePeriod: offer.period_days,
      serveEndTime: order.serveEndAt.toISOString(),
      renewedEndTime: new Date(end + offer.period_days * MS_PER_DAY).toISOString(),
    }
  }
}

export type QuoteRenewal = ReturnType<typeof createQuoteRenewal>
