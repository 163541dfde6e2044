import { ContractError } from '@trove/contract/errors/codes'
import { sql } from 'kysely'
import type { Choice, Sellable, Terms } from '../../src/modules/orders/model/sellable.ts'
import { newId } from '../../src/platform/base/id.ts'
import type { Db, Tx } from '../../src/platform/db/handle.ts'

/**
 * Two made-up kinds of goods for tests of orders: work that a buyer accepts, and copies that can be given back for a week.
 * Anybody may buy the same product at once. Their wire names are those of kinds that no market sells yet.
 */
export type TestKind = Sellable & {
  publish(offer: { sellerId: string; priceFen: bigint; days?: number | null }): Promise<string>
  /** What orders called of the kind for an order, in the order of the calls. */
  calls(orderId: string): Promise<string[]>
  /** What the buyer of an order chose. */
  choice(orderId: string): Promise<Choice | undefined>
}

export const START_DAYS = 3
export const ACCEPT_DAYS = 7
export const WARN_AFTER_DAYS = [4, 6]

type Trait = Pick<Sellable, 'kind' | 'choices'> & Terms

const WORK: Trait = {
  kind: 'manpower',
  release: 'on-accept',
  timeouts: { startDays: START_DAYS, acceptDays: ACCEPT_DAYS, warnAfterDays: WARN_AFTER_DAYS },
  choices: ['manWorkingHourId', 'manWorkingRequire'],
}
const COPY: Trait = {
  kind: 'code',
  release: 'at-end',
  timeouts: { startDays: START_DAYS, acceptDays: ACCEPT_DAYS },
  choices: [],
}

/** Makes both kinds and their tables. */
export async function createTestKinds(db: Db): Promise<{ work: TestKind; copy: TestKind }> {
  await sql`create table if not exists test_goods (id text primary key, kind text not null, seller_id text not null,
    price_fen bigint not null, days int)`.execute(db)
  await sql`create table if not exists test_calls (seq bigint generated always as identity primary key,
    order_id text not null, what text not null, choice jsonb)`.execute(db)
  return { work: testKind(db, WORK), copy: testKind(db, COPY) }
}

function testKind(db: Db, trait: Trait): TestKind {
  const note = async (tx: Tx, orderId: string, what: string, choice?: Choice) =>
    void (await sql`insert into test_calls (order_id, what, choice)
      values (${orderId}, ${what}, ${choice ? JSON.stringify(choice) : null}::jsonb)`.execute(tx))
  return {
    ...trait,
    isOneOf: false,
    async hold(tx, { orderId, productId, choice }) {
      const { rows } = await sql<{ at: Date; seller_id: string; price_fen: bigint; days: number | null }>`
        select *, date_trunc('milliseconds', business_now()) as at from test_goods
        where id = ${productId} and kind = ${trait.kind}`.execute(tx)
      const goods = rows[0]
      if (!goods) throw new ContractError('orders.product-unavailable')
      await note(tx, orderId, 'hold', choice)
      return {
        at: goods.at,
        sellerId: goods.seller_id,
        priceFen: goods.price_fen,
        periodDays: goods.days,
        snapshot: { name: productId },
        searchText: productId,
      }
    },
    released: (tx, { id }) => note(tx, id, 'released'),
    paid: (tx, { id }) => note(tx, id, 'paid'),
    overdue: (tx, { id }) => note(tx, id, 'overdue'),
    ended: (tx, { id }) => note(tx, id, 'ended'),
    describe: async (orders) => orders.map((order) => ({ fkProductName: order.snapshot.name, state: order.state })),
    async publish({ sellerId, priceFen, days = null }) {
      const id = newId()
      await sql`insert into test_goods values (${id}, ${trait.kind}, ${sellerId}, ${priceFen}, ${days})`.execute(db)
      return id
    },
    async calls(orderId) {
      const { rows } = await sql<{ what: string }>`
        select what from test_calls where order_id = ${orderId} order by seq`.execute(db)
      return rows.map(({ what }) => what)
    },
    async choice(orderId) {
      const { rows } = await sql<{ choice: Choice }>`
        select choice from test_calls where order_id = ${orderId} and what = 'hold'`.execute(db)
      return rows[0]?.choice
    },
  }
}
