import { leftAfterRulings, type RuledShare, type StopShares, stopShares } from '@trove/contract/compute/lease-terms'
import type { StopQuote } from '@trove/contract/compute/leases'
import { requireThat } from '@trove/contract/errors/codes'
import { formatYuan } from '@trove/units/money'
import type { z } from 'zod'
import { crashPoint } from '../../../platform/base/crash-point.ts'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Notices } from '../../notices/module.ts'
import type { Orders } from '../../orders/module.ts'
import type { OfferStore } from '../offers/store.ts'
import type { LeaseRow, LeaseStore } from './store.ts'

type Deps = {
  db: Db
  leases: LeaseStore
  offers: OfferStore
  orders: Pick<Orders, 'find' | 'findRenewal' | 'lock' | 'stop'>
  notices: Pick<Notices, 'tell'>
  /** What goes back for minutes in which the machine was silent. */
  downtime: { close(tx: Tx, orderId: string): Promise<void> }
  /** What rulings gave back already. */
  faults: { listRuledShares(handle: Db | Tx, orderId: string): Promise<RuledShare[]> }
}
type Standing = NonNullable<Awaited<ReturnType<Orders['find']>>>

/** A buyer ends a lease before its time: whole days (of a lease by the hour hours) not begun go back, and the machine is taken back as at any end. */
export function createStopping({ db, leases, offers, orders, notices, downtime, faults }: Deps) {
  /** Another's lease is as unknown as none. */
  async function requireOwn(orderId: string, buyerId: string): Promise<LeaseRow> {
    const lease = await leases.find(orderId)
    requireThat(lease?.buyer_id === buyerId, 'orders.not-found')
    return lease
  }

  /** @throws ContractError `compute.lease-over` when the service does not run */
  async function sharesOf(
    handle: Db | Tx,
    orderId: string,
    order: Standing | undefined,
  ): Promise<{ order: Standing; shares: StopShares; end: Date }> {
    const { serveStartAt: start, serveEndAt: end } = order ?? {}
    requireThat(order?.state === 'serving' && start && end && order.now < end, 'compute.lease-over')
    const asSold = stopShares(order.amountFen, order, start, order.now)
    const backFen = leftAfterRulings(asSold.backFen, await faults.listRuledShares(handle, orderId))
    return { order, shares: withinOpen(order, { ...asSold, backFen }), end }
  }

  /** What went back before for another reason, or was cleared, cannot go back now. */
  function withinOpen(order: Standing, shares: StopShares): StopShares {
    const openFen = order.amountFen - order.clearedFen - order.refundedFen
    const backFen = shares.backFen < openFen ? shares.backFen : openFen
    return { ...shares, backFen, keptFen: order.amountFen - order.refundedFen - backFen }
  }

  async function tell(tx: Tx, lease: LeaseRow, { backFen, keptFen }: StopShares): Promise<void> {
    const offer = await offers.read(tx, lease.offer_id)
    await notices.tell(tx, {
      userId: lease.seller_id,
      kind: 'compute.lease-stopped',
      params: { authId: offer?.auth_id ?? '', refund: formatYuan(backFen), kept: formatYuan(keptFen) },
      link: { to: 'order', id: lease.order_id, kind: 'superPoints' },
      key: `lease-stopped:${lease.order_id}`,
    })
  }

  return {
    /** What ending it now would bring. @throws ContractError `orders.not-found`, `compute.lease-over` */
    async quote(buyerId: string, orderId: string): Promise<z.input<typeof StopQuote>> {
      await requireOwn(orderId, buyerId)
      const { shares, end } = await sharesOf(db, orderId, await orders.find(orderId))
      const renewal = await orders.findRenewal(orderId)
      return {
        orderId,
        refundAmount: formatYuan(shares.backFen),
        keptAmount: formatYuan(shares.keptFen),
        feeAmount: formatYuan(0n),
        unit: shares.unit,
        used: shares.used,
        unused: shares.unused,
        nextAt: shares.nextAt.toISOString(),
        serveEndTime: end.toISOString(),
        renewalAmount: renewal?.state === 'paid' ? formatYuan(renewal.amountFen) : null,
      }
    },
    /**
     * Ends it, for the amount the buyer was shown and no other; of several at once one does it.
     * @param shown yuan, as `quote` answered
     * @throws ContractError the refusals of `quote`, `compute.stop-changed` when another amount would go back by now
     */
    async stop(buyerId: string, orderId: string, shown: string): Promise<void> {
      const lease = await requireOwn(orderId, buyerId)
      await inTransaction(db, async (tx) => {
        const order = await orders.lock(tx, orderId)
        requireThat(order, 'orders.not-found')
        const { shares: asShown } = await sharesOf(tx, orderId, order)
        requireThat(formatYuan(asShown.backFen) === shown, 'compute.stop-changed')
        // It takes from the same rest, and the buyer was shown what is left without it: both together are no less than that.
        await downtime.close(tx, orderId)
        const left = await orders.lock(tx, orderId)
        requireThat(left, 'orders.not-found')
        const shares = withinOpen(left, asShown)
        const ask = { key: 'stopped', amountFen: shares.backFen, reason: 'the buyer ended the lease early' }
        requireThat(await orders.stop(tx, orderId, ask), 'compute.lease-over')
        await tell(tx, lease, shares)
        crashPoint('compute.stopped.before-commit')
      })
      crashPoint('compute.stopped.after-commit')
    },
  }
}

export type Stopping = ReturnType<typeof createStopping>
