import {
  acceptFault,
  answerFault,
  confirmFaultRuling,
  declineFaultRuling,
  FAULTS_MOST,
  handFault,
  listFaults,
  pageFaults,
  readFault,
  reportFault,
  ruleFault,
} from '@trove/contract/compute/faults'
import { clearCompute, listComputeConsume, listComputeProfit } from '@trove/contract/compute/orders'
import { listShares } from '@trove/contract/compute/routes'
import { getOrder } from '@trove/contract/order-lists/routes'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type ComputeLab, countUnbalanced, openComputeLabs } from '../../../../test/labs/compute-lab.ts'
import { createFakeMachines } from '../../../../test/stand-ins/fake-machine.ts'
import { tally } from '../../../../test/world/tally.ts'
import { openLog } from '../../../platform/base/log.ts'
import { createFaultCases } from './cases.ts'

/** A buyer reports a fault of a machine of 9.90 for 30 days, from the report to the last fen. */

const HOUR = 3_600_000
const DAY = 24 * HOUR
const [ANN, BEN] = ['ann-of-the-desk', 'ben-of-the-desk']
let opened: Awaited<ReturnType<typeof openComputeLabs>>
let labs: ComputeLab[]
let lab: ComputeLab

beforeAll(async () => {
  opened = await openComputeLabs(createFakeMachines())
  labs = opened.labs
  lab = labs[0]!
})
afterAll(async () => {
  expect(await countUnbalanced(lab)).toBe(0)
  await opened.close()
})

let count = 0
type Lease = { id: string; orderId: string; buyer: string; seller: string }
async function serving(price = '9.90'): Promise<Lease> {
  const n = ++count
  const [buyer, seller] = [`tenant${n}`, `owner${n}`]
  const id = await lab.publish(seller, { serverPort: n, price })
  await lab.settle()
  const orderId = await lab.buy(buyer, id)
  await lab.settle()
  return { id, orderId, buyer, seller }
}
const report = ({ orderId, buyer }: Lease, who = buyer) =>
  lab.call(reportFault, { body: { orderId, reason: 'slow', words: '只有一半的速度' } }, who)
const answer = (id: string, { seller }: Lease, isFixed = false, who = seller) =>
  lab.call(answerFault, { params: { id }, body: { isFixed, words: '机器正常' } }, who)
const hand = (id: string, { buyer }: Lease) => lab.call(handFault, { params: { id }, body: { words: '请裁决' } }, buyer)
/** Reported, disputed, and handed over; its id. */
async function handed(lease: Lease): Promise<string> {
  const { id } = await report(lease)
  await answer(id, lease)
  await hand(id, lease)
  return id
}
const rule = (id: string, refundAmount: string, restAmount: string, { by = ANN, at = lab } = {}) =>
  at.call(ruleFault, { params: { id }, body: { refundAmount, restAmount, reason: '实测低于填报' } }, by)
const list = ({ orderId, buyer }: Lease, who = buyer) => lab.call(listFaults, { params: { id: orderId } }, who)
const clear = ({ orderId, seller }: Lease) =>
  lab.call(clearCompute, { body: { superPointsProductId: orderId } }, seller)
const refused = (code: string) => ({ code })
async function sums({ orderId }: Lease) {
  for (let i = 0; i < 2; i++) await lab.payment.work()
  const { rows } = await sql<{ state: string; refunded: bigint; returned: bigint; cleared: bigint; refunds: number }>`
    select o.state, o.refunded_fen as refunded, o.returned_fen as returned, o.cleared_fen as cleared,
      (select count(*)::int from order_refunds r where r.order_id = o.id) as refunds
    from orders o where o.id = ${orderId}`.execute(lab.db)
  return rows[0]!
}
const passed = async (ms: number) => {
  await lab.advance(ms)
  await lab.sweep('compute.due-faults')
}

