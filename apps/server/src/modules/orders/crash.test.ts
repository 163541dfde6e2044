import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isGoodsLife, type OrderLife, runOrderLife } from '../../../test/labs/order-script.ts'
import { type OrdersLab, openOrdersLab } from '../../../test/labs/orders-lab.ts'
import { runUntil } from '../../../test/steps.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/world/database.ts'

/** K1 for the steps of orders: the process dies there, another one does the same again. */

const SCRIPT = fileURLToPath(new URL('../../../test/labs/order-script.ts', import.meta.url))

/** Where each life may be cut off, and how it must end all the same. */
const LIVES: Record<
  OrderLife,
  { points: string[]; state: string; payableFen: bigint; provided: number; orders?: number }
> = {
  served: {
    points: [
      'orders.create.order-written',
      'orders.create.before-commit',
      'orders.create.after-commit',
      'orders.paid.before',
      'orders.paid.before-provide',
      'orders.paid.after',
      'orders.begin.before',
      'orders.begin.after',
      'orders.clear.written',
      'orders.clear.posted',
      'orders.clear.before-commit',
      'orders.clear.after-commit',
      'orders.end.before',
      'orders.end.after',
    ],
    state: 'finished',
    payableFen: -7200n,
    provided: 1,
  },
  'collected-daily': {
    points: ['orders.clear-all.after-one', 'orders.clear-daily.before-next'],
    state: 'finished',
    payableFen: -7200n,
    provided: 1,
  },
  stopped: {
    points: ['orders.stop.before', 'orders.stop.refunded', 'orders.stop.after', 'orders.refund.written'],
    state: 'finished',
    payableFen: -2400n,
    provided: 1,
  },
  renewed: {
    points: ['orders.create.before-commit', 'orders.renewal.before', 'orders.renewal.after'],
    state: 'finished',
    payableFen: -14_400n,
    provided: 1,
    orders: 2,
  },
  unservable: {
    points: [
      'orders.fail-service.before',
      'orders.fail-service.after',
      'orders.refunded.before',
      'orders.refunded.after',
    ],
    state: 'refunded',
    payableFen: 0n,
    provided: 1,
  },
  cancelled: {
    points: ['orders.cancel.before-commit', 'orders.cancel.after-commit'],
    state: 'closed',
    payableFen: 0n,
    provided: 0,
  },
  expired: { points: ['orders.closed.before', 'orders.closed.after'], state: 'closed', payableFen: 0n, provided: 0 },
  accepted: {
    points: [
      'orders.start.before',
      'orders.start.after',
      'orders.deliver.before',
      'orders.deliver.after',
      'orders.accept.after',
      'orders.clear.written',
      'orders.clear.posted',
    ],
    state: 'finished',
    payableFen: -7200n,
    provided: 1,
  },
  silent: {
    points: ['orders.due.before', 'orders.due.after', 'orders.accept.after'],
    state: 'finished',
    payableFen: -7200n,
    provided: 1,
  },
  'never-begun': {
    points: ['orders.due.before', 'orders.refund.written', 'orders.fail-service.after', 'orders.due.after'],
    state: 'refunded',
    payableFen: 0n,
    provided: 1,
  },
  'refunded-in-part': {
    points: [
      'orders.refund.before',
      'orders.refund.written',
      'orders.refund.after',
      'orders.refunded.before',
      'orders.refunded.after',
    ],
    state: 'finished',
    payableFen: -6000n,
    provided: 1,
  },
  provided: {
    points: ['orders.provide.before', 'orders.provide.after', 'orders.due.before', 'orders.clear.posted'],
    state: 'finished',
    payableFen: -7200n,
    provided: 1,
  },
  'paid-late': { points: ['orders.refunded.before'], state: 'refunded', payableFen: 0n, provided: 0 },
}

let base: TestDatabase
let lab: OrdersLab
beforeAll(async () => {
  base = await createTestDatabase()
  lab = await openOrdersLab(base.url, { hasMadeUpKinds: true })
})
afterAll(async () => {
  await lab.close()
  await base.drop()
})

for (const [life, expected] of Object.entries(LIVES) as [OrderLife, (typeof LIVES)[OrderLife]][]) {
  test.each(expected.points)(
    `a process killed at %s of an order that is ${life}: the next one ends it, once`,
    async (point) => {
      const productId = `${life}-${point.replaceAll('.', '-')}`
      const seller = `seller-of-${productId}`
      const kind = life === 'provided' ? 'code' : 'manpower'
      await (isGoodsLife(life)
        ? sql`insert into test_goods values (${productId}, ${kind}, ${seller}, 7200, null)`
        : sql`insert into test_products (id, seller_id, price_fen, period_days) values (${productId}, ${seller}, 7200, 3)`
      ).execute(lab.db)
      expect((await runUntil(point, SCRIPT, [base.url, life, productId])).signal).toBe('SIGKILL')
      await runOrderLife(lab, life, productId)
      const { rows } = await sql<{ id: string; state: string }>`
        select id, state from orders where product_id = ${productId}`.execute(lab.db)
      expect(rows.map(({ state }) => state)).toEqual(Array(expected.orders ?? 1).fill(expected.state))
      const provided = isGoodsLife(life)
        ? (await lab.kinds.work.calls(rows[0]!.id)).filter((call) => call === 'paid').length
        : (await lab.market.state(productId)).timesProvided
      expect(provided).toBe(expected.provided)
      expect(await lab.ledger.balance(lab.db, `payable:${seller}`)).toBe(expected.payableFen)
      expect(await lab.ledger.verify()).toEqual([])
    },
  )
}

test('every crash point of orders is tried', async () => {
  const { readdir, readFile } = await import('node:fs/promises')
  const dirs = ['./steps/', './income/'].map((dir) => fileURLToPath(new URL(dir, import.meta.url)))
  const files = await Promise.all(dirs.map(async (dir) => (await readdir(dir)).map((file) => dir + file)))
  const texts = await Promise.all(files.flat().map((file) => readFile(file, 'utf8')))
  const known = texts.flatMap((text) => [...text.matchAll(/crashPoint\('([^']+)'\)/g)].map((found) => found[1]))
  const tried = new Set(Object.values(LIVES).flatMap(({ points }) => points))
  expect([...tried].sort()).toEqual([...new Set(known)].sort())
})
