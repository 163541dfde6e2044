import { allowsSale } from '@trove/contract/compute-shapes'
import { crashPoint } from '../../../platform/crash-point.ts'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Log } from '../../../platform/log.ts'
import type { Notices } from '../../notices/module.ts'
import type { Orders } from '../../orders/module.ts'
import type { Prober } from '../checks/prober.ts'
import type { Checks } from '../checks/service.ts'
import type { CheckOutcome, CheckStore } from '../checks/store.ts'
import { type MachineDriver, MachineUnreachable } from '../machine.ts'
import type { WithMachine } from '../machine-use.ts'
import type { MachineLogins } from '../offers/logins.ts'
import type { Secrets } from '../offers/secrets.ts'
import type { OfferRow, OfferStore } from '../offers/store.ts'
import type { LeaseRow, LeaseStore } from './store.ts'

export type HandOverDeps = {
  db: Db
  store: LeaseStore
  offers: OfferStore
  checkStore: CheckStore
  checks: Checks
  prober: Prober
  logins: MachineLogins
  secrets: Secrets
  machine: MachineDriver
  orders: Orders
  notices: Notices
  log: Log
  withMachine: WithMachine
}

const SHARES = '/personal-center/my-calculate'

/** From paid to serving: the machine is checked once more, gets a fresh login, and the service window opens. */
export function createHandOver(deps: HandOverDeps) {
  const { db, store, offers } = deps

  /** The buyer is refunded; the offer says why it could not be handed over. Locks: order, then offer, then lease. */
  async function giveUp(lease: LeaseRow, outcome: CheckOutcome): Promise<void> {
    crashPoint('compute.give-up.before')
    await inTransaction(db, async (tx) => {
      await deps.orders.failService(tx, lease.order_id, `machine-${outcome.result}`)
      const offer = await offers.lock(tx, lease.offer_id)
      await store.fail(tx, lease.order_id)
      if (offer) await deps.checks.apply(tx, offer, outcome, null, `hand-over:${lease.order_id}`)
      crashPoint('compute.give-up.before-commit')
    })
    crashPoint('compute.give-up.after-commit')
  }

  /** @returns the offer as checked; undefined when the order was given up or must wait for another try */
  async function recheck(lease: LeaseRow, offer: OfferRow): Promise<OfferRow | undefined> {
    if (lease.is_checked) return offer
    const { outcome, hostKey, offer: used } = await deps.prober.probe(offer)
    if (outcome.result === 'unreachable') return undefined
    await inTransaction(db, async (tx) => {
      const locked = await offers.lock(tx, offer.id)
      if (!locked) return
      await deps.checkStore.insertDone(tx, offer.id, 'hand-over', outcome)
      if (!allowsSale({ state: outcome.result, differing: outcome.differing })) return
      await deps.checks.apply(tx, locked, outcome, hostKey, `hand-over:${lease.order_id}`)
      await store.markChecked(tx, lease.order_id)
    })
    if (allowsSale({ state: outcome.result, differing: outcome.differing })) return used
    await giveUp(lease, outcome)
    return undefined
  }

  async function begin(lease: LeaseRow, offer: OfferRow): Promise<void> {
    crashPoint('compute.hand-over.before-prepare')
    const newPassword = await deps.logins.prepareNext(offer.id)
    crashPoint('compute.hand-over.before-machine')
    const login = await deps.logins.current(offer)
    const begun = await deps.machine.beginLease(deps.logins.target(offer), login, {
      newPassword,
      publicKey: lease.public_key,
    })
    crashPoint('compute.hand-over.after-machine')
    const mark = await deps.secrets.seal('compute_leases.mark_sealed', lease.order_id, JSON.stringify(begun.mark))
    await inTransaction(db, async (tx) => {
      const window = await deps.orders.beginService(tx, lease.order_id)
      const locked = await offers.lock(tx, offer.id)
      if (!locked) throw new Error('the offer of a lease is gone')
      if (!(await store.activate(tx, lease.order_id, window, mark))) throw new Error('the lease is not in provisioning')
      await deps.logins.settle(tx, locked, newPassword)
      await offers.update(tx, offer.id, {
        slot: 'serving',
        host_key: begun.hostKey,
        lease_count: locked.lease_count + 1,
      })
      await tellBegun(tx, deps.notices, lease, offer, window.serveEndAt)
      crashPoint('compute.hand-over.before-commit')
    })
    crashPoint('compute.hand-over.after-commit')
  }

  return {
    /** One try; safe to repeat. What is missing afterwards is tried again by the sweep. */
    async run(orderId: string): Promise<void> {
      const found = await store.find(orderId)
      if (found?.state !== 'provisioning') return
      await deps.withMachine(found.offer_id, async () => {
        const isOverdue = await store.isOverdue(orderId)
        const lease = await store.beginAttempt(orderId, 'provisioning', found.attempts)
        const offer = await offers.find(found.offer_id)
        if (!lease) return
        if (offer) {
          try {
            const checked = await recheck(lease, offer)
            if (checked) return await begin(lease, checked)
          } catch (error) {
            if (!(error instanceof MachineUnreachable)) throw error
            deps.log.info({ orderId, reason: error.reason }, 'hand-over could not reach the machine')
          }
        }
        // The last try came after the time was up: a machine that is back by then still serves.
        if (isOverdue) await giveUp(lease, { result: 'unreachable', differing: [], measured: null })
      })
    },
  }
}

export type HandOver = ReturnType<typeof createHandOver>

async function tellBegun(tx: Tx, notices: Notices, lease: LeaseRow, offer: OfferRow, endAt: Date): Promise<void> {
  const params = { authId: offer.auth_id, serveEndTime: endAt.toISOString() }
  const key = `lease-begun:${lease.order_id}`
  await notices.tell(tx, {
    userId: lease.seller_id,
    kind: 'compute.lease-begun',
    params,
    link: SHARES,
    key: `${key}:seller`,
  })
  await notices.tell(tx, {
    userId: lease.buyer_id,
    kind: 'compute.lease-begun-buyer',
    params,
    link: SHARES,
    key: `${key}:buyer`,
  })
}
