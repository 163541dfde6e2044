import { getDowntime } from '@trove/contract/compute/downtime'
import { stopLease } from '@trove/contract/compute/leases'
import { putSshKey } from '@trove/contract/compute/routes'
import { clear, getOrder } from '@trove/contract/order-lists/routes'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ComputeLab, openOwnComputeLab, openRounds } from '../../../../test/labs/compute-lab.ts'
import { createFakeMachines } from '../../../../test/stand-ins/fake-machine.ts'
import { type Greeter, openGreeter } from '../../../../test/stand-ins/greeter.ts'
import { openLog } from '../../../platform/base/log.ts'
import { createSshMachine } from '../providers/ssh-machine.ts'
import { createDowntimePaying } from './paying.ts'
import { createDowntimeStore } from './store.ts'

/** Machines are probed over real sockets of this computer; what else is done to them is a stand-in's. A fen a minute. */

const MINUTE = 60_000
const DAY = 1440 * MINUTE
const HOST = '127.0.0.1'
const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl'
const fakes = createFakeMachines()
const allowList: { host: string; port: number }[] = []
const machines = { ...fakes, answers: createSshMachine({ allowList }).answers }
let lab: ComputeLab
let rounds: ReturnType<typeof openRounds>
const greeters: Greeter[] = []

async function newGreeter(): Promise<Greeter> {
  const greeter = await openGreeter()
  greeters.push(greeter)
  allowList.push({ host: HOST, port: greeter.port })
  return greeter
}

let count = 0
/** A lease of a day for 14.40 that has just begun. */
async function serving() {
  const n = ++count
  const greeter = await newGreeter()
  const [seller, buyer] = [`seller${n}`, `buyer${n}`]
  const form = { serverIPv4: HOST, serverPort: greeter.port, servePeriod: 1, price: '14.40' }
  const id = await lab.publish(seller, form)
  await lab.settle()
  await lab.call(putSshKey, { body: { publicKey: KEY } }, buyer)
  const orderId = await lab.buy(buyer, id)
  await lab.settle()
  return { greeter, seller, buyer, orderId }
}
async function payDue(): Promise<void> {
  await lab.sweep('compute.pay-downtime')
  await lab.settle()
}
const read = (orderId: string, who: string) => lab.call(getDowntime, { params: { id: orderId } }, who)
const order = (orderId: string, who: string) => lab.call(getOrder, { params: { id: orderId } }, who)
const escrowFen = async (orderId: string) => {
  const { rows } = await sql<{ fen: bigint }>`select coalesce(sum(balance_fen), 0)::bigint as fen from ledger_balance
    where account = ${`escrow:${orderId}`}`.execute(lab.db)
  return rows[0]!.fen
}

beforeAll(async () => {
  lab = await openOwnComputeLab(machines, allowList)
  rounds = openRounds(lab)
})
afterAll(async () => {
  for (const greeter of greeters) await greeter.stop().catch(() => undefined)
  await lab.close()
})

