import { putAutoRenewal } from '@trove/contract/compute/auto-renewal'
import { createPayment } from '@trove/contract/order-lists/routes'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ComputeLab, openOwnComputeLab } from '../../../../test/labs/compute-lab.ts'
import { createFakeMachines } from '../../../../test/stand-ins/fake-machine.ts'
import { openLog } from '../../../platform/base/log.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import { createNotices } from '../../notices/module.ts'
import { createOfferStore } from '../offers/store.ts'
import { createAsking } from './asking.ts'
import { createMandateStore, type MandateStore } from './mandate-store.ts'

/** Two processes that prepare renewals over one database, stopped where they have read that it is still to be done. */

const HOUR = 3_600_000
const NO_JOBS: Jobs = {
  enqueue: async () => undefined,
  enqueueAll: async () => undefined,
  define: () => undefined,
  every: () => undefined,
  soon: () => undefined,
}
let lab: ComputeLab

beforeAll(async () => {
  lab = await openOwnComputeLab(createFakeMachines())
})
afterAll(() => lab.close())

let leases = 0
async function leaseOf(servePeriod: number) {
  const n = ++leases
  const id = await lab.publish('seller', { serverPort: n, servePeriod })
  await lab.settle()
  const buyer = `asked${n}`
  const orderId = await lab.buy(buyer, id)
  await lab.settle()
  await put({ orderId, buyer }, '9.90')
  return { offerId: id, orderId, buyer }
}
async function nearItsEnd() {
  const lease = await leaseOf(1)
  await lab.advance(23 * HOUR)
  return lease
}
const put = ({ orderId, buyer }: { orderId: string; buyer: string }, mostPrice: string | null) =>
  lab.call(putAutoRenewal, { params: { id: orderId }, body: { mostPrice } }, buyer)
const ordered = ({ offerId, orderId, buyer }: { offerId: string; orderId: string; buyer: string }) =>
  lab.call(createPayment, { body: { productId: offerId, productType: 'superPoints', renews: orderId } }, buyer)
const renewalsOf = async (orderId: string) =>
  (await sql<{ id: string }>`select id from orders where renews = ${orderId}`.execute(lab.db)).rows

/** A process of its own, as far as asking goes; `hold` is waited for once it has read an open renewal. */
function asker(hold: (orderId: string) => Promise<void> = async () => undefined, pageSize?: number) {
  const failures: unknown[] = []
  const store: MandateStore = createMandateStore(lab.db, pageSize)
  const log = openLog('silent')
  log.error = (found: object) => void failures.push(found)
  const ask = createAsking({
    db: lab.db,
    log,
    orders: lab.orders,
    offers: createOfferStore(lab.db, lab.pool),
    notices: createNotices({ db: lab.db, jobs: NO_JOBS }),
    store: {
      ...store,
      async findOpen(tx, orderId) {
        const lease = await store.findOpen(tx, orderId)
        await hold(orderId)
        return lease
      },
    },
  })
  return { ask, failures }
}

/** Waits until another transaction stands before a lock, or until `done` says that nothing will. */
async function untilWaitedFor(done: () => boolean): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(lab.db)
      return done() || rows[0]!.n > 0
    })
    .toBe(true)
}

/** Runs `first` up to where it has read, `second` up to where it waits for it or is done, then both to their ends. */
async function interleave<T>(second: () => Promise<T>) {
  let reached: () => void = () => undefined
  const hasRead = new Promise<void>((resolve) => {
    reached = resolve
  })
  let isSecondDone = false
  const first = asker(async () => {
    reached()
    await untilWaitedFor(() => isSecondDone)
  })
  const asked = first.ask()
  await hasRead
  const answer = await second().finally(() => {
    isSecondDone = true
  })
  await asked
  return { answer, failures: first.failures }
}

it('two processes ask at once: one order, one notice, and neither is in the other’s way', async () => {
  const lease = await nearItsEnd()
  const other = asker()
  const { failures } = await interleave(other.ask)
  expect(await renewalsOf(lease.orderId)).toHaveLength(1)
  expect((await lab.notices(lease.buyer)).filter((kind) => kind === 'compute.renewal-asked')).toHaveLength(1)
  expect([failures, other.failures]).toEqual([[], []])
})

it('whoever switches it off while it is being asked either learns of the order, or there is none', async () => {
  const lease = await nearItsEnd()
  const { answer, failures } = await interleave(() => put(lease, null))
  expect((await renewalsOf(lease.orderId)).map(({ id }) => id)).toEqual(
    answer.renewalOrderId === null ? [] : [answer.renewalOrderId],
  )
  expect([answer.state, failures]).toEqual(['off', []])
})

it('leases whose time has not come take no place among those looked at, although they end before one that is due', async () => {
  const month = await leaseOf(30)
  await lab.advance(695 * HOUR)
  // It ends an hour before the other, and is asked about six hours before that.
  const day = await leaseOf(1)
  await lab.advance(1.5 * HOUR)
  await asker(undefined, 1).ask()
  expect(await renewalsOf(month.orderId)).toHaveLength(1)
  expect(await renewalsOf(day.orderId)).toHaveLength(0)
})

it('leases that wait or fail keep none behind them from being looked at, however many they are', async () => {
  const leases = [await leaseOf(1), await leaseOf(1), await leaseOf(1), await leaseOf(1)]
  // All ends fall into one moment: pages are told apart by the order's id as well.
  const orderIds = leases.map(({ orderId }) => orderId).toSorted()
  await sql`update compute_leases set serve_end_at = (select min(serve_end_at) from compute_leases
    where order_id = any(${orderIds})) where order_id = any(${orderIds})`.execute(lab.db)
  await lab.advance(23 * HOUR - HOUR / 60)
  const [waiting, failing, ...behind] = orderIds.map((id) => leases.find(({ orderId }) => orderId === id)!)
  await ordered(waiting!)
  await lab.advance(HOUR / 60)
  const { ask, failures } = asker(async (orderId) => {
    if (orderId === failing!.orderId) throw new Error('not this one')
  }, 1)
  await ask()
  expect(failures).toMatchObject([{ orderId: failing!.orderId }])
  expect(await renewalsOf(failing!.orderId)).toEqual([])
  for (const { orderId } of [waiting!, ...behind]) expect(await renewalsOf(orderId)).toHaveLength(1)
})
