import { crashPoint } from '../../../platform/base/crash-point.ts'
import type { Log } from '../../../platform/base/log.ts'
import type { Db } from '../../../platform/db/handle.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Notices } from '../../notices/module.ts'
import type { LeaseMark } from '../machine/hand-over.ts'
import { type EndResult, type MachineDriver, MachineUnreachable } from '../machine/machine.ts'
import type { WithMachine } from '../machine/use.ts'
import { CLEAN_ATTEMPTS_UNTIL_TOLD } from '../model/rules.ts'
import type { MachineLogins } from '../offers/logins.ts'
import type { Secrets } from '../offers/secrets.ts'
import type { OfferRow, OfferStore } from '../offers/store.ts'
import type { LeaseRow, LeaseStore } from './store.ts'

export type TakeBackDeps = {
  db: Db
  store: LeaseStore
  offers: OfferStore
  logins: MachineLogins
  secrets: Secrets
  machine: MachineDriver
  notices: Notices
  log: Log
  withMachine: WithMachine
}

/** After a lease: the password is changed, what the lease left is removed, and the seller is notified. */
export function createTakeBack(deps: TakeBackDeps) {
  const { db, store, offers } = deps

  async function clean(lease: LeaseRow, offer: OfferRow): Promise<void> {
    crashPoint('compute.take-back.before-prepare')
    const newPassword = await deps.logins.prepareNext(offer.id)
    crashPoint('compute.take-back.before-machine')
    const text = await deps.secrets.open('compute_leases.mark_sealed', lease.order_id, lease.mark_sealed!)
    const mark = JSON.parse(text) as LeaseMark
    const login = await deps.logins.current(offer)
    const result = await deps.machine.endLease(deps.logins.target(offer), login, { newPassword, mark })
    crashPoint('compute.take-back.after-machine')
    await finish(lease, offer.id, newPassword, result)
    crashPoint('compute.take-back.after-commit')
  }

  async function finish(lease: LeaseRow, offerId: string, newPassword: string, result: EndResult): Promise<void> {
    await inTransaction(db, async (tx) => {
      const offer = await offers.lock(tx, offerId)
      if (!offer || !(await store.finishCleaning(tx, lease.order_id))) return
      await deps.logins.settle(tx, offer, newPassword)
      await offers.update(tx, offerId, { cleaning: 'none', host_key: result.hostKey, is_entered: true })
      await deps.notices.tell(tx, {
        userId: lease.seller_id,
        kind: result.leftProcesses > 0 ? 'compute.lease-cleaned-in-part' : 'compute.lease-cleaned',
        params: {
          authId: offer.auth_id,
          leftProcesses: String(result.leftProcesses),
          endedProcesses: String(result.endedProcesses ?? ''),
          restoredFiles: result.restoredFiles.join(', '),
        },
        link: { to: 'shared-machines' },
        key: `lease-cleaned:${lease.order_id}`,
      })
      crashPoint('compute.take-back.before-commit')
    })
  }

  async function noteFailure(lease: LeaseRow, offer: OfferRow): Promise<void> {
    if (lease.attempts < CLEAN_ATTEMPTS_UNTIL_TOLD) return
    await inTransaction(db, async (tx) => {
      await offers.lock(tx, offer.id)
      if (!(await store.markToldCleanFailed(tx, lease.order_id))) return
      await offers.update(tx, offer.id, { cleaning: 'failed' })
      await deps.notices.tell(tx, {
        userId: lease.seller_id,
        kind: 'compute.lease-clean-failed',
        params: { authId: offer.auth_id },
        link: { to: 'shared-machines' },
        key: `lease-clean-failed:${lease.order_id}`,
      })
    })
  }

  return {
    /** One try; safe to repeat. A failed one is tried again by the sweep, in growing pauses of up to an hour. */
    async run(orderId: string): Promise<void> {
      const found = await store.find(orderId)
      if (found?.state !== 'cleaning') return
      const hadTurn = await deps.withMachine(found.offer_id, async () => {
        const lease = await store.beginAttempt(orderId, 'cleaning', found.attempts)
        const offer = await offers.find(found.offer_id)
        if (!lease || !offer) return
        try {
          await clean(lease, offer)
        } catch (error) {
          if (error instanceof MachineUnreachable)
            deps.log.warn({ orderId, reason: error.reason }, 'the machine could not be cleaned after its lease')
          else deps.log.error({ err: error, orderId }, 'cleaning a machine after its lease failed')
          await noteFailure(lease, offer)
        }
      })
      if (!hadTurn) await store.waitForTurn(orderId, 'cleaning')
    },
  }
}

export type TakeBack = ReturnType<typeof createTakeBack>
