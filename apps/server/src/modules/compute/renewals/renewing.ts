import { termHours } from '@trove/contract/compute/lease-terms'
import { ContractError } from '@trove/contract/errors/codes'
import { crashPoint } from '../../../platform/base/crash-point.ts'
import type { Tx } from '../../../platform/db/handle.ts'
import type { Notices } from '../../notices/module.ts'
import type { Sellable, SoldOrder } from '../../orders/model/sellable.ts'
import { soldFactsOf } from '../facts/wire.ts'
import type { LeaseStore } from '../leases/store.ts'
import type { Secrets } from '../offers/secrets.ts'
import type { OfferRow, OfferStore } from '../offers/store.ts'
import { priceOf } from '../offers/terms.ts'
import type { RenewalStore } from './store.ts'

type Deps = {
  offers: OfferStore
  leases: LeaseStore
  store: RenewalStore
  /** What the machine was made ready with goes along. */
  recipes: { pass(tx: Tx, from: string, to: string): Promise<void> }
  secrets: Secrets
  notices: Pick<Notices, 'tell'>
}

/** Whether the seller lets the order that has the machine now be renewed. */
export function isRenewalOffered(offer: OfferRow, runningId: string): boolean {
  const isOnMarket = !offer.deleted_at && offer.listing === 'online'
  return isOnMarket && offer.is_renewable && offer.slot_order_id === runningId
}

/**
 * What another period, or so many hours, cost whoever rents the machine now.
 * @throws ContractError `compute.not-by-hour`
 */
export function renewalPriceOf(offer: OfferRow, hours: number | undefined) {
  return priceOf(offer, offer.renewal_price_fen ?? offer.price_fen, hours)
}

/**
 * A lease goes on before its end: the same machine, at what its seller asks now. The time is added with the payment; the
 * lease becomes the new order's when the first one ends, and nothing is touched on the machine.
 */
export function createRenewing({ offers, leases, store, recipes, secrets, notices }: Deps) {
  const timeOf = (order: SoldOrder) => ({ orderId: order.id, hours: termHours(order) })

  async function tell(tx: Tx, order: SoldOrder, until: Date): Promise<void> {
    const offer = await offers.read(tx, order.productId)
    const params = { authId: offer?.auth_id ?? '', serveEndTime: until.toISOString() }
    for (const [userId, kind] of [
      [order.sellerId, 'compute.lease-renewed'],
      [order.buyerId, 'compute.lease-renewed-buyer'],
    ] as const)
      await notices.tell(tx, {
        userId,
        kind,
        params,
        link: { to: 'order', id: order.id, kind: 'superPoints' },
        key: `${kind}:${order.id}`,
      })
  }

  const renew: NonNullable<Sellable['renew']> = async (tx, { productId, choice }, running) => {
    // A running lease has its keys, what it was made ready with, and its auto-renewal; they are changed there.
    for (const field of ['sshKeys', 'recipe', 'renewalMost'] as const)
      if (choice[field] !== undefined) throw new ContractError('orders.choice-unsupported', { field })
    const offer = await offers.lock(tx, productId)
    if (!offer || !isRenewalOffered(offer, running.id)) throw new ContractError('orders.not-renewable')
    return {
      at: await leases.nowInMs(tx),
      sellerId: offer.seller_id,
      ...renewalPriceOf(offer, choice.serveHours),
      snapshot: soldFactsOf(offer),
      searchText: offer.auth_id.toLowerCase(),
    }
  }

  return {
    renew,
    async paid(tx: Tx, order: SoldOrder, runningId: string): Promise<void> {
      if (!(await store.extend(tx, runningId, timeOf(order))))
        throw new Error(`order ${order.id} renews ${runningId}, whose lease does not run`)
      const lease = await leases.find(runningId, tx)
      await tell(tx, order, lease!.serve_end_at!)
      crashPoint('compute.renewal-paid.before-commit')
    },
    /** Closed unpaid, or given back before its time came. */
    released: (tx: Tx, order: SoldOrder, runningId: string) => store.shorten(tx, runningId, timeOf(order)),
    renewed: (async (tx, from, to, window) => {
      const offer = await offers.lock(tx, from.productId)
      const former = await store.findMark(tx, from.id)
      const closed = await store.close(tx, from.id)
      if (!offer || !closed) throw new Error(`the lease of order ${from.id} does not run and cannot be renewed`)
      const text = former && (await secrets.open('compute_leases.mark_sealed', from.id, former))
      const mark = text ? await secrets.seal('compute_leases.mark_sealed', to.id, text) : null
      const { offer_id, buyer_id, seller_id, renewal_most_fen } = closed
      const { public_keys, wanted_keys, keys_attempts, keys_attempt_at } = closed
      const keys = { public_keys, wanted_keys, keys_attempts, keys_attempt_at }
      const lease = {
        order_id: to.id,
        offer_id,
        buyer_id,
        seller_id,
        period_days: to.periodDays,
        period_hours: to.periodHours,
        renewal_most_fen,
        ...keys,
      }
      await store.open(tx, lease, { window, mark })
      await recipes.pass(tx, from.id, to.id)
      await offers.update(tx, offer.id, { slot_order_id: to.id })
      crashPoint('compute.renewed.before-commit')
    }) satisfies NonNullable<Sellable['renewed']>,
  }
}

export type Renewing = ReturnType<typeof createRenewing>
