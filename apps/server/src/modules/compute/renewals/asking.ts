import { ContractError } from '@trove/contract/errors/codes'
import { formatYuan } from '@trove/units/money'
import { crashPoint } from '../../../platform/base/crash-point.ts'
import type { Log } from '../../../platform/base/log.ts'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Notices } from '../../notices/module.ts'
import type { Orders } from '../../orders/module.ts'
import type { OfferStore } from '../offers/store.ts'
import { BEFORE_ALL, type DueLease, type DuePlace, type MandateStore, type Outcome } from './mandate-store.ts'

type Deps = {
  db: Db
  log: Log
  store: MandateStore
  offers: OfferStore
  orders: Pick<Orders, 'lock' | 'askRenewal'>
  notices: Pick<Notices, 'tell'>
}
type DuePage = Awaited<ReturnType<MandateStore['listDue']>>
type Asked = Awaited<ReturnType<Orders['askRenewal']>> | 'refused' | 'waits'

/**
 * Prepares the renewals that buyers let be prepared: the order by the path of every renewal, what became of it and the
 * notice, in one transaction under the lock of the order that runs. Nothing is charged.
 */
export function createAsking({ db, log, store, offers, orders, notices }: Deps) {
  async function ask(tx: Tx, lease: DueLease): Promise<Asked> {
    try {
      return await orders.askRenewal(tx, {
        buyerId: lease.buyer_id,
        productType: 'superPoints',
        productId: lease.offer_id,
        renews: lease.order_id,
        mostFen: lease.renewal_most_fen,
        choice: lease.period_hours === null ? {} : { serveHours: lease.period_hours },
      })
    } catch (error) {
      if (!(error instanceof ContractError)) throw error
      // The buyer has an order of it and has not paid: should it be closed, there is another try.
      return error.code === 'orders.product-taken' ? 'waits' : 'refused'
    }
  }

  async function tell(tx: Tx, lease: DueLease, became: Outcome, price: string): Promise<void> {
    const offer = await offers.read(tx, lease.offer_id)
    const kind = KINDS[became.outcome]
    await notices.tell(tx, {
      userId: lease.buyer_id,
      kind,
      params: { authId: offer?.auth_id ?? '', price, serveEndTime: lease.serve_end_at.toISOString() },
      link: { to: 'order', id: became.outcome === 'asked' ? became.orderId : lease.order_id, kind: 'superPoints' },
      key: `${kind}:${lease.order_id}:${lease.renewal_most_fen}:${price}`,
    })
  }

  async function askOne(tx: Tx, orderId: string): Promise<void> {
    await orders.lock(tx, orderId)
    const lease = await store.findOpen(tx, orderId)
    const asked = lease && (await ask(tx, lease))
    if (!asked || asked === 'waits') return
    const became: Outcome =
      asked === 'refused'
        ? { outcome: 'refused' }
        : asked.orderId === undefined
          ? { outcome: 'above' }
          : { outcome: 'asked', orderId: asked.orderId }
    await tell(tx, lease, became, asked === 'refused' ? '' : formatYuan(asked.priceFen))
    if (!(await store.settle(tx, orderId, became)))
      throw new Error(`the lease of order ${orderId} changed under its lock`)
    crashPoint('compute.auto-renewal.before-commit')
  }

  async function tryOne(orderId: string): Promise<void> {
    try {
      await inTransaction(db, (tx) => askOne(tx, orderId))
      crashPoint('compute.auto-renewal.after-commit')
    } catch (error) {
      log.error({ err: error, orderId }, 'a renewal could not be prepared')
    }
  }

  /** All whose time has come. One that fails keeps no other from its order. */
  return async (): Promise<void> => {
    // Page after page: those that wait or fail stay in the list, and would keep others out of the first.
    for (let after: DuePlace | undefined = BEFORE_ALL; after; ) {
      const { page, last }: DuePage = await store.listDue(after)
      for (const { orderId } of page) await tryOne(orderId)
      after = last
    }
  }
}

const KINDS = {
  asked: 'compute.renewal-asked',
  above: 'compute.renewal-above',
  refused: 'compute.renewal-refused',
} as const satisfies Record<Outcome['outcome'], string>

export type Asking = ReturnType<typeof createAsking>
