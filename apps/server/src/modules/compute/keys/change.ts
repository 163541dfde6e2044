import { crashPoint } from '../../../platform/base/crash-point.ts'
import type { Log } from '../../../platform/base/log.ts'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import { DUE_BATCH, type LeaseStore } from '../leases/store.ts'
import { type MachineDriver, MachineUnreachable } from '../machine/machine.ts'
import type { WithMachine } from '../machine/use.ts'
import type { MachineLogins } from '../offers/logins.ts'
import type { OfferStore } from '../offers/store.ts'
import type { ChangingLease, LeaseKeyStore } from './lease-store.ts'

export type KeyChangeDeps = {
  db: Db
  store: LeaseKeyStore
  leases: Pick<LeaseStore, 'find'>
  offers: Pick<OfferStore, 'find'>
  logins: Pick<MachineLogins, 'current' | 'target'>
  machine: Pick<MachineDriver, 'changeKeys'>
  jobs: Pick<Jobs, 'enqueueAll'>
  log: Log
  withMachine: WithMachine
}

/**
 * Installs the keys that a running lease is to have. What the machine did not confirm is not believed: it is done once
 * more until the machine confirms it, other keys are wanted, or the lease is over, whose end takes all of them out.
 */
export function createKeyChange(deps: KeyChangeDeps) {
  const { db, store, offers } = deps

  async function change(lease: ChangingLease): Promise<void> {
    const offer = await offers.find(lease.offer_id)
    if (!offer) return
    crashPoint('compute.change-keys.before-machine')
    const login = await deps.logins.current(offer)
    await deps.machine.changeKeys(deps.logins.target(offer), login, { publicKeys: lease.wanted_keys })
    crashPoint('compute.change-keys.after-machine')
    await store.settle(lease)
    crashPoint('compute.change-keys.after-commit')
  }

  async function enqueueBatch(tx: Tx): Promise<number> {
    const due = await store.claimDue(tx)
    const name = 'compute.change-keys'
    const jobOf = ({ order_id: orderId }: (typeof due)[number]) => ({
      name,
      payload: { orderId },
      key: `${name}:${orderId}`,
    })
    await deps.jobs.enqueueAll(tx, due.map(jobOf))
    return due.length
  }

  return {
    async enqueueDue(): Promise<void> {
      for (let claimed = DUE_BATCH; claimed === DUE_BATCH; ) claimed = await inTransaction(db, enqueueBatch)
    },
    /** One try; safe to repeat. A failed one is tried again by the sweep, in growing pauses of up to a minute. */
    async run(orderId: string): Promise<void> {
      const found = await deps.leases.find(orderId)
      if (found?.state !== 'active' || found.wanted_keys === null) return
      const hadTurn = await deps.withMachine(found.offer_id, async () => {
        const lease = await store.beginAttempt(orderId, found.keys_attempts)
        if (!lease) return
        try {
          await change(lease)
        } catch (error) {
          if (error instanceof MachineUnreachable)
            deps.log.info({ orderId, reason: error.reason }, 'the keys of a lease could not be changed')
          else deps.log.error({ err: error, orderId }, 'changing the keys of a lease failed')
        }
      })
      if (!hadTurn) await store.waitForTurn(orderId)
    },
  }
}

export type KeyChange = ReturnType<typeof createKeyChange>
