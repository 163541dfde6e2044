import { crashPoint } from '../../../platform/base/crash-point.ts'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import { type Bounds, createRounds } from '../../../platform/jobs/rounds.ts'
import type { Orders } from '../../orders/module.ts'
import { holdWork } from '../model/hold-work.ts'
import { hasSource } from '../works/store.ts'
import { insertGrant, listWaiting, markHandedOver, type NewSale, type Waiting } from './store.ts'

type Needs = { db: Db; jobs: Pick<Jobs, 'every'>; orders: Pick<Orders, 'provide' | 'failService'> }

const SWEEP_SECONDS = 30
const BOUNDS: Bounds = { atOnce: 100, forMs: SWEEP_SECONDS * 1000 }

/** Gives the buyers of paid works their grant, and the money back to who has that licence already. */
export function defineHandOver(needs: Needs, bounds = BOUNDS): void {
  let failed: unknown
  const round = createRounds<Waiting>(
    {
      list: (after, most) => listWaiting(needs.db, after, most),
      async act(sale) {
        crashPoint('code.hand-over.before')
        // One that fails holds up no other; it is tried again with a later round.
        await inTransaction(needs.db, (tx) => handOver(tx, sale, needs.orders)).catch((error: unknown) => {
          failed = error
        })
        crashPoint('code.hand-over.after-commit')
      },
    },
    bounds,
  )
  needs.jobs.every('code.hand-over', SWEEP_SECONDS, async () => {
    failed = undefined
    await round()
    if (failed) throw failed
  })
}

async function handOver(tx: Tx, sale: NewSale, orders: Needs['orders']): Promise<void> {
  const { orderId } = sale
  // A takedown waits for this, or this sees it.
  if ((await holdWork(tx, sale.workId)) === 'removed') {
    await orders.failService(tx, orderId, 'the work was taken down')
    return
  }
  // Bought in the moment in which its author's account was erased with it.
  if (!(await hasSource(tx, sale.workId))) {
    await orders.failService(tx, orderId, 'the work is gone with its author')
    return
  }
  const isGranted = await insertGrant(tx, sale)
  crashPoint('code.hand-over.granted')
  // Bought twice at once: the second order goes back whole. Its release ends the sale.
  if (!isGranted) {
    await orders.failService(tx, orderId, 'the buyer has this licence already')
    return
  }
  // Given up meanwhile: nothing of this stands.
  if (!(await orders.provide(tx, orderId)) || !(await markHandedOver(tx, orderId)))
    throw new Error(`the sale ${orderId} changed while it was handed over`)
  crashPoint('code.hand-over.before-commit')
}
