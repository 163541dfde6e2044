import { ContractError } from '@trove/contract/errors/codes'
import { AUTO_CLEAR_DAYS } from '@trove/contract/order-lists/routes'
import { type RawBuilder, sql } from 'kysely'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { OrdersNeeds } from '../model/needs.ts'
import { findPaidOverdue } from '../model/queries.ts'
import { EXPIRY_GRACE_MINUTES } from '../model/rules.ts'
import type { Clearing } from './clearing.ts'
import type { Life } from './life.ts'
import type { Timeouts } from './timeouts.ts'

const SWEEP_SECONDS = 2
const FOLD_SECONDS = 20
const BATCH = 100
/** Between two questions about an unpaid order that is overdue. */
const ASK_AGAIN_SECONDS = 30
/** Questions at once; each may wait some seconds for the provider. */
const ASK_AT_ONCE = 8
const ALARM_SECONDS = 60

type Due = { id: string; at: Date; isFirst: boolean }

type Steps = { life: Life; clearing: Clearing; timeouts: Timeouts }

/** What falls due by business time: ends of service, automatic clearing, and unpaid orders that were not closed. */
export function defineSweeps(needs: OrdersNeeds, { life, clearing, timeouts }: Steps): void {
  const { db, jobs, payment, log, onPaidOverdue } = needs

  /** Does one kind of due orders, oldest first; one that fails is logged, tried again next time and stops no other. */
  async function sweep(
    what: string,
    due: (after: Due | undefined) => RawBuilder<Due>,
    work: (due: Due) => Promise<void>,
    atOnce = 1,
  ) {
    const tryWork = (row: Due) =>
      work(row).catch((error: unknown) =>
        log.error({ err: error, orderId: row.id }, `${what} failed and will be tried again`),
      )
    for (let last: Due | undefined; ; ) {
      const { rows } = await due(last).execute(db)
      for (let i = 0; i < rows.length; i += atOnce) await Promise.all(rows.slice(i, i + atOnce).map(tryWork))
      last = rows.at(-1)
      if (rows.length < BATCH) return
    }
  }

  const after = (column: string, last: Due | undefined) =>
    last ? sql`and (${sql.ref(column)}, id) > (${last.at}, ${last.id})` : sql``

  async function endServices(): Promise<void> {
    await sweep(
      'the end of a service',
      (last) => sql<Due>`select id, serve_end_at as at, true as "isFirst" from orders
        where state = 'serving' and release = 'linear' and serve_end_at <= business_now() ${after('serve_end_at', last)}
        order by serve_end_at, id limit ${BATCH}`,
      (due) => inTransaction(db, async (tx) => void (await life.endService(tx, due.id))),
    )
  }

  async function clearEnded(): Promise<void> {
    await sweep(
      'automatic clearing',
      (last) => sql<Due>`select id, serve_end_at as at, true as "isFirst" from orders
        where state = 'ended' and serve_end_at <= business_now() - make_interval(days => ${AUTO_CLEAR_DAYS})
          ${after('serve_end_at', last)}
        order by serve_end_at, id limit ${BATCH}`,
      (due) =>
        inTransaction(db, async (tx) => void (await clearing.clearOrder(tx, due.id, 'time'))).catch(ignoreCleared),
    )
  }

  async function actInTime(): Promise<void> {
    await sweep(
      'what nobody did in time',
      (last) => sql<Due>`select id, due_at as at, true as "isFirst" from orders
        where due_at <= business_now() and due_paused_at is null ${after('due_at', last)} order by due_at, id limit ${BATCH}`,
      (due) => inTransaction(db, (tx) => timeouts.act(tx, due.id)),
    )
  }

  /**
   * Payment closes attempts by itself and tells; here is what stays if that did not happen. The product is held until the
   * provider confirms that nothing can be paid any more: an unknown outcome is asked about, never guessed.
   */
  async function settleUnpaid(): Promise<void> {
    await sweep(
      'settling an overdue order',
      (last) => sql<Due>`select id, expires_at as at, expiry_asked_at is null as "isFirst" from orders
        where state = 'to-be-paid' and expires_at <= business_now() - make_interval(mins => ${EXPIRY_GRACE_MINUTES})
          and (expiry_asked_at is null or expiry_asked_at <= business_now() - make_interval(secs => ${ASK_AGAIN_SECONDS}))
          ${after('expires_at', last)}
        order by expires_at, id limit ${BATCH}`,
      async (due) => {
        await inTransaction(db, async (tx) => {
          await sql`update orders set expiry_asked_at = business_now() where id = ${due.id}`.execute(tx)
          if (due.isFirst) await payment.close(tx, due.id)
        })
        if (!due.isFirst) await payment.ask(due.id)
      },
      ASK_AT_ONCE,
    )
  }

  /** Whatever keeps a buyer who paid from being served or refunded, somebody hears of it. */
  async function watchPaid(): Promise<void> {
    const overdue = await findPaidOverdue(db)
    onPaidOverdue?.(overdue.count)
    if (overdue.count > 0)
      log.error({ ...overdue, alarm: 'orders' }, 'orders are paid and neither served nor refunded for too long')
  }

  jobs.every('orders.sweep', SWEEP_SECONDS, async () => {
    await endServices()
    await clearEnded()
    await actInTime()
  })
  // Apart: the ends of services never wait for answers of the payment provider.
  jobs.every('orders.settle-unpaid', SWEEP_SECONDS, settleUnpaid)
  jobs.every('orders.alarms', ALARM_SECONDS, watchPaid)
  jobs.every('orders.fold-counts', FOLD_SECONDS, async () => {
    await sql`
      with gone as (
        delete from order_count_deltas returning user_id, facet, product_type, delta
      )
      insert into order_counts (user_id, facet, product_type, total)
      select user_id, facet, product_type, sum(delta) from gone group by 1, 2, 3 order by 1, 2, 3
      on conflict (user_id, facet, product_type) do update set total = order_counts.total + excluded.total`.execute(db)
  })
}

/** A seller who cleared at the same moment left nothing to do; what is held waits. */
function ignoreCleared(error: unknown): void {
  const isNothing = error instanceof ContractError && ['orders.nothing-to-clear', 'orders.held'].includes(error.code)
  if (!isNothing) throw error
}