describe('a machine that is silent while others answer', () => {
  it('gives exactly the 37 minutes back, once, whoever looks and however often', async () => {
    const [one, other] = [await serving(), await serving()]
    await rounds.minutes(5)
    await one.greeter.stop()
    await rounds.minutes(37)
    expect(await read(one.orderId, one.seller)).toMatchObject({ silences: [{ minutes: 37, state: 'silent' }] })
    expect(await lab.notices(one.seller)).toContain('compute.lease-silent')
    await one.greeter.start()
    await rounds.minutes(1)
    await Promise.all([payDue(), payDue(), lab.sweep('compute.pay-downtime')])
    await rounds.minutes(2)
    await payDue()
    expect(await order(one.orderId, one.buyer)).toMatchObject({ refund: '0.37', superPointsStatus: 1 })
    expect(await read(one.orderId, one.buyer)).toMatchObject({
      silentMinutes: 37,
      unknownMinutes: 0,
      refundAmount: '0.37',
      silences: [{ minutes: 37, state: 'returned', refundAmount: '0.37' }],
    })
    const told = (await lab.notices(one.seller)).filter((kind) => kind === 'compute.downtime-returned')
    expect(told).toHaveLength(1)
    expect(await order(other.orderId, other.buyer)).toMatchObject({ refund: null })
    await expect(read(one.orderId, 'stranger')).rejects.toMatchObject({ code: 'orders.not-found' })

    // The rest of the day is the seller's, to the fen.
    await lab.advance(DAY)
    await lab.settle()
    const body = { orderProductId: one.orderId, productType: 'superPoints' as const }
    expect(await lab.call(clear, { body }, one.seller)).toMatchObject({ totalClearedAmount: '14.03' })
    expect(await escrowFen(one.orderId)).toBe(0n)
  })

  it('gives nothing back for up to ten minutes, which may be a restart', async () => {
    const [one] = [await serving(), await serving()]
    await one.greeter.stop()
    await rounds.minutes(10)
    await one.greeter.start()
    await rounds.minutes(1)
    await payDue()
    expect(await read(one.orderId, one.buyer)).toMatchObject({ silences: [{ minutes: 10, state: 'restart' }] })
    expect(await order(one.orderId, one.buyer)).toMatchObject({ refund: null })
    expect(await lab.notices(one.seller)).not.toContain('compute.lease-silent')
    await lab.advance(2 * DAY)
    await lab.settle()
  })

  it('is not silent in a minute in which a session of ours gets bytes from it', async () => {
    const [one] = [await serving(), await serving()]
    await sql`insert into compute_terminals (id, user_id, offer_id, kind, heard_at)
      select 'live', ${one.buyer}, product_id, 'cockpit', now() from orders where id = ${one.orderId}`.execute(lab.db)
    await one.greeter.stop()
    await rounds.minutes(2)
    expect(await read(one.orderId, one.buyer)).toMatchObject({ silentMinutes: 0, silences: [] })
    // The socket is open still, and nothing comes from the machine any more.
    await sql`update compute_terminals set heard_at = now() - interval '61 seconds'`.execute(lab.db)
    await rounds.minutes(12)
    expect(await read(one.orderId, one.buyer)).toMatchObject({ silentMinutes: 12 })
    await sql`update compute_terminals set heard_at = now()`.execute(lab.db)
    await rounds.minutes(1)
    await payDue()
    expect(await read(one.orderId, one.buyer)).toMatchObject({ silences: [{ minutes: 12, state: 'returned' }] })
    await sql`delete from compute_terminals`.execute(lab.db)
    await lab.advance(2 * DAY)
    await lab.settle()
  })

  it('is paid back at the end of the lease, before the seller can clear, also when they cleared meanwhile', async () => {
    const [one, other] = [await serving(), await serving()]
    await lab.advance(DAY - 40 * MINUTE)
    await one.greeter.stop()
    await rounds.minutes(30)
    const body = { orderProductId: one.orderId, productType: 'superPoints' as const }
    await lab.call(clear, { body }, one.seller)
    await rounds.minutes(8)
    await lab.advance(3 * MINUTE)
    await lab.call(clear, { body }, one.seller)
    await lab.settle()
    expect(await order(one.orderId, one.buyer)).toMatchObject({ refund: '0.38', superPointsStatus: 3 })
    expect(await escrowFen(one.orderId)).toBe(0n)
    await lab.settle()
    expect(await order(other.orderId, other.buyer)).toMatchObject({ refund: null })
  })

  it('gives the minutes back, too, when the buyer ends the lease', async () => {
    const [one] = [await serving(), await serving()]
    await one.greeter.stop()
    await rounds.minutes(20)
    await lab.call(stopLease, { params: { id: one.orderId }, body: { refundAmount: '0.00' } }, one.buyer)
    await lab.settle()
    expect(await order(one.orderId, one.buyer)).toMatchObject({ refund: '0.20', superPointsStatus: 2 })
    await lab.advance(2 * DAY)
    await lab.settle()
  })
})

it('pays back two sellers whose machines are silent for long, though they are more than a fifth of all', async () => {
  const [one, two, three] = [await serving(), await serving(), await serving()]
  await rounds.minutes(1)
  for (const { greeter } of [one, two]) {
    await greeter.stop()
    await rounds.minutes(1)
  }
  await rounds.minutes(20)
  expect(await read(one.orderId, one.buyer)).toMatchObject({ silences: [{ minutes: 22 }], unknownMinutes: 0 })
  expect(await read(two.orderId, two.buyer)).toMatchObject({ silences: [{ minutes: 21 }], unknownMinutes: 0 })
  // A silence ends while the other one lasts.
  await one.greeter.start()
  await rounds.minutes(1)
  await payDue()
  expect(await order(one.orderId, one.buyer)).toMatchObject({ refund: '0.22' })
  expect(await read(three.orderId, three.buyer)).toMatchObject({ silentMinutes: 0 })
  await two.greeter.start()
  await lab.advance(2 * DAY)
  await lab.settle()
})