it('is the buyer’s to report, once at a time, and nobody else sees it', async () => {
  const lease = await serving()
  for (const who of [lease.seller, 'stranger'])
    await expect(report(lease, who)).rejects.toMatchObject(refused('orders.not-found'))
  expect(await list(lease)).toEqual({ faults: [], mayReport: true })
  const fault = await report(lease)
  expect(fault).toMatchObject({ state: 'open', reason: 'slow', words: [{ by: 'buyer', words: '只有一半的速度' }] })
  expect(await lab.notices(lease.seller)).toContain('compute.fault-opened')
  await expect(report(lease)).rejects.toMatchObject(refused('compute.fault-open'))
  await expect(list(lease, 'stranger')).rejects.toMatchObject(refused('orders.not-found'))
  expect(await list(lease, lease.seller)).toMatchObject({ faults: [{ id: fault.id }], mayReport: false })
  // Only the seller answers, and only then the buyer hands it over.
  await expect(answer(fault.id, lease, true, lease.buyer)).rejects.toMatchObject(refused('resource.not-found'))
  await expect(hand(fault.id, lease)).rejects.toMatchObject(refused('compute.fault-over'))
  expect((await answer(fault.id, lease, true)).state).toBe('fixed')
  expect(await lab.notices(lease.buyer)).toContain('compute.fault-answered')
  await lab.call(acceptFault, { params: { id: fault.id } }, lease.buyer)
  expect(await list(lease)).toMatchObject({ faults: [{ state: 'accepted', ruling: null }], mayReport: true })
})

it('holds the money of the order until it is settled, by hand and by time', async () => {
  const lease = await serving()
  await lab.advance(5 * DAY)
  expect(await clear(lease)).toMatchObject({ totalClearedAmount: '1.65' })
  const sale = async () => (await lab.call(listComputeProfit, { query: {} }, lease.seller)).content[0]!
  expect((await sale()).openFault).toBeNull()
  const { id } = await report(lease)
  expect((await sale()).openFault).not.toBeNull()
  await lab.advance(DAY)
  await expect(clear(lease)).rejects.toMatchObject(refused('orders.held'))
  await answer(id, lease)
  await hand(id, lease)
  // The lease ends and its seven days pass: still nothing is cleared.
  await lab.advance(40 * DAY)
  await lab.settle()
  expect(await sums(lease)).toMatchObject({ state: 'ended', cleared: 165n })
  await rule(id, '2.00', '8.25')
  await lab.settle()
  expect(await sums(lease)).toMatchObject({ state: 'finished', refunded: 200n, returned: 200n, cleared: 790n })
  expect(await sale()).toMatchObject({ refund: '2.00', openFault: null })
})

it('is told with its order, on its page and in both lists: whose turn it is, and until when', async () => {
  const lease = await serving()
  const told = async () => {
    const params = { id: lease.orderId }
    const of = [
      await lab.call(getOrder, { params }, lease.buyer),
      await lab.call(getOrder, { params }, lease.seller),
      ...(await lab.call(listComputeConsume, { query: {} }, lease.buyer)).content,
      ...(await lab.call(listComputeProfit, { query: {} }, lease.seller)).content,
    ]
    const faults = of.map((order) => 'openFault' in order && order.openFault)
    expect(faults).toEqual(Array.from({ length: 4 }, () => faults[0]))
    return faults[0]
  }
  expect(await told()).toBeNull()
  const reported = await report(lease)
  expect(await told()).toEqual({ awaits: 'seller', until: reported.dueAt, contest: null })
  await lab.advance(HOUR)
  const answered = await answer(reported.id, lease)
  expect(answered.dueAt).not.toBe(reported.dueAt)
  expect(await told()).toEqual({ awaits: 'buyer', until: answered.dueAt, contest: null })
  await hand(reported.id, lease)
  expect(await told()).toEqual({ awaits: 'staff', until: null, contest: null })
  await lab.call(acceptFault, { params: { id: reported.id } }, lease.buyer)
  expect(await told()).toBeNull()
})

