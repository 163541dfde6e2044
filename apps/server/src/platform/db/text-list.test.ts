// In a worker of its own: names are kept for all of a process, and only so many.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/world/database.ts'
import { payOrders } from '../../modules/orders/model/store.ts'
import { markPaid } from '../../modules/payment/stores/store.ts'
import { openLog } from '../base/log.ts'
import { openDatabase } from './database.ts'
import type { Db, Tx } from './handle.ts'
import { openPool, type Pool } from './pool/pool.ts'
import { textList } from './text-list.ts'
import { inTransaction } from './transaction.ts'

let database: TestDatabase
let pool: Pool
let db: Db
beforeAll(async () => {
  database = await createTestDatabase()
  // Kept plans belong to a connection: there is one.
  pool = openPool({ url: database.url, size: 1, log: openLog('silent'), name: 'text-list-test' })
  db = openDatabase(pool)
  await fill()
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

test('a list keeps its members and their order, also when there are none', async () => {
  for (const list of [[], ['b'], ['b', 'a"\\,{}', '']]) {
    const { rows } = await sql<{ v: string }>`select v from unnest(${textList(list)}) with ordinality as t(v, n)
      where v = any(${textList(list)}) order by n`.execute(db)
    expect(rows.map(({ v }) => v)).toEqual(list)
  }
})

/** Many of both, all done with: in a small table no plan looks cheaper than another. */
const fill = async () => {
  await sql`insert into users (id, phone_sealed, phone_index, nick_name, name_grams)
    values ('buyer', '\\x00', '\\x01', 'buyer', '{}'), ('seller', '\\x00', '\\x02', 'seller', '{}')`.execute(db)
  await sql`insert into orders (id, out_trade_no, product_type, product_id, is_one_of, buyer_id, seller_id, amount_fen,
      period_days, snapshot, search_text, state, paid_at, created_at, expires_at, serve_start_at, serve_end_at, cleared_fen)
    select 'order-' || i, lpad(i::text, 20, '0'), 'superPoints', 'p' || i, true, 'buyer', 'seller', 1, 7, '{}',
      'text', 'finished', now(), now(), now(), now(), now() + interval '7 days', 1 from generate_series(1, 5000) i`.execute(
    db,
  )
  await sql`vacuum (analyze) orders`.execute(db)
}

test.each<{ what: string; run: (tx: Tx) => Promise<unknown>; text: string }>([
  {
    what: 'taking payments in',
    run: (tx: Tx) => markPaid(tx, [{ id: 'none', tradeNo: '1' }], ['open']),
    text: 'with locked as (select id from payment_attempt %',
  },
  {
    what: 'paying orders',
    run: (tx: Tx) => payOrders(tx, [{ orderId: 'none', attemptId: 'none', amountFen: 1n }]),
    text: 'with locked as (select id from orders %',
  },
])('$what is planned no more after some runs', async ({ run, text }) => {
  for (let runs = 0; runs < 10; runs++) await inTransaction(db, run)
  const { rows } = await sql<{ kept: bigint }>`select generic_plans as kept from pg_prepared_statements
    where statement like ${`%${text}`}`.execute(db)
  expect(rows).toHaveLength(1)
  expect(rows[0]!.kept).toBeGreaterThan(0n)
})
