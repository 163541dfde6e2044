import { refundCode } from '@trove/contract/code/orders'
import { takeWorkDown } from '@trove/contract/code/reports'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buy, ledgerFaults, putOnSale } from '../../../../test/labs/code-lab.ts'
import { enrolTotp } from '../../../../test/world/factors.ts'
import { startWorld, type World, type WorldUser } from '../../../../test/world/world.ts'
import { readMigrations } from '../../../platform/db/migrate.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { FAULTS_CLAIMED } from '../model/limits.ts'
import { giveBack as giveBackWith } from './refunds.ts'

/** How many faults a buyer may claim: those that the house found, and refunds that failed, do not count. */

const { limit, windowSeconds } = FAULTS_CLAIMED
const PRICES = [{ licence: 'personal' as const, price: '9.90' }]
let world: World
let author: WorldUser
let owner: WorldUser
let buyer: WorldUser
let works: string[]
let phone = 13_578_000_000
beforeAll(async () => {
  world = await startWorld()
  author = await world.signIn('13579000000')
  owner = await world.signIn('13800000009')
  await enrolTotp(world, owner)
  works = await Promise.all(Array.from({ length: 3 }, () => putOnSale(world, author, PRICES)))
})
afterAll(async () => {
  expect(await ledgerFaults(world)).toEqual([])
  await world?.stop()
})
beforeEach(async () => {
  buyer = await world.signIn(String(++phone))
})

/** The buyer claimed so many faults of a work before, so long ago. */
const claimed = (workId: string, count: number, seconds = 0) =>
  sql`
  insert into code_sales (order_id, work_id, buyer_id, licence, price_fen, state, handed_over_at, claimed_at)
  select gen_random_uuid()::text, ${workId}, ${buyer.userId}, 'personal', 1, 'given-back', business_now(),
    business_now() - make_interval(secs => ${seconds}::int) from generate_series(1, ${count}::int)`.execute(world.db)
const giveBack = (id: string, words = 'Broken') =>
  world.call(refundCode, { params: { id }, body: { reason: 'not-working', words } }, { as: buyer }).then(
    () => 'done',
    (error: { code: string; params?: { seconds?: number } }) => [error.code, error.params?.seconds],
  )
const tooMany = (seconds: unknown = expect.any(Number)) => ['request.too-frequent', seconds]
const malware = (workId: string, state: 'found' | 'clean') =>
  sql`
  insert into code_malware (work_id, number, state, scanned_at) values (${workId}, 1, ${state}, business_now())
  on conflict (work_id, number) do update set state = excluded.state, scanned_at = business_now()`.execute(world.db)
const refundsOf = async (orderId: string) =>
  (await sql`select from order_refunds where order_id = ${orderId}`.execute(world.db)).rows.length

test('the claim over the limit is refused with its refund, until the oldest of them is old enough', async () => {
  const bought = await Promise.all(works.map((id) => buy(world, buyer, id, 'personal')))
  await claimed(works[0]!, 1, windowSeconds - 3600)
  await claimed(works[0]!, limit - 2)
  expect(await giveBack(bought[0]!)).toBe('done')
  const refused = await giveBack(bought[1]!)
  expect(refused).toEqual(tooMany())
  expect(refused[1]).toBeGreaterThan(3500)
  expect(refused[1]).toBeLessThanOrEqual(3600)
  expect(await refundsOf(bought[1]!)).toBe(0)
  await world.advance(3600 * 1000)
  expect([await giveBack(bought[1]!), await refundsOf(bought[1]!)]).toEqual(['done', 1])
  expect(await giveBack(bought[2]!)).toEqual(tooMany())
})

test('of two claims at once one takes the last that is free', async () => {
  const bought = await Promise.all(works.map((id) => buy(world, buyer, id, 'personal')))
  await claimed(works[0]!, limit - 1)
  const outcomes = await Promise.all(bought.map((id) => giveBack(id)))
  expect(outcomes.filter((one) => one === 'done')).toHaveLength(1)
  expect(outcomes.filter((one) => one !== 'done')).toEqual([tooMany(), tooMany()])
})

