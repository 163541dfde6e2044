import { getDowntime } from '@trove/contract/compute/downtime'
import {
  acceptFault,
  answerContest,
  answerFault,
  confirmFaultRuling,
  contestSilence,
  declineFaultRuling,
  handFault,
  listFaults,
  readFault,
  reportFault,
  ruleContest,
  ruleFault,
} from '@trove/contract/compute/faults'
import { stopLease } from '@trove/contract/compute/leases'
import { clearCompute } from '@trove/contract/compute/orders'
import { getOrder } from '@trove/contract/order-lists/routes'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type ComputeLab, countUnbalanced, openComputeLabs } from '../../../../test/labs/compute-lab.ts'
import { createFakeMachines } from '../../../../test/stand-ins/fake-machine.ts'
import { tally } from '../../../../test/world/tally.ts'
import { openLog } from '../../../platform/base/log.ts'
import { createDowntimeStore } from '../downtime/store.ts'
import { createFaultCases } from './cases.ts'

/** A seller contests a silence of a machine of 14.40 for a day, a fen a minute. Silences are written as rounds leave them. */

const MINUTE = 60_000
const HOUR = 60 * MINUTE
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
type Lease = { orderId: string; buyer: string; seller: string }
/** A lease that has run for two hours. */
async function serving(price = '14.40'): Promise<Lease> {
  const n = ++count
  const [buyer, seller] = [`tenant${n}`, `owner${n}`]
  const id = await lab.publish(seller, { serverPort: n, servePeriod: 1, price })
  await lab.settle()
  const orderId = await lab.buy(buyer, id)
  await lab.settle()
  await lab.advance(2 * HOUR)
  return { orderId, buyer, seller }
}
/** A silence of so many minutes that began so many minutes ago; its first minute. */
async function silent({ orderId }: Lease, minutes = 30, state = 'open', agoMinutes = 60): Promise<string> {
  const { rows } = await sql<{
    at: Date
  }>`insert into compute_silences (order_id, first_minute, last_minute, minutes, state)
    select ${orderId}, m, m + (${minutes} - 1) * interval '1 minute', ${minutes}, ${state}
    from (select date_trunc('minute', business_now()) - ${agoMinutes} * interval '1 minute' as m) at
    returning first_minute as at`.execute(lab.db)
  return rows[0]!.at.toISOString()
}
/** The machine answers again. */
const back = ({ orderId }: Lease) =>
  lab.db.transaction().execute((tx) => createDowntimeStore(lab.db).close(tx, [orderId]))
const contest = ({ orderId, seller }: Lease, from: string, { by = seller, at = lab } = {}) =>
  at.call(contestSilence, { body: { orderId, from, words: '租用者关了 22 端口' } }, by)
const payDue = async (at = lab) => {
  await at.sweep('compute.pay-downtime')
  await lab.settle()
}
const rule = (id: string, goesBack: boolean, { by = ANN, at = lab } = {}) =>
  at.call(ruleContest, { params: { id }, body: { goesBack, reason: '记录清楚' } }, by)
const clear = ({ orderId, seller }: Lease) =>
  lab.call(clearCompute, { body: { superPointsProductId: orderId } }, seller)
const read = ({ orderId, buyer }: Lease) => lab.call(getDowntime, { params: { id: orderId } }, buyer)
const list = ({ orderId, buyer }: Lease, who = buyer) => lab.call(listFaults, { params: { id: orderId } }, who)
const refused = (code: string) => ({ code })
async function sums({ orderId }: Lease) {
  for (let i = 0; i < 2; i++) await lab.payment.work()
  const { rows } = await sql<{ state: string; refunded: bigint; cleared: bigint; keys: string[] }>`
    select o.state, o.refunded_fen as refunded, o.cleared_fen as cleared,
      (select coalesce(array_agg(r.key order by r.number), '{}') from order_refunds r where r.order_id = o.id) as keys
    from orders o where o.id = ${orderId}`.execute(lab.db)
  return rows[0]!
}
const keyOf = (from: string) => `downtime:${from}`

