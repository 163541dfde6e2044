import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { putOnSale } from '../../../../test/labs/code-lab.ts'
import { startWorld, type World } from '../../../../test/world/world.ts'
import { defineHandOver } from './hand-over.ts'

/** Paid works of which the oldest cannot be handed over: none after them waits for that. */

const STUCK = 5
let world: World
let workId: string
beforeAll(async () => {
  world = await startWorld({ hasJobs: false })
  const author = await world.signIn('13577000001')
  workId = await putOnSale(world, author, [{ licence: 'personal', price: '1.00' }])
})
afterAll(() => world?.stop())
afterEach(async () => {
  await sql`delete from code_grants where work_id = ${workId}`.execute(world.db)
  await sql`delete from code_sales where work_id = ${workId}`.execute(world.db)
})

/** Stuck sales of the same moment before one that can go on, and rounds over them, which tell what they tried. */
async function queue(forMs: number) {
  await sql`insert into code_sales (order_id, work_id, buyer_id, licence, price_fen, paid_at)
    select 'stuck-' || n, ${workId}, 'buyer-' || n, 'personal', 100, business_now() - interval '1 hour'
    from generate_series(1, ${STUCK}::int) n
    union all select 'good', ${workId}, 'buyer', 'personal', 100, business_now()`.execute(world.db)
  const runs: (() => Promise<void>)[] = []
  let tried: string[] = []
  const orders = {
    failService: async () => false,
    async provide(_: unknown, orderId: string) {
      tried.push(orderId)
      return orderId === 'good'
    },
  }
  const jobs = { every: (_name: string, _seconds: number, run: () => Promise<void>) => void runs.push(run) }
  defineHandOver({ db: world.db, jobs, orders }, { atOnce: 2, forMs })
  return async () => {
    tried = []
    const outcome = await runs[0]!().then(
      () => 'done',
      () => 'failed',
    )
    return { tried, outcome }
  }
}
const handedOver = async () =>
  (await sql<{ id: string }>`select order_id as id from code_sales where state = 'handed-over'`.execute(world.db)).rows
const stuck = Array.from({ length: STUCK }, (_, i) => `stuck-${i + 1}`)

test('a round comes to every paid work once, and reports that some failed', async () => {
  const round = await queue(60_000)
  expect(await round()).toEqual({ tried: [...stuck, 'good'], outcome: 'failed' })
  expect(await handedOver()).toEqual([{ id: 'good' }])
  expect((await round()).tried).toEqual(stuck)
})

test('a round whose time is over goes on after the last one with the next, and then begins again', async () => {
  const round = await queue(0)
  for (const id of stuck) expect(await round()).toEqual({ tried: [id], outcome: 'failed' })
  expect(await handedOver()).toEqual([])
  expect(await round()).toEqual({ tried: ['good'], outcome: 'done' })
  expect(await handedOver()).toEqual([{ id: 'good' }])
  expect(await round()).toEqual({ tried: [], outcome: 'done' })
  expect((await round()).tried).toEqual(['stuck-1'])
})