it('takes idle machines that are switched off for a while for no sign of an outage', async () => {
  const [one, two] = [await serving(), await serving()]
  const idle = await Promise.all([1, 2, 3].map(newGreeter))
  for (const [i, { port }] of idle.entries())
    await lab.publish(`idle${i}`, { serverIPv4: HOST, serverPort: port, servePeriod: 1, price: '14.40' })
  await lab.settle()
  await rounds.minutes(2)
  // All at once: at first that looks like an outage of ours, and nobody is blamed.
  for (const greeter of idle) await greeter.stop()
  await one.greeter.stop()
  await rounds.minutes(3)
  expect(await read(one.orderId, one.buyer)).toMatchObject({ silentMinutes: 0, answeredMinutes: 2 })
  // One after the other: each is a witness for five minutes more.
  for (const greeter of [...idle, one.greeter]) await greeter.start()
  await rounds.minutes(1)
  for (const greeter of idle) {
    await greeter.stop()
    await rounds.minutes(6)
  }
  await one.greeter.stop()
  await rounds.minutes(15)
  expect(await read(one.orderId, one.buyer)).toMatchObject({ silentMinutes: 15, unknownMinutes: 3 })
  expect(await read(two.orderId, two.buyer)).toMatchObject({ silentMinutes: 0 })
  await lab.advance(2 * DAY)
  await lab.settle()
})

it('blames nobody when all fall silent at once, or a minute had no round', async () => {
  const [one, other] = [await serving(), await serving()]
  await rounds.minutes(2)
  await one.greeter.stop()
  await other.greeter.stop()
  for (const greeter of greeters) await greeter.stop().catch(() => undefined)
  await rounds.minutes(20)
  await one.greeter.start()
  await other.greeter.start()
  await rounds.minutes(1)
  await lab.advance(300 * MINUTE)
  await payDue()
  for (const { orderId, buyer, seller } of [one, other]) {
    expect(await read(orderId, buyer)).toMatchObject({ silentMinutes: 0, unknownMinutes: 20, silences: [] })
    expect(await order(orderId, buyer)).toMatchObject({ refund: null })
    expect(await lab.notices(seller)).not.toContain('compute.lease-silent')
  }
})

it('has one round a minute, of however many processes', async () => {
  const { orderId, greeter } = await serving()
  await serving()
  await greeter.stop()
  await rounds.newMinute()
  await Promise.all(Array.from({ length: 8 }, () => lab.sweep('compute.probe')))
  const { rows } = await sql<{
    minutes: number
  }>`select minutes from compute_silences where order_id = ${orderId}`.execute(lab.db)
  expect(rows).toEqual([{ minutes: 1 }])
})

it('comes to every lease that is owed something, however many before it go on waiting', async () => {
  const orderIds: string[] = []
  for (let i = 0; i < 5; i++) orderIds.push((await serving()).orderId)
  await sql`insert into compute_silences (order_id, first_minute, last_minute, minutes, state)
    select id, business_now(), business_now(), 20, 'over' from unnest(${orderIds}::text[]) id`.execute(lab.db)
  const looked: string[] = []
  const nothing = () => Promise.reject(new Error('not asked for here'))
  const store = createDowntimeStore(lab.db)
  const paying = createDowntimePaying(
    {
      db: lab.db,
      // Each goes on waiting.
      store: { ...store, lockLease: async () => undefined },
      leases: { find: nothing },
      orders: {
        find: nothing,
        refund: nothing,
        lock: async (_, orderId) => {
          looked.push(orderId)
          return undefined
        },
      },
      notices: { tell: nothing },
      log: openLog('silent'),
    },
    2,
  )
  await paying.payDue()
  expect(looked.filter((id) => orderIds.includes(id)).toSorted()).toEqual(orderIds.toSorted())
})
