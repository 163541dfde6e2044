import { allowsSale } from '@trove/contract/compute/shapes'
import { crashPoint } from '../../../platform/base/crash-point.ts'
import type { Log } from '../../../platform/base/log.ts'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Notices } from '../../notices/module.ts'
import type { Orders } from '../../orders/module.ts'
import type { Prober } from '../checks/prober.ts'
import type { Checks } from '../checks/service.ts'
import { type CheckOutcome, type CheckStore, UNREACHABLE } from '../checks/store.ts'
import type { LeaseMark } from '../machine/hand-over.ts'
import { type MachineDriver, MachineUnreachable } from '../machine/machine.ts'
import { isUsedBy, type WithMachine } from '../machine/use.ts'
import { HAND_OVER_MINUTES, TURN_MINUTES } from '../model/rules.ts'
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

/** From paid to serving: the machine is checked once more, gets a fresh login, and the service window opens. */
export function createHandOver(deps: HandOverDeps) {
  const { db, store, offers } = deps

  /** The buyer is refunded; the offer says why it could not be handed over. Locks: order, then offer, then lease. */
  async function giveUp(lease: LeaseRow, outcome: CheckOutcome): Promise<void> {
    const { order_id: orderId } = lease
    const reason = `machine-${outcome.result}`
    crashPoint('compute.give-up.before')
    try {
      await inTransaction(db, async (tx) => {
        if (!(await deps.orders.failService(tx, orderId, reason))) return
        const offer = await offers.lock(tx, lease.offer_id)
        // While our own network is out, that nobody could reach it says nothing of the machine.
        const isOurs = outcome === UNREACHABLE && (await deps.checkStore.hadOutage())
        if (offer && !isOurs) await deps.checks.apply(tx, offer, outcome, null, `hand-over:${orderId}`)
        crashPoint('compute.give-up.before-commit')
      })
    } catch (error) {
      // The money goes back whatever the machine said: what was found is left for the next check.
      deps.log.error({ err: error, orderId }, 'giving up an order with its check failed: it is given up without')
      await inTransaction(db, async (tx) => void (await deps.orders.failService(tx, orderId, reason)))
    }
    crashPoint('compute.give-up.after-commit')
  }

  /** @returns the offer as checked; otherwise why there is nothing to begin now */
  async function recheck(lease: LeaseRow, offer: OfferRow): Promise<OfferRow | 'unreachable' | 'given-up'> {
    if (lease.is_checked) return offer
    const { outcome, hostKey, offer: used } = await deps.prober.probe(offer)
    if (outcome.result === 'unreachable') return 'unreachable'
    const isSound = await inTransaction(db, async (tx) => {
      const passes = allowsSale({ state: outcome.result, differing: outcome.differing })
      const locked = await offers.lock(tx, offer.id)
      if (!locked) return passes
      const mayPass = passes || (await deps.checks.isDoubtful(tx, locked, outcome))
      await deps.checkStore.insertDone(tx, offer.id, 'hand-over', outcome)
      if (!mayPass) return false
      await deps.checks.apply(tx, locked, outcome, hostKey, `hand-over:${lease.order_id}`)
      await store.markChecked(tx, lease.order_id)
      return true
    })
    // The machine that was checked is the one that is handed over: its host key is held to from here on.
    if (isSound) return { ...used, host_key: hostKey ?? used.host_key }
    await giveUp(lease, outcome)
    return 'given-up'
  }

  /**
   * What the account looked like is kept before a key is let in, and the first note stands: whatever becomes of this try,
   * the lease is known to have touched the machine, and the key is taken out again.
   */
  async function keepMark(lease: LeaseRow, noted: LeaseMark): Promise<LeaseMark> {
    const { order_id: orderId, mark_sealed: kept } = lease
    if (kept) return JSON.parse(await deps.secrets.open('compute_leases.mark_sealed', orderId, kept)) as LeaseMark
    const sealed = await deps.secrets.seal('compute_leases.mark_sealed', orderId, JSON.stringify(noted))
    if (!(await store.keepMark(orderId, sealed))) throw new Error('the lease is not in provisioning')
    return noted
  }

  async function begin(lease: LeaseRow, offer: OfferRow): Promise<void> {
    crashPoint('compute.hand-over.before-prepare')
    const newPassword = await deps.logins.prepareNext(offer.id)
    crashPoint('compute.hand-over.before-machine')
    const login = await deps.logins.current(offer)
    const target = deps.logins.target(offer)
    const begun = await deps.machine.beginLease(target, login, { newPassword })
    const mark = await keepMark(lease, begun.mark)
    const { public_keys: publicKeys } = lease
    if (publicKeys.length > 0) {
      const fresh = { username: login.username, password: newPassword }
      await deps.machine.installKeys({ ...target, hostKey: begun.hostKey }, fresh, { mark, publicKeys })
    }
    crashPoint('compute.hand-over.after-machine')
    await inTransaction(db, async (tx) => {
      const window = await deps.orders.beginService(tx, lease.order_id)
      const locked = await offers.lock(tx, offer.id)
      if (!locked) throw new Error('the offer of a lease is gone')
      if (!(await store.activate(tx, lease.order_id, window))) throw new Error('the lease is not in provisioning')
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

  /** @returns whether the order is served or given up now */
  async function tryOnce(lease: LeaseRow): Promise<boolean> {
    const { order_id: orderId } = lease
    try {
      const offer = await offers.find(lease.offer_id)
      const checked = offer ? await recheck(lease, offer) : 'unreachable'
      if (typeof checked === 'string') return checked === 'given-up'
      await begin(lease, checked)
      return true
    } catch (error) {
      if (error instanceof MachineUnreachable)
        deps.log.info({ orderId, reason: error.reason }, 'hand-over could not reach the machine')
      else deps.log.error({ err: error, orderId }, 'a hand-over failed')
      return false
    }
  }

  return {
    /** One try; safe to repeat. What is missing afterwards is tried again by the sweep, and given up when overdue. */
    async run(orderId: string): Promise<void> {
      const found = await store.find(orderId)
      if (found?.state !== 'provisioning') return
      const attempt = async () => {
        const isOverdue = await store.isOverdue(orderId, HAND_OVER_MINUTES)
        const lease = await store.beginAttempt(orderId, 'provisioning', found.attempts)
        // The last try came after the time was up: a machine that is back by then still serves.
        if (lease && !(await tryOnce(lease)) && isOverdue) await giveUp(lease, UNREACHABLE)
      }
      // An earlier try of this order that still lasts may serve it: it is not others who keep the machine.
      const isTrying = () => isUsedBy(db, found.offer_id, orderId)
      if (await isTrying()) return await store.waitForTurn(orderId, 'provisioning')
      if (await deps.withMachine(found.offer_id, attempt, orderId)) return
      // Asked last and once more: such a try may be what got the machine in between.
      if ((await store.isOverdue(orderId, TURN_MINUTES)) && !(await isTrying())) await giveUp(found, UNREACHABLE)
      else await store.waitForTurn(orderId, 'provisioning')
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
    link: { to: 'shared-machines' },
    key: `${key}:seller`,
  })
  await notices.tell(tx, {
    userId: lease.buyer_id,
    kind: 'compute.lease-begun-buyer',
    params,
    link: { to: 'rented-machines' },
    key: `${key}:buyer`,
  })
}