it('is contested by its seller alone, once, while it is long enough and not paid back', async () => {
  const lease = await serving()
  const from = await silent(lease)
  for (const by of [lease.buyer, 'stranger'])
    await expect(contest(lease, from, { by })).rejects.toMatchObject(refused('orders.not-found'))
  const unknown = new Date(Date.parse(from) + MINUTE).toISOString()
  await expect(contest(lease, unknown)).rejects.toMatchObject(refused('resource.not-found'))
  const short = await silent(lease, 10, 'over', 100)
  await expect(contest(lease, short)).rejects.toMatchObject(refused('compute.silence-short'))
  const works = Array.from({ length: 8 }, (_, i) => contest(lease, from, { at: labs[i % 2]! }))
  expect(await tally(works)).toEqual({ done: 1, 'compute.silence-contested': 7 })
  expect(await list(lease)).toMatchObject({
    faults: [
      {
        reason: 'silence',
        state: 'handed',
        dueAt: null,
        silence: { from, minutes: 30 },
        words: [{ by: 'seller', words: '租用者关了 22 端口' }],
      },
    ],
    mayReport: true,
  })
  expect(await lab.notices(lease.buyer)).toContain('compute.contest-opened')
  const paid = await serving()
  const gone = await silent(paid, 30, 'over')
  await payDue()
  await expect(contest(paid, gone)).rejects.toMatchObject(refused('compute.silence-settled'))
  expect(await sums(paid)).toMatchObject({ refunded: 30n, keys: [keyOf(gone)] })
})

it('is paid back or contested, whichever comes first, and never both', async () => {
  for (let i = 0; i < 6; i++) {
    const lease = await serving()
    const from = await silent(lease, 30, 'over')
    const [asked] = await Promise.allSettled([contest(lease, from), payDue(labs[1])])
    await payDue()
    const isHeld = asked.status === 'fulfilled'
    if (!isHeld) expect(asked.reason).toMatchObject(refused('compute.silence-settled'))
    expect(await sums(lease)).toMatchObject({ refunded: isHeld ? 0n : 30n })
  }
})

it('is held when the machine is back and at the end, and nothing of the order is cleared, until it is ruled', async () => {
  const lease = await serving()
  const [from, other] = [await silent(lease, 30), await silent(lease, 20, 'over', 100)]
  const { id } = await contest(lease, from)
  await back(lease)
  await payDue()
  // The other silence is not contested: it goes back as ever.
  expect(await sums(lease)).toMatchObject({ refunded: 20n, keys: [keyOf(other)] })
  expect((await read(lease)).silences.map(({ state }) => state)).toEqual(['contested', 'returned'])
  await expect(clear(lease)).rejects.toMatchObject(refused('orders.held'))
  await lab.advance(20 * DAY)
  await lab.settle()
  expect(await sums(lease)).toMatchObject({ state: 'ended', refunded: 20n, cleared: 0n })
  const works = Array.from({ length: 8 }, (_, i) => rule(id, true, { at: labs[i % 2]! }))
  expect(await tally(works)).toEqual({ done: 1, 'compute.fault-over': 7 })
  await payDue()
  expect(await sums(lease)).toMatchObject({ refunded: 50n, keys: [keyOf(other), keyOf(from)] })
  await lab.settle()
  expect(await sums(lease)).toMatchObject({ state: 'finished', cleared: 1390n })
  expect((await read(lease)).silences.map(({ state }) => state)).toEqual(['returned', 'returned'])
  for (const who of [lease.buyer, lease.seller]) expect(await lab.notices(who)).toContain('compute.contest-returned')
})

