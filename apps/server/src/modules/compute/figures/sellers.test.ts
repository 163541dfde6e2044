import { deleteOffer, takeOffline } from '@trove/contract/compute/routes'
import { getSeller } from '@trove/contract/compute/sellers'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ComputeLab, openOwnComputeLab } from '../../../../test/labs/compute-lab.ts'
import { createFakeMachines } from '../../../../test/stand-ins/fake-machine.ts'
import { createSellerStore } from './seller-store.ts'

const MINUTE = 60_000
const DAY = 1440 * MINUTE

let lab: ComputeLab
const machines = createFakeMachines()

beforeAll(async () => {
  lab = await openOwnComputeLab(machines, [])
})
afterAll(() => lab.close())

const factsOf = (sellerId: string) => createSellerStore(lab.db).facts(sellerId)
const see = (id: string) => lab.call(getSeller, { params: { id } })

it('a seller shows their machines, since when, and what was measured of them and of their leases', async () => {
  const [let_, free] = [
    await lab.publish('ann', { serverPort: 51, servePeriod: 7 }),
    await lab.publish('ann', { serverPort: 52 }),
  ]
  await lab.publish('bob', { serverPort: 53 })
  await lab.settle()
  machines.at('8.8.8.8', 52).failure = 'no-connection'
  await lab.advance(DAY + 60 * MINUTE)
  await lab.settle()
  const orderId = await lab.buy('buyer', let_)
  await lab.settle()
  await lab.advance(90 * MINUTE)
  // The second one was ruled to be none of the seller's doing.
  await sql`insert into compute_silences (order_id, first_minute, last_minute, minutes, state)
    select ${orderId}, serve_start_at + found.at * interval '1 minute', serve_start_at, found.minutes, found.state
    from compute_leases, (values (0, 14, 'over'), (30, 20, 'kept')) as found (at, minutes, state)
    where order_id = ${orderId}`.execute(lab.db)
  const { rows: checks } = await sql<{ result: string }>`
    select c.result from compute_checks c join compute_offers o on o.id = c.offer_id
    where o.seller_id = 'ann' and c.state = 'done'`.execute(lab.db)
  const page = await see('ann')
  expect(page.machines.map(({ id, isAvailable }) => [id, isAvailable])).toEqual([
    [free, false],
    [let_, false],
  ])
  expect(page).toMatchObject({
    ...{ seller: { id: 'ann' }, machineCount: 2, leases: 1, servedMinutes: 90, silentMinutes: 14 },
    checks: checks.length,
    reached: checks.filter(({ result }) => result !== 'unreachable').length,
  })
  expect(page.reached).toBeLessThan(page.checks)
  const measured = await lab.compute.measuredOf([orderId, 'another'])
  expect([...measured]).toEqual([[orderId, { servedMinutes: 90, silentMinutes: 14 }]])
})

it('says nothing of where a machine is or how it is entered, and has no page for who shares none', async () => {
  const text = JSON.stringify(await see('bob'))
  for (const secret of ['8.8.8.8', 'root', 'password']) expect(text).not.toContain(secret)
  await expect(see('buyer')).rejects.toMatchObject({ code: 'resource.not-found' })
})

it('keeps since when they share, and what was served, after a machine is gone', async () => {
  const before = await factsOf('ann')
  const id = await lab.publish('ann', { serverPort: 54 })
  await lab.call(takeOffline, { params: { id } }, 'ann')
  await lab.call(deleteOffer, { params: { id } }, 'ann')
  const after = await factsOf('ann')
  expect([after.machine_count, after.leases, after.since]).toEqual([before.machine_count, before.leases, before.since])
})

it('lists what can be rented as such, and nothing that its seller took off the market', async () => {
  const [kept, away] = [await lab.publish('cid', { serverPort: 55 }), await lab.publish('cid', { serverPort: 56 })]
  await lab.settle()
  await lab.call(takeOffline, { params: { id: away } }, 'cid')
  const page = await see('cid')
  expect(page.machines.map(({ id, isAvailable }) => [id, isAvailable])).toEqual([[kept, true]])
  expect(page.machineCount).toBe(1)
})
