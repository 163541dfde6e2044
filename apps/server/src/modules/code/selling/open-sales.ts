import { crashPoint } from '../../../platform/base/crash-point.ts'
import type { Tx } from '../../../platform/db/handle.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { CodeNeeds } from '../model/needs.ts'
import { closeSale, goOnWithSale, holdSale, listToSettle, lockTakedown } from './open-store.ts'
import { noteRefund } from './store.ts'

type Needs = Pick<CodeNeeds, 'db' | 'jobs' | 'orders' | 'log'>

const SWEEP_SECONDS = 60
const AT_ONCE = 100

/**
 * What becomes of the open sales of works that are taken down: their window stands still, goes on when the work is back,
 * and the money returns once the takedown is final.
 */
export function defineOpenSales({ db, jobs, orders, log }: Needs): void {
  jobs.every('code.open-sales', SWEEP_SECONDS, async () => {
    for (let after = ''; ; ) {
      const page = await listToSettle(db, after, AT_ONCE)
      for (const orderId of page)
        await inTransaction(db, (tx) => settle(tx, orderId, orders)).catch((error: unknown) =>
          log.error({ err: error, orderId }, 'the sale of a work that is down failed and will be tried again'),
        )
      if (page.length < AT_ONCE) return
      after = page.at(-1)!
    }
  })
}

/** Under the order's lock, which everything that ends a sale takes first. */
async function settle(tx: Tx, orderId: string, orders: Needs['orders']): Promise<void> {
  const order = await orders.lock(tx, orderId)
  if (order?.state !== 'delivered') return closeSale(tx, orderId)
  const takedown = await lockTakedown(tx, orderId)
  if (takedown === 'none') {
    await orders.resumeDue(tx, orderId)
    await goOnWithSale(tx, orderId)
  } else if (takedown === 'open') {
    await orders.pauseDue(tx, orderId)
    await holdSale(tx, orderId)
  } else {
    const reason = 'the work was taken down'
    const amountFen = order.amountFen - order.clearedFen - order.refundedFen
    await orders.refund(tx, orderId, { key: 'code.taken-down', amountFen, reason })
    await noteRefund(tx, { orderId, reason: 'taken-down', words: '', isUnfetched: false })
  }
  crashPoint('code.open-sale.before-commit')
}
