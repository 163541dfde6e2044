import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ComputeOrderDetail } from '@trove/contract/compute/orders'
import { getOrder } from '@trove/contract/order-lists/routes'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OrdersLab, openOrdersLab } from '../../../test/labs/orders-lab.ts'
import { createEmptyDatabase, type TestDatabase } from '../../../test/world/database.ts'
import { openLog } from '../../platform/base/log.ts'
import { openDatabase } from '../../platform/db/database.ts'
import type { Db } from '../../platform/db/handle.ts'
import { MIGRATIONS_DIR, migrate } from '../../platform/db/migrate.ts'
import { openPool } from '../../platform/db/pool/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'

/** A database with orders of machines in every state is carried over the migration that made orders of every kind. */

const BEFORE = '0065'
const AMOUNT = 7200
let base: TestDatabase
let lab: OrdersLab

/** State, reason of a close, what was cleared, and whether the money came. */
const OLD: [
  id: string,
  state: string,
  closeReason: string | null,
  clearedFen: number,
  money: 'none' | 'kept' | 'late',
][] = [
  ['unpaid', 'to-be-paid', null, 0, 'none'],
  ['paid', 'paid', null, 0, 'kept'],
  ['serving', 'serving', null, 2400, 'kept'],
  ['ended', 'ended', null, 0, 'kept'],
  ['finished', 'finished', null, AMOUNT, 'kept'],
  ['closed', 'closed', 'expired', 0, 'none'],
  ['refunding', 'refunding', null, 0, 'kept'],
  ['refunded', 'refunded', null, 0, 'kept'],
  ['late', 'refunding', 'cancelled', 0, 'late'],
  ['late-refunded', 'refunded', 'cancelled', 0, 'late'],
]

async function post(db: Db, kind: string, key: string, orderId: string, from: string, to: string, fen: number) {
  await sql`select ledger_post(${kind}, ${key}, ${orderId}, ${[from, to]}::text[], ${[fen, -fen]}::bigint[], '[]')`.execute(
    db,
  )
}

/** An order as it was written before, with its events, counts and postings. */
async function insertOld(db: Db, [id, state, closeReason, clearedFen, money]: (typeof OLD)[number]): Promise<void> {
  const isServed = ['serving', 'ended', 'finished'].includes(state)
  const [start, end] = state === 'serving' ? ['-1 day', '2 days'] : ['-4 days', '-1 day']
  const refundedFen = state === 'refunded' ? AMOUNT : 0
  await sql`insert into orders (id, out_trade_no, product_type, product_id, is_one_of, buyer_id, seller_id, amount_fen,
      period_days, snapshot, search_text, state, close_reason, fail_reason, created_at, expires_at, paid_at,
      paid_attempt_id, serve_start_at, serve_end_at, cleared_fen, clearing_count, refunded_fen)
    values (${id}, ${`n-${id}`}, 'superPoints', ${`m-${id}`}, true, 'buyer', 'seller', ${AMOUNT}, 3, '{"cpuCores": 4}', '',
      ${state}, ${closeReason}, ${state.startsWith('refund') && !closeReason ? 'unreachable' : null}, now(), now(),
      ${money === 'none' ? null : new Date()}, ${`a-${id}`},
      ${isServed ? sql`date_trunc('milliseconds', now()) + ${start}::interval` : null},
      ${isServed ? sql`date_trunc('milliseconds', now()) + ${end}::interval` : null},
      ${clearedFen}, ${clearedFen > 0 ? 1 : 0}, ${refundedFen})`.execute(db)
  for (const step of ['created', ...(state.startsWith('refund') ? ['refunding', 'refunded'] : [])])
    await sql`insert into order_events (order_id, step) values (${id}, ${step})`.execute(db)
  const isPurchase = isServed || state === 'paid'
  await sql`insert into order_count_deltas values ('buyer', 'consume', 'superPoints', 1), ('seller', 'profit', 'superPoints', 1),
    ('buyer', 'purchase', 'superPoints', ${isPurchase ? 1 : 0})`.execute(db)
  if (clearedFen > 0) await sql`insert into clearings values (${id}, 1, ${clearedFen}, false, now())`.execute(db)
  await postOld(db, id, state, clearedFen, money)
}