it('that is ruled to stay with the seller is never paid back, and what is silent afterwards is another silence', async () => {
  const lease = await serving()
  const from = await silent(lease, 30)
  const { id } = await contest(lease, from)
  await rule(id, false)
  await expect(contest(lease, from)).rejects.toMatchObject(refused('compute.silence-settled'))
  // It lasted: the minutes from the ruling on are counted anew.
  const next = await silent(lease, 25, 'open', 30)
  await back(lease)
  await payDue()
  expect((await read(lease)).silences.map(({ state }) => state)).toEqual(['returned', 'kept'])
  expect(await sums(lease)).toMatchObject({ refunded: 25n, keys: [keyOf(next)] })
  // Two hours passed, and the minutes that were kept are earned.
  expect(await clear(lease)).toMatchObject({ totalClearedAmount: '0.95' })
  await lab.advance(2 * DAY)
  await lab.settle()
  await clear(lease)
  expect(await sums(lease)).toMatchObject({ state: 'finished', refunded: 25n, cleared: 1415n })
  for (const who of [lease.buyer, lease.seller]) expect(await lab.notices(who)).toContain('compute.contest-kept')
})

it('is held when its buyer ends the lease, and what goes back of it then is what is left for it', async () => {
  const lease = await serving()
  const { id } = await contest(lease, await silent(lease, 30))
  await lab.call(stopLease, { params: { id: lease.orderId }, body: { refundAmount: '0.00' } }, lease.buyer)
  await payDue()
  expect(await sums(lease)).toMatchObject({ state: 'ended', refunded: 0n })
  await rule(id, true)
  expect(await sums(lease)).toMatchObject({ state: 'ended', refunded: 30n })
})

it('that goes back while it lasts is paid when the machine is back, and cannot be contested again', async () => {
  const lease = await serving()
  const from = await silent(lease, 30)
  const { id } = await contest(lease, from)
  await rule(id, true)
  expect(await sums(lease)).toMatchObject({ refunded: 0n })
  await expect(contest(lease, from)).rejects.toMatchObject(refused('compute.silence-contested'))
  await back(lease)
  await payDue()
  expect(await sums(lease)).toMatchObject({ refunded: 30n, keys: [keyOf(from)] })
})

it('is answered by its buyer once, who cannot end it, and does not use up what the buyer may report', async () => {
  const lease = await serving()
  const { id } = await contest(lease, await silent(lease, 30))
  const answer = (who: string) => lab.call(answerContest, { params: { id }, body: { words: '我没有动过' } }, who)
  await expect(answer(lease.seller)).rejects.toMatchObject(refused('resource.not-found'))
  expect((await answer(lease.buyer)).words.map(({ by }) => by)).toEqual(['seller', 'buyer'])
  expect(await lab.notices(lease.seller)).toContain('compute.contest-answered')
  await expect(answer(lease.buyer)).rejects.toMatchObject(refused('compute.fault-over'))
  const params = { id }
  await expect(lab.call(acceptFault, { params }, lease.buyer)).rejects.toMatchObject(refused('resource.not-found'))
  const hand = lab.call(handFault, { params, body: { words: '请裁决' } }, lease.buyer)
  await expect(hand).rejects.toMatchObject(refused('resource.not-found'))
  // The buyer's own case runs beside it, and each holds the order.
  const report = { orderId: lease.orderId, reason: 'slow', words: '慢' } as const
  const own = await lab.call(reportFault, { body: report }, lease.buyer)
  await expect(lab.call(reportFault, { body: report }, lease.buyer)).rejects.toMatchObject(
    refused('compute.fault-open'),
  )
  await expect(
    lab.call(answerContest, { params: { id: own.id }, body: { words: '慢' } }, lease.buyer),
  ).rejects.toMatchObject(refused('resource.not-found'))
  await lab.call(acceptFault, { params: { id: own.id } }, lease.buyer)
  await expect(clear(lease)).rejects.toMatchObject(refused('orders.held'))
})