test('what the scanner found, or the staff took down, uses up no claim, also when that comes after the refund', async () => {
  const [flagged, down, later] = await Promise.all(Array.from({ length: 3 }, () => putOnSale(world, author, PRICES)))
  const all = [flagged!, down!, later!, works[0]!, works[1]!]
  const bought = await Promise.all(all.map((id) => buy(world, buyer, id, 'personal')))
  await claimed(works[0]!, limit - 1)
  await malware(flagged!, 'found')
  expect(await giveBack(bought[0]!)).toBe('done')
  await world.call(takeWorkDown, { params: { id: down! }, body: { reason: 'copyright', words: 'Seen' } }, { as: owner })
  expect(await giveBack(bought[1]!, '')).toBe('done')
  expect(await giveBack(bought[2]!)).toBe('done')
  expect(await giveBack(bought[3]!)).toEqual(tooMany())
  await malware(later!, 'found')
  expect(await giveBack(bought[3]!)).toBe('done')
  expect(await giveBack(bought[4]!)).toEqual(tooMany())
  // What was found when it was given back is no claim when the scanner thinks otherwise later.
  await malware(flagged!, 'clean')
  await sql`update code_sales set claimed_at = null where order_id = ${bought[3]!}`.execute(world.db)
  expect(await giveBack(bought[4]!)).toBe('done')
})

test('malware in a version from before the sale, or from after the refund, does not make another fault found', async () => {
  const id = await putOnSale(world, author, PRICES)
  const orderId = await buy(world, buyer, id, 'personal')
  await claimed(works[0]!, limit)
  const version = (number: number, days: number) =>
    sql`
    insert into code_versions select (jsonb_populate_record(v, jsonb_build_object('number', ${number}::int,
      'created_at', v.created_at + make_interval(days => ${days}::int)))).* from code_versions v
    where work_id = ${id} and number = 1`.execute(world.db)
  await version(2, 0)
  await malware(id, 'found')
  expect(await giveBack(orderId)).toEqual(tooMany())
  await malware(id, 'clean')
  await version(3, 1)
  await sql`update code_malware set state = 'found', scanned_at = business_now()
    where work_id = ${id} and number = 3`.execute(world.db)
  expect(await giveBack(orderId)).toEqual(tooMany())
  await sql`update code_versions set created_at = business_now() where work_id = ${id} and number = 3`.execute(world.db)
  expect(await giveBack(orderId)).toBe('done')
})

test('a refund that fails uses up no claim', async () => {
  const [orderId, other] = await Promise.all(works.slice(0, 2).map((id) => buy(world, buyer, id, 'personal')))
  await claimed(works[0]!, limit - 1)
  const told = { tell: async () => Promise.reject(new Error('no notices')) }
  const orders = {
    refund: async () => false,
    ...{
      provide: async () => false,
      failService: async () => false,
      list: async () => [],
      lock: async () => undefined,
    },
    ...{ pauseDue: async () => {}, resumeDue: async () => {} },
  } as unknown as Parameters<typeof giveBackWith>[0]['orders']
  const ask = { orderId: orderId!, buyerId: buyer.userId, reason: 'not-working', words: 'Broken' } as const
  await expect(giveBackWith({ db: world.db, orders, notices: told }, ask)).rejects.toMatchObject({
    code: 'code.refund-over',
  })
  const refunding = { ...orders, refund: async () => true }
  await expect(giveBackWith({ db: world.db, orders: refunding, notices: told }, ask)).rejects.toThrow('no notices')
  expect(await giveBack(other!)).toBe('done')
  expect(await giveBack(orderId!)).toEqual(tooMany())
})

test('faults claimed before they were counted by sale are carried over with the moment of their refund', async () => {
  const carryOver = /update code_sales[^;]+;/.exec((await readMigrations())['0341-faults-claimed']!)![0]
  const bought = await Promise.all(works.map((id) => buy(world, buyer, id, 'personal')))
  expect(await giveBack(bought[0]!)).toBe('done')
  await world.call(refundCode, { params: { id: bought[1]! }, body: { reason: 'not-fetched' } }, { as: buyer })
  const claims = async (tx = world.db) =>
    (
      await sql<{ id: string; isThen: boolean }>`select s.order_id as id, s.claimed_at = r.at as "isThen"
      from code_sales s join order_refunds r using (order_id)
      where s.buyer_id = ${buyer.userId} and s.claimed_at is not null`.execute(tx)
    ).rows
  await inTransaction(world.db, async (tx) => {
    await sql`update code_sales set claimed_at = null where buyer_id = ${buyer.userId}`.execute(tx)
    expect(await claims(tx)).toEqual([])
    await sql.raw(carryOver).execute(tx)
    expect(await claims(tx)).toEqual([{ id: bought[0], isThen: true }])
  })
})
