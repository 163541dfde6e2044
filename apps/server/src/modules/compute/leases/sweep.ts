import { termHours } from '@trove/contract/compute/lease-terms'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { Notices } from '../../notices/module.ts'
import { dueWarning } from '../model/rules.ts'
import { DUE_BATCH, type LeaseStore, termOf } from './store.ts'

/** What leases owe by business time: the next try of a hand-over or a cleaning, and warnings before the end. */
export function createLeaseSweep(deps: { db: Db; store: LeaseStore; jobs: Jobs; notices: Notices }) {
  const { db, store, jobs, notices } = deps

  async function enqueueBatch(tx: Tx): Promise<number> {
    const due = await store.claimDue(tx)
    const jobOf = ({ order_id: orderId, state }: (typeof due)[number]) => {
      const name = state === 'provisioning' ? 'compute.begin-lease' : 'compute.end-lease'
      return { name, payload: { orderId }, key: `${name}:${orderId}` }
    }
    await jobs.enqueueAll(tx, due.map(jobOf))
    return due.length
  }

  return {
    async enqueueDue(): Promise<void> {
      for (let claimed = DUE_BATCH; claimed === DUE_BATCH; ) claimed = await inTransaction(db, enqueueBatch)
    },
    async warn(): Promise<void> {
      for (const lease of await store.findEnding()) {
        const days = dueWarning(lease.ms_left, termHours(termOf(lease)), lease.warned_days)
        if (days === undefined) continue
        await inTransaction(db, async (tx) => {
          if (!(await store.markWarned(tx, lease.order_id, days))) return
          await notices.tell(tx, {
            userId: lease.buyer_id,
            kind: 'compute.lease-expires-soon',
            params: { authId: lease.auth_id, days: String(days), serveEndTime: lease.serve_end_at!.toISOString() },
            link: { to: 'rented-machines' },
            key: `lease-expires:${lease.order_id}:${days}`,
          })
        })
      }
    },
  }
}

export type LeaseSweep = ReturnType<typeof createLeaseSweep>