it('is told with its order as waiting for the staff, and what the buyer reports before it while a time runs', async () => {
  const lease = await serving()
  const told = async () => {
    const order = await lab.call(getOrder, { params: { id: lease.orderId } }, lease.buyer)
    return 'openFault' in order && order.openFault
  }
  const { id } = await contest(lease, await silent(lease, 30))
  const alone = { awaits: 'staff', until: null, contest: 'unanswered' }
  expect(await told()).toEqual(alone)
  const report = { orderId: lease.orderId, reason: 'slow', words: '慢' } as const
  const own = await lab.call(reportFault, { body: report }, lease.buyer)
  expect(await told()).toEqual({ awaits: 'seller', until: own.dueAt, contest: null })
  await lab.call(answerFault, { params: { id: own.id }, body: { isFixed: false, words: '不慢' } }, lease.seller)
  await lab.call(handFault, { params: { id: own.id }, body: { words: '请裁决' } }, lease.buyer)
  // Both are with the staff now: the buyer may still say something to one of them.
  expect(await told()).toEqual(alone)
  await lab.call(answerContest, { params: { id }, body: { words: '我没有动过' } }, lease.buyer)
  expect(await told()).toEqual({ ...alone, contest: 'answered' })
  await rule(id, false)
  expect(await told()).toEqual({ ...alone, contest: null })
})

it('is read by the desk with its minutes and their price, and ruled by none of the two and not as a reported fault', async () => {
  const lease = await serving()
  const from = await silent(lease, 30)
  const { id } = await contest(lease, from)
  expect(await lab.call(readFault, { params: { id } }, ANN)).toMatchObject({
    reason: 'silence',
    silence: { from, minutes: 30, amount: '0.30' },
    mayRule: true,
    downtime: { silences: [{ from, minutes: 30, state: 'contested' }] },
  })
  await expect(rule(id, false, { by: lease.seller })).rejects.toMatchObject(refused('compute.fault-own'))
  const amounts = { refundAmount: '1.00', restAmount: '14.40', reason: '理由' }
  const asFault = lab.call(ruleFault, { params: { id }, body: amounts }, ANN)
  await expect(asFault).rejects.toMatchObject(refused('resource.not-found'))
  await rule(id, false)
  expect((await list(lease)).faults[0]).toMatchObject({ state: 'ruled', ruling: { goesBack: false } })
})

it('takes two persons above 5,000 yuan, and a dropped proposal leaves it held', async () => {
  const lease = await serving('5000.01')
  const from = await silent(lease, 30)
  const { id } = await contest(lease, from)
  await back(lease)
  const propose = async () => (await rule(id, true)).rulings.at(-1)!.id
  const decide = (route: typeof confirmFaultRuling | typeof declineFaultRuling, rulingId: string, by: string) =>
    lab.call(route, { params: { id }, body: { rulingId } }, by)
  await decide(declineFaultRuling, await propose(), BEN)
  const rulingId = await propose()
  await payDue()
  expect(await sums(lease)).toMatchObject({ refunded: 0n })
  await expect(decide(confirmFaultRuling, rulingId, ANN)).rejects.toMatchObject(refused('compute.fault-second-person'))
  await decide(confirmFaultRuling, rulingId, BEN)
  expect(await sums(lease)).toMatchObject({ refunded: 10_416n, keys: [keyOf(from)] })
})

it('raises the alarm three days after it was opened, whatever its buyer says meanwhile', async () => {
  await sql`update compute_faults set state = 'lapsed', due_at = null, ended_at = business_now()
    where ended_at is null`.execute(lab.db)
  const lease = await serving()
  const { id } = await contest(lease, await silent(lease, 30))
  const errors = vi.fn()
  const log = Object.assign(openLog('silent'), { error: errors })
  const { warnOfWaiting } = createFaultCases({ db: lab.db, log } as never)
  await lab.advance(71 * HOUR)
  await lab.call(answerContest, { params: { id }, body: { words: '我没有动过' } }, lease.buyer)
  await warnOfWaiting()
  expect(errors).not.toHaveBeenCalled()
  await lab.advance(2 * HOUR)
  await warnOfWaiting()
  expect(errors.mock.calls.map(([about]) => about)).toEqual([{ waiting: 1, alarm: 'fault' }])
})