async function postOld(db: Db, id: string, state: string, clearedFen: number, money: string): Promise<void> {
  if (money === 'none') return
  await post(db, 'payment', `pay:${id}`, id, 'alipay', money === 'kept' ? `escrow:${id}` : 'suspense', AMOUNT)
  if (clearedFen > 0) await post(db, 'clearing', `clearing:${id}:1`, id, `escrow:${id}`, 'payable:seller', clearedFen)
  if (!state.startsWith('refund')) return
  const number = money === 'kept' ? `R-n-${id}` : `late-${id}`
  if (money === 'kept') await post(db, 'suspense', `refund-begun:${number}`, id, `escrow:${id}`, 'suspense', AMOUNT)
  if (state === 'refunded') await post(db, 'refund', `refund:${number}`, id, 'suspense', 'alipay', AMOUNT)
}

beforeAll(async () => {
  base = await createEmptyDatabase()
  const log = openLog('silent')
  const dir = await mkdtemp(join(tmpdir(), 'migrations-'))
  for (const file of await readdir(MIGRATIONS_DIR))
    if (file < BEFORE) await cp(join(MIGRATIONS_DIR, file), join(dir, file))
  await migrate(base.url, log, { dir })
  await rm(dir, { recursive: true })
  const pool = openPool({ url: base.url, size: 2, log, name: 'old' })
  const db = openDatabase(pool)
  for (const old of OLD) await insertOld(db, old)
  await pool.end()
  await migrate(base.url, log)
  lab = await openOrdersLab(base.url)
})
afterAll(async () => {
  await lab.close()
  await base.drop()
})

test('orders of machines in every state keep it over the migration, and every rule of the ledger holds', async () => {
  const { rows } = await sql<{ id: string; state: string; release: string; refunded: bigint; returned: bigint }>`
    select id, state, release, refunded_fen as refunded, returned_fen as returned from orders order by seq`.execute(
    lab.db,
  )
  const whole = BigInt(AMOUNT)
  expect(rows).toEqual(
    OLD.map(([id, state]) => ({
      id,
      state,
      release: 'linear',
      refunded: state.startsWith('refund') ? whole : 0n,
      returned: state === 'refunded' ? whole : 0n,
    })),
  )
  expect(await lab.ledger.verify()).toEqual([])
  const sums = await sql<{ fen: bigint }>`select sum(amount_fen)::bigint as fen from ledger_entry`.execute(lab.db)
  expect(sums.rows).toEqual([{ fen: 0n }])
})

test('they look on the wire as before', async () => {
  const look = async (id: string) => {
    const order = await lab.call(getOrder, { params: { id } }, 'buyer').then((found) => ComputeOrderDetail.parse(found))
    return [order.orderState, order.superPointsStatus, order.refund, order.refundState]
  }
  expect(Object.fromEntries(await Promise.all(OLD.map(async ([id]) => [id, await look(id)])))).toEqual({
    unpaid: ['ToBePaid', null, null, null],
    paid: ['PaymentSuccessful', 0, null, null],
    serving: ['PaymentSuccessful', 1, null, null],
    ended: ['PaymentSuccessful', 2, null, null],
    finished: ['PaymentSuccessful', 3, null, null],
    closed: ['PaymentFailed', null, null, null],
    refunding: ['PaymentSuccessful', null, '72.00', 'Refunding'],
    refunded: ['PaymentSuccessful', null, '72.00', 'PaymentSuccessful'],
    late: ['PaymentFailed', null, '72.00', 'Refunding'],
    'late-refunded': ['PaymentFailed', null, '72.00', 'PaymentSuccessful'],
  })
})

test('a refund that was under way is told under its number and ends', async () => {
  await inTransaction(lab.db, async (tx) => {
    await post(tx as unknown as Db, 'refund', 'refund:R-n-refunding', 'refunding', 'suspense', 'alipay', AMOUNT)
    const event = { orderId: 'refunding', number: 'R-n-refunding', amountFen: BigInt(AMOUNT), isUnservable: false }
    await lab.refunded(tx, event)
    await lab.refunded(tx, event)
  })
  const { rows } = await sql<{ state: string }>`select state from orders where id = 'refunding'`.execute(lab.db)
  expect(rows).toEqual([{ state: 'refunded' }])
  expect(await lab.ledger.verify()).toEqual([])
})
