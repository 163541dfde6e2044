import { setRelisting } from '@trove/contract/compute/publishing'
import { getOffer, listChecks, listShares, takeOffline } from '@trove/contract/compute/routes'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ComputeLab, openOwnComputeLab } from '../../../../test/labs/compute-lab.ts'
import { createFakeMachines } from '../../../../test/stand-ins/fake-machine.ts'

const DAY = 86_400_000

let lab: ComputeLab
let port = 200
const machines = createFakeMachines()

beforeAll(async () => {
  lab = await openOwnComputeLab(machines, [])
})
afterAll(() => lab.close())

/** A machine whose lease is over and that was cleared; its seller said whether it is offered again. */
async function leased(isOn: boolean | undefined) {
  const seller = `seller${++port}`
  const id = await lab.publish(seller, { serverPort: port, servePeriod: 7 })
  await lab.settle()
  const orderId = await lab.buy('buyer', id)
  await lab.settle()
  if (isOn !== undefined) await lab.call(setRelisting, { params: { id }, body: { isOn } }, seller)
  return { id, seller, orderId, machine: machines.at('8.8.8.8', port) }
}
/** The daily checks are far: what is checked meanwhile is checked for being offered again. */
async function end(): Promise<void> {
  await sql`update compute_offers set next_check_at = business_now() + interval '30 days'`.execute(lab.db)
  await lab.advance(7 * DAY + 60_000)
  await lab.settle()
}
const isOpen = async (id: string) => (await lab.call(getOffer, { params: { id } })).isAvailable
const checksOf = async ({ id, seller }: { id: string; seller: string }) =>
  (await lab.call(listChecks, { params: { id } }, seller)).length
/** Looks for what waits, does what it begins, and looks again. */
async function relist(): Promise<void> {
  await lab.sweep('compute.relist')
  await lab.settle()
  await lab.sweep('compute.relist')
}

it('is checked after its lease and offered again by itself, once, and its seller is told', async () => {
  const lease = await leased(true)
  await end()
  expect(await isOpen(lease.id)).toBe(false)
  const before = await checksOf(lease)
  await Promise.all([lab.sweep('compute.relist'), lab.sweep('compute.relist')])
  expect(await isOpen(lease.id)).toBe(false)
  await lab.settle()
  expect(await checksOf(lease)).toBe(before + 1)
  await Promise.all([lab.sweep('compute.relist'), lab.sweep('compute.relist')])
  expect(await isOpen(lease.id)).toBe(true)
  const told = (await lab.notices(lease.seller)).filter((kind) => kind === 'compute.relisted')
  expect(told).toHaveLength(1)
  const { content } = await lab.call(listShares, { query: {} }, lease.seller)
  expect(content).toMatchObject([{ status: 0, listing: 'online', isRelisted: true }])
  await relist()
  expect(await checksOf(lease)).toBe(before + 1)
})

it('waits where the check fails, and comes back with the first one that it passes', async () => {
  const lease = await leased(true)
  await end()
  lease.machine.failure = 'no-connection'
  await relist()
  expect(await isOpen(lease.id)).toBe(false)
  const after = await checksOf(lease)
  await relist()
  expect(await checksOf(lease)).toBe(after)
  lease.machine.failure = undefined
  await lab.advance(4 * 3_600_000)
  await lab.settle()
  await relist()
  expect(await isOpen(lease.id)).toBe(true)
})

it('is asked again only after a pause where an outage of our own kept the check from it', async () => {
  const lease = await leased(true)
  await end()
  lease.machine.failure = 'no-connection'
  lease.machine.calls.length = 0
  const outage = () =>
    sql`insert into compute_probe_rounds (minute, verdict) values (date_trunc('minute', business_now()), 'unknown')
      on conflict (minute) do update set verdict = 'unknown'`.execute(lab.db)
  await outage()
  for (let i = 0; i < 4; i++) await relist()
  expect(lease.machine.calls.filter((call) => call === 'probe')).toHaveLength(1)
  await lab.advance(11 * 60_000)
  lease.machine.failure = undefined
  await lab.settle()
  await relist()
  expect(await isOpen(lease.id)).toBe(true)
})

it('is checked once, and again after a while, when its bandwidth alone fell short', async () => {
  const lease = await leased(true)
  await end()
  lease.machine.facts.bandwidth = 5
  const before = await checksOf(lease)
  for (let i = 0; i < 3; i++) await relist()
  expect([await checksOf(lease), await isOpen(lease.id)]).toEqual([before + 1, false])
  await lab.advance(11 * 60_000)
  await lab.settle()
  await relist()
  expect([await checksOf(lease), await isOpen(lease.id)]).toEqual([before + 2, false])
})

it('stays where its seller did not ask for it, changed their mind, or took it offline', async () => {
  const [never, no, offline] = [await leased(undefined), await leased(true), await leased(true)]
  await lab.call(setRelisting, { params: { id: no.id }, body: { isOn: false } }, no.seller)
  await end()
  await lab.call(takeOffline, { params: { id: offline.id } }, offline.seller)
  await relist()
  for (const { id } of [never, no, offline]) expect(await isOpen(id)).toBe(false)
})

it('is its seller’s to choose alone', async () => {
  const { id } = await leased(true)
  const asked = lab.call(setRelisting, { params: { id }, body: { isOn: false } }, 'eve')
  await expect(asked).rejects.toMatchObject({ code: 'compute.not-found' })
})