it('goes on by itself when one of the two is silent: to the staff, or to its end', async () => {
  const [first, second] = [await serving(), await serving()]
  const [silentSeller, silentBuyer] = [await report(first), await report(second)]
  await answer(silentBuyer.id, second)
  await passed(47 * HOUR)
  expect((await list(first)).faults[0]!.state).toBe('open')
  await passed(HOUR + 60_000)
  expect((await list(first)).faults[0]!.state).toBe('handed')
  expect((await list(second)).faults[0]!.state).toBe('accepted')
  expect(await lab.notices(first.buyer)).toContain('compute.fault-unanswered')
  await expect(answer(silentSeller.id, first)).rejects.toMatchObject(refused('compute.fault-over'))
})

it('raises the alarm when the staff leaves it for three days, counted from when it came to them', async () => {
  await sql`update compute_faults set state = 'lapsed', due_at = null, ended_at = business_now()
    where ended_at is null`.execute(lab.db)
  const [silent, asked] = [await serving(), await serving()]
  await report(silent)
  const errors = vi.fn()
  const log = Object.assign(openLog('silent'), { error: errors })
  const { warnOfWaiting } = createFaultCases({ db: lab.db, log, leases: {}, orders: {}, notices: {} } as never)
  const told = async () => {
    await warnOfWaiting()
    return errors.mock.calls.splice(0).map(([about]) => about)
  }
  await passed(47 * HOUR)
  const { id } = await report(asked)
  await passed(2 * HOUR)
  expect((await list(silent)).faults[0]!.state).toBe('handed')
  await answer(id, asked)
  await lab.advance(24 * HOUR)
  await hand(id, asked)
  await lab.advance(46 * HOUR)
  expect(await told()).toEqual([])
  await lab.advance(2 * HOUR)
  expect(await told()).toEqual([{ waiting: 1, alarm: 'fault' }])
  await lab.advance(25 * HOUR)
  expect(await told()).toEqual([{ waiting: 2, alarm: 'fault' }])
  await lab.sweep('compute.waiting-faults')
  await rule(id, '1.00', '9.90')
  expect(await told()).toEqual([{ waiting: 1, alarm: 'fault' }])
})

it('is ruled with what was said and probed in view: a part goes back, once, and the lease goes on', async () => {
  const lease = await serving()
  const id = await handed(lease)
  const page = await lab.call(pageFaults, { query: {} }, ANN)
  expect(page.content.find((one) => one.id === id)).toMatchObject({
    productId: lease.id,
    restAmount: '9.90',
    mayRule: true,
    needsTwo: false,
  })
  const read = await lab.call(readFault, { params: { id } }, ANN)
  expect(read.words.map(({ by }) => by)).toEqual(['buyer', 'seller', 'buyer'])
  expect(read.downtime).toMatchObject({ orderId: lease.orderId, silences: [] })
  await expect(rule(id, '1.00', '9.00')).rejects.toMatchObject(refused('compute.fault-changed'))
  await expect(rule(id, '9.91', '9.90')).rejects.toMatchObject(refused('compute.fault-changed'))
  await expect(rule(id, '1.00', '9.90', { by: lease.buyer })).rejects.toMatchObject(refused('compute.fault-own'))
  const works = Array.from({ length: 12 }, (_, i) => rule(id, '3.30', '9.90', { at: labs[i % 2]! }))
  expect(await tally(works)).toEqual({ done: 1, 'compute.fault-over': 11 })
  expect(await sums(lease)).toMatchObject({ state: 'serving', refunded: 330n, returned: 330n, refunds: 1 })
  expect((await list(lease)).faults[0]).toMatchObject({ state: 'ruled', ruling: { refundAmount: '3.30' } })
  for (const who of [lease.buyer, lease.seller]) expect(await lab.notices(who)).toContain('compute.fault-ruled')
  const { rows } = await sql<{ act: string }>`select act from staff_act where subject_id = ${id} order by no`.execute(
    lab.db,
  )
  expect(rows.map(({ act }) => act)).toEqual(['fault.read', 'fault.rule'])
})

it('stands on a page of the desk that reads its orders at once, however many cases it has', async () => {
  for (const lease of [await serving(), await serving()]) await handed(lease)
  const reads = [vi.spyOn(lab.orders, 'find'), vi.spyOn(lab.orders, 'findAll')]
  const { content } = await lab.call(pageFaults, { query: {} }, ANN)
  expect(content.length).toBeGreaterThan(1)
  expect(reads.map(({ mock }) => mock.calls.length)).toEqual([0, 1])
  for (const read of reads) read.mockRestore()
})

