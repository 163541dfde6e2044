import { type AutoRenewal, askHours } from '@trove/contract/compute/auto-renewal'
import { ContractError, requireThat } from '@trove/contract/errors/codes'
import { yuan } from '@trove/contract/kit/shapes'
import type { z } from 'zod'
import type { Db } from '../../../platform/db/handle.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Orders } from '../../orders/module.ts'
import { type LeaseRow, type LeaseStore, termOf } from '../leases/store.ts'
import type { OfferRow, OfferStore } from '../offers/store.ts'
import type { MandateStore } from './mandate-store.ts'
import { renewalPriceOf } from './renewing.ts'

type Deps = {
  db: Db
  leases: LeaseStore
  offers: OfferStore
  store: MandateStore
  orders: Pick<Orders, 'lock'>
}

const MS_PER_HOUR = 3_600_000

/** Whether the renewal of a lease is prepared before its end, as its buyer says. */
export function createMandates({ db, leases, offers, store, orders }: Deps) {
  async function viewOf(lease: LeaseRow): Promise<z.input<typeof AutoRenewal>> {
    const offer = await offers.find(lease.offer_id)
    const end = lease.serve_end_at
    requireThat(offer && end, 'compute.lease-over')
    const isOn = lease.renewal_most_fen !== null
    return {
      orderId: lease.order_id,
      state: isOn ? (lease.renewal_outcome ?? 'waiting') : 'off',
      mostPrice: lease.renewal_most_fen === null ? null : yuan(lease.renewal_most_fen),
      price: priceNow(offer, lease),
      asksAt: new Date(end.getTime() - askHours(termOf(lease)) * MS_PER_HOUR).toISOString(),
      serveEndTime: end.toISOString(),
      renewalOrderId: lease.renewal_order_id,
    }
  }

  return {
    /** @throws ContractError `orders.not-found`, `compute.lease-over`, `compute.not-provisioned` */
    async get(buyerId: string, orderId: string) {
      return viewOf(requireRunning(await leases.find(orderId), buyerId))
    },
    /**
     * Lets it be prepared for so much at most, or no more (null). Under the order's lock, so that what is being prepared
     * is prepared before or not at all.
     * @throws ContractError the refusals of `get`
     */
    async put(buyerId: string, orderId: string, mostFen: bigint | null) {
      requireRunning(await leases.find(orderId), buyerId)
      const lease = await inTransaction(db, async (tx) => {
        await orders.lock(tx, orderId)
        return store.set(tx, orderId, mostFen)
      })
      requireThat(lease, 'compute.lease-over')
      return viewOf(lease)
    },
  }
}

export type Mandates = ReturnType<typeof createMandates>

/** What the same time costs again; null when it cannot be had by the hour any more. */
function priceNow(offer: OfferRow, { period_hours }: LeaseRow): string | null {
  if (period_hours !== null && offer.hour_price_fen === null) return null
  return yuan(renewalPriceOf(offer, period_hours ?? undefined).priceFen)
}

/** Another's lease is as unknown as none. */
function requireRunning(lease: LeaseRow | undefined, buyerId: string): LeaseRow {
  requireThat(lease?.buyer_id === buyerId, 'orders.not-found')
  if (lease.state === 'active') return lease
  throw new ContractError(lease.state === 'provisioning' ? 'compute.not-provisioned' : 'compute.lease-over')
}