it('that gives all back ends the lease, and the machine is taken back', async () => {
  const lease = await serving()
  const id = await handed(lease)
  await rule(id, '9.90', '9.90')
  await lab.settle()
  expect(await sums(lease)).toMatchObject({ state: 'refunded', refunded: 990n, returned: 990n, refunds: 1 })
  const { content } = await lab.call(listShares, { query: { size: 100 } }, lease.seller)
  expect(content[0]).toMatchObject({ status: 2, cleaning: 'none' })
})

it('takes two persons above 5,000 yuan, and a dropped proposal moves nothing', async () => {
  const lease = await serving('5000.01')
  const id = await handed(lease)
  const proposed = async () => (await rule(id, '100.00', '5000.01')).rulings.at(-1)!.id
  const first = await proposed()
  expect(await sums(lease)).toMatchObject({ refunded: 0n })
  expect(await lab.notices(BEN)).toContain('compute.fault-ruling-waits')
  await expect(rule(id, '1.00', '5000.01', { by: BEN })).rejects.toMatchObject(refused('compute.fault-ruling-waits'))
  const decide = (route: typeof confirmFaultRuling | typeof declineFaultRuling, rulingId: string, by: string) =>
    lab.call(route, { params: { id }, body: { rulingId } }, by)
  await expect(decide(confirmFaultRuling, first, ANN)).rejects.toMatchObject(refused('compute.fault-second-person'))
  await decide(declineFaultRuling, first, ANN)
  const second = await proposed()
  const works = Array.from({ length: 8 }, () => decide(confirmFaultRuling, second, BEN))
  expect(await tally(works)).toEqual({ done: 1, 'compute.fault-over': 7 })
  expect(await sums(lease)).toMatchObject({ refunded: 10_000n, returned: 10_000n, refunds: 1 })
})

it('waits for whoever may decide about it now, and is found by its order’s number and its two', async () => {
  const [own, dear, other] = [await serving(), await serving('5000.01'), await serving()]
  const [ofOwn, ofDear, ofOther] = [await handed(own), await handed(dear), await handed(other)]
  await rule(ofDear, '100.00', '5000.01')
  const page = async (query: object, by = ANN) => {
    const { content, totalElements } = await lab.call(pageFaults, { query: { size: 100, ...query } }, by)
    expect(totalElements).toBe(content.length)
    return content.map(({ id }) => id).filter((id) => [ofOwn, ofDear, ofOther].includes(id))
  }
  expect(await page({})).toEqual([ofOwn, ofDear, ofOther])
  expect(await page({ waitsFor: 'me' })).toEqual([ofOwn, ofOther])
  expect(await page({ waitsFor: 'me' }, BEN)).toEqual([ofOwn, ofDear, ofOther])
  expect(await page({ waitsFor: 'me' }, own.seller)).toEqual([ofDear, ofOther])
  const { orderNumber } = (await lab.call(pageFaults, { query: { size: 100 } }, ANN)).content.find(
    ({ id }) => id === ofOther,
  )!
  expect(await page({ keyword: ` ${orderNumber} ` })).toEqual([ofOther])
  for (const name of [dear.buyer, dear.seller]) expect(await page({ keyword: name })).toEqual([ofDear])
  expect(await page({ waitsFor: 'me', keyword: dear.buyer })).toEqual([])
  await rule(ofOther, '1.00', '9.90')
  expect(await page({ view: 'decided', waitsFor: 'me', keyword: other.seller })).toEqual([ofOther])
})

it('is reported so many times for one order and no more, so that nobody holds the money for ever', async () => {
  const lease = await serving()
  for (let n = 0; n < FAULTS_MOST; n++) {
    const { id } = await report(lease)
    await lab.call(acceptFault, { params: { id } }, lease.buyer)
  }
  await expect(report(lease)).rejects.toMatchObject(refused('compute.fault-limit'))
  expect(await list(lease)).toMatchObject({ mayReport: false })
})
