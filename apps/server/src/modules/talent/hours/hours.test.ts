import { clear, createPayment, getOrder } from '@trove/contract/order-lists/routes'
import {
  acceptHire,
  addSheetEntry,
  answerRefund,
  askRefund,
  deliverDays,
  deliverHire,
  getAgreement,
  getHireSheet,
  giveHoursBack,
  HIRE_DAYS,
  removeSheetEntry,
  startHire,
} from '@trove/contract/talent/hours'
import { HumanOrderDetail } from '@trove/contract/talent/orders'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addExpert, type HireLab, hire, hireBody, openHireLab, payHire } from '../../../../test/labs/hire-lab.ts'
import { days, minutes } from '../../../../test/labs/orders-lab.ts'
import { onOwnDatabase } from '../../../../test/world/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { erasePersonalData } from '../../../platform/personal-data.ts'
import { ordersPersonalData } from '../../orders/personal-data.ts'
import { talentPersonalData } from '../personal-data.ts'
import { AGREEMENT } from './agreement.ts'

/** Hiring an expert by the hour, from the choice of a package to the last fen. */

let lab: HireLab
let count = 0
beforeAll(async () => {
  lab = await onOwnDatabase(openHireLab)
})
afterAll(async () => {
  expect(await lab.ledger.verify()).toEqual([])
  await lab.close()
})

const PRICE = 12345n
async function two() {
  const [expert, buyer] = [`expert${++count}`, `buyer${count}`]
  await addExpert(lab.db, expert, PRICE)
  return { expert, buyer }
}
type Hired = { expert: string; buyer: string; id: string }
async function paid(hours = 8): Promise<Hired> {
  const { expert, buyer } = await two()
  const id = await hire(lab, expert, buyer, hours)
  await payHire(lab, id)
  return { expert, buyer, id }
}
const start = ({ id, expert }: Hired) => lab.call(startHire, { params: { id } }, expert)
const deliver = ({ id, expert }: Hired) =>
  lab.call(deliverHire, { params: { id }, body: { note: '代码已推送' } }, expert)
async function delivered(hours = 8): Promise<Hired> {
  const hired = await paid(hours)
  await start(hired)
  await deliver(hired)
  return hired
}
const accept = ({ id, buyer }: Hired) => lab.call(acceptHire, { params: { id } }, buyer)
const give = ({ id, expert }: Hired, hours: number, hoursLeft: number) =>
  lab.call(giveHoursBack, { params: { id }, body: { hours, hoursLeft, reason: '提前完成' } }, expert)
const earned = ({ expert }: Hired) => lab.ledger.balance(lab.db, `payable:${expert}`)
const look = async ({ id, buyer }: Hired) => HumanOrderDetail.parse(await lab.call(getOrder, { params: { id } }, buyer))
const today = async () =>
  (
    await sql<{
      day: string
    }>`select to_char(business_now() at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day`.execute(lab.db)
  ).rows[0]!.day
async function write(hired: Hired, spent: number, workDay?: string) {
  const body = { workDay: workDay ?? (await today()), minutes: spent, note: '联调回调', link: '' }
  return lab.call(addSheetEntry, { params: { id: hired.id }, body }, hired.expert)
}
const sheet = ({ id, buyer }: Hired) => lab.call(getHireSheet, { params: { id } }, buyer)
const notices = async (userId: string) =>
  (
    await sql<{ kind: string }>`select kind from notices where user_id = ${userId} order by seq`.execute(lab.db)
  ).rows.map(({ kind }) => kind)

describe('hiring', () => {
  test('costs the hours times what an hour costs now, and keeps the requirement and the accepted agreement', async () => {
    const hired = await paid(16)
    await sql`update talent_experts set hour_fen = 99999 where id = ${hired.expert}`.execute(lab.db)
    expect(await look(hired)).toMatchObject({
      ...{ orderSource: 'manpower', totalAmount: '1975.20', manStatus: 0, hours: 16, hourSalary: '123.45' },
      ...{ manRealName: `${hired.expert} 真名`, manIdentity: '架构师', manWorkingRequire: '接入支付宝' },
      ...{ fkProductId: hired.expert, fkProductName: `${hired.expert} 真名`, manWorkingHourId: '16' },
      ...{ orderState: 'PaymentSuccessful', refund: null, refundState: null },
    })
    const { agreement } = await sheet(hired)
    expect(agreement).toMatchObject({ version: AGREEMENT.version, hash: AGREEMENT.hash })
    const { clauses } = await lab.call(getAgreement, { query: { hash: agreement.hash } }, hired.buyer)
    expect(clauses.length).toBeGreaterThan(5)
  })

  test('without an agreement named is under the one that stands, which the order keeps', async () => {
    const { expert, buyer } = await two()
    await lab.call(createPayment, { body: hireBody(expert, 8, { manAgreement: undefined }) }, buyer)
    const { rows } = await sql<{ hash: string }>`select agreement_hash as hash from talent_hires
      where buyer_id = ${buyer}`.execute(lab.db)
    expect(rows).toEqual([{ hash: AGREEMENT.hash }])
  })

  test.each([
    ['another agreement', { manAgreement: 'a'.repeat(64) }, 'talent.agreement-changed'],
    ['no requirement', { manWorkingRequire: undefined }, 'talent.requirement-missing'],
    ['hours that are no package', { manWorkingHourId: '3' }, 'talent.hours-unknown'],
    ['the group instead of a package', { manWorkingHourId: 'working_hour' }, 'talent.hours-unknown'],
    ['nobody', { productId: 'nobody' }, 'orders.product-unavailable'],
  ])('with %s is refused, and leaves nothing behind', async (_, change, code) => {
    const { expert, buyer } = await two()
    const asked = lab.call(createPayment, { body: hireBody(expert, 8, change) }, buyer)
    await expect(asked).rejects.toMatchObject({ code })
    const { rows } = await sql`select from talent_hires where buyer_id = ${buyer}`.execute(lab.db)
    expect(rows).toEqual([])
  })

  test.each(['totalAmount', 'hourSalary', 'manStatus', 'buyerId', 'expertUserId', 'hours'])(
    'takes no %s from who hires',
    async (field) => {
      const { expert, buyer } = await two()
      const body = hireBody(expert, 8, { [field]: '1' })
      await expect(lab.call(createPayment, { body }, buyer)).rejects.toMatchObject({
        issues: [{ code: 'unrecognized_keys', keys: [field] }],
      })
    },
  )

  test('oneself is refused', async () => {
    const { expert } = await two()
    const own = lab.call(createPayment, { body: hireBody(expert) }, expert)
    await expect(own).rejects.toMatchObject({ code: 'orders.own-product' })
  })

  test('says when the work was started and when it was delivered, and neither before', async () => {
    const hired = await paid()
    const times = async () => {
      const { manServeStartTime, manServeEndTime } = await look(hired)
      return [manServeStartTime, manServeEndTime].map((moment) => moment && Date.parse(moment))
    }
    expect(await times()).toEqual([null, null])
    await start(hired)
    const [started, none] = await times()
    expect([typeof started, none]).toEqual(['number', null])
    await lab.advance(days(2))
    await deliver(hired)
    const [still, ended] = await times()
    expect(still).toBe(started)
    expect(Number(ended) - Number(started)).toBeGreaterThanOrEqual(days(2))
  })
})

describe('the steps', () => {
  test('lead from to be served over in service and not cleared to finished, and pay the expert all of it', async () => {
    const hired = await paid()
    const statuses = [(await look(hired)).manStatus]
    await start(hired)
    statuses.push((await look(hired)).manStatus)
    await deliver(hired)
    statuses.push((await look(hired)).manStatus)
    expect(await earned(hired)).toBe(0n)
    await accept(hired)
    statuses.push((await look(hired)).manStatus)
    expect(statuses).toEqual([0, 1, 2, 3])
    expect(await earned(hired)).toBe(-8n * PRICE)
    const { rows } = await sql`select hires from talent_experts where id = ${hired.expert}`.execute(lab.db)
    expect(rows).toEqual([{ hires: 1 }])
  })

  test('are the expert’s or the buyer’s alone, and come in their order', async () => {
    const hired = await paid()
    const [not, late] = [{ code: 'orders.not-found' }, { code: 'talent.step-not-now' }]
    for (const userId of [hired.buyer, 'stranger']) {
      await expect(start({ ...hired, expert: userId })).rejects.toMatchObject(not)
      await expect(deliver({ ...hired, expert: userId })).rejects.toMatchObject(not)
      await expect(give({ ...hired, expert: userId }, 1, 8)).rejects.toMatchObject(not)
      await expect(write({ ...hired, expert: userId }, 60)).rejects.toMatchObject(not)
    }
    await expect(deliver(hired)).rejects.toMatchObject(late)
    await expect(write(hired, 60)).rejects.toMatchObject(late)
    await start(hired)
    await expect(start(hired)).rejects.toMatchObject(late)
    await expect(accept(hired)).rejects.toMatchObject(late)
    await deliver(hired)
    for (const userId of [hired.expert, 'stranger'])
      await expect(accept({ ...hired, buyer: userId })).rejects.toMatchObject(not)
    await expect(sheet({ ...hired, buyer: 'stranger' })).rejects.toMatchObject(not)
    await accept(hired)
    await expect(accept(hired)).rejects.toMatchObject(late)
    expect(await earned(hired)).toBe(-8n * PRICE)
  })

  test('not begun in three days: the buyer has everything back', async () => {
    const hired = await paid()
    await lab.advance(days(3) + minutes(1))
    await lab.sweep()
    await lab.payment.work()
    expect(await look(hired)).toMatchObject({ refund: '987.60', refundState: 'PaymentSuccessful', manStatus: null })
    await expect(start(hired)).rejects.toMatchObject({ code: 'talent.step-not-now' })
  })

  test('not delivered in the agreed time: both are asked, and the hire goes on', async () => {
    const hired = await paid(16)
    await start(hired)
    await lab.advance(days(deliverDays(16)) + minutes(1))
    await lab.sweep()
    expect(await notices(hired.buyer)).toContain('orders.delivery-overdue')
    expect(await notices(hired.expert)).toContain('orders.delivery-overdue-seller')
    await deliver(hired)
    expect((await look(hired)).manStatus).toBe(2)
  })

  test('never delivered: the expert is reminded twice, and fourteen days late the buyer has the rest back', async () => {
    const hired = await paid(16)
    await start(hired)
    await give(hired, 3, 16)
    const question = await ask(hired, 2, 13)
    await answer(hired, question.id, false)
    const reminders = async () => (await notices(hired.expert)).filter((kind) => kind === 'orders.deliver-soon').length
    const seen: [status: number | null, reminders: number][] = []
    for (const passed of [deliverDays(16), HIRE_DAYS.lateWarnAfter[0], 6, 1]) {
      seen.push([(await look(hired)).manStatus, await reminders()])
      await lab.advance(days(passed) + minutes(1))
      await lab.sweep()
    }
    expect(seen).toEqual([
      [1, 0],
      [1, 0],
      [1, 1],
      [1, 2],
    ])
    await lab.payment.work()
    await lab.payment.work()
    expect(await look(hired)).toMatchObject({ refund: '1975.20', refundState: 'PaymentSuccessful', manStatus: null })
    expect(await sheet(hired)).toMatchObject({ hours: 16, returnedHours: 16 })
    expect(await earned(hired)).toBe(0n)
    expect(await notices(hired.buyer)).toContain('orders.not-delivered')
    expect(await notices(hired.expert)).toContain('orders.not-delivered-seller')
    await expect(deliver(hired)).rejects.toMatchObject({ code: 'talent.step-not-now' })
  })

  test('seven days of silence accept by themselves, after two warnings', async () => {
    const hired = await delivered()
    const { dueAt } = await sheet(hired)
    for (const passed of [4, 2, 1]) {
      expect((await look(hired)).manStatus).toBe(2)
      expect(await earned(hired)).toBe(0n)
      await lab.advance(days(passed) + minutes(1))
      await lab.sweep()
    }
    expect((await look(hired)).manStatus).toBe(3)
    expect(await earned(hired)).toBe(-8n * PRICE)
    expect((await notices(hired.buyer)).filter((kind) => kind === 'orders.accept-soon')).toHaveLength(2)
    const { rows } = await sql<{
      day: number
    }>`select extract(day from ${dueAt}::timestamptz - delivered_at)::int as day
      from orders where id = ${hired.id}`.execute(lab.db)
    expect(rows).toEqual([{ day: 7 }])
  })
})

type Edge = {
  what: string
  prepare: (hired: Hired) => Promise<unknown>
  moments: number[]
  seen: (hired: Hired) => Promise<unknown>
  is: [before: unknown, after: unknown]
}
const manStatus = async (hired: Hired) => (await look(hired)).manStatus
const LATE = deliverDays(8)
/** What is due happens at its minute and not the one before; `moments`: days of its warnings and its own. */
const EDGES: Edge[] = [
  {
    what: 'the refund of a hire that was not begun',
    prepare: async () => {},
    moments: [HIRE_DAYS.start],
    seen: manStatus,
    is: [0, null],
  },
  {
    what: 'the acceptance of what was delivered',
    prepare: async (one) => deliver(await begun(one)),
    moments: [...HIRE_DAYS.warnAfter, HIRE_DAYS.accept],
    seen: manStatus,
    is: [2, 3],
  },
  {
    what: 'the question why nothing was delivered',
    prepare: begun,
    moments: [LATE],
    seen: async (one) => (await notices(one.buyer)).includes('orders.delivery-overdue'),
    is: [false, true],
  },
  {
    what: 'the refund of what was never delivered',
    prepare: begun,
    moments: [0, ...HIRE_DAYS.lateWarnAfter, HIRE_DAYS.late].map((day) => LATE + day),
    seen: manStatus,
    is: [1, null],
  },
  {
    what: 'the agreement of an expert who does not answer',
    prepare: async (one) => ask(await begun(one), 2, 8),
    moments: [...HIRE_DAYS.answerWarnAfter, HIRE_DAYS.answer],
    seen: async (one) => (await sheet(one)).returnedHours,
    is: [0, 2],
  },
]
async function begun(hired: Hired): Promise<Hired> {
  await start(hired)
  return hired
}

test.each(EDGES)('$what comes at its time, and not a minute before', async ({ prepare, moments, seen, is }) => {
  const hired = await paid()
  await prepare(hired)
  let day = 0
  for (const moment of moments.slice(0, -1)) {
    await lab.advance(days(moment - day))
    day = moment
    await lab.sweep()
  }
  await lab.advance(days(moments.at(-1)! - day) - minutes(1))
  await lab.sweep()
  const before = await seen(hired)
  await lab.advance(minutes(1))
  await lab.sweep()
  expect([before, await seen(hired)]).toEqual(is)
})

describe('the time-sheet', () => {
  test('holds what was worked, to no more than the hours that are left, and stands once it is delivered', async () => {
    const hired = await paid(2)
    await start(hired)
    const first = await write(hired, 90)
    await expect(write(hired, 31)).rejects.toMatchObject({ code: 'talent.hours-exceeded', params: { hours: 2 } })
    await lab.call(removeSheetEntry, { params: { id: first.id } }, hired.expert)
    await sql`update talent_hires set accepted_at = '2026-01-01' where order_id = ${hired.id}`.execute(lab.db)
    await write(hired, 60, '2026-01-05')
    await give(hired, 1, 2)
    await expect(write(hired, 1)).rejects.toMatchObject({ code: 'talent.hours-exceeded', params: { hours: 1 } })
    await deliver(hired)
    const seen = await sheet(hired)
    expect(seen).toMatchObject({ hours: 2, returnedHours: 1, minutes: 60, deliveryNote: '代码已推送' })
    const [entry] = seen.entries
    expect(entry).toMatchObject({ workDay: '2026-01-05', note: '联调回调' })
    const remove = lab.call(removeSheetEntry, { params: { id: entry!.id } }, hired.expert)
    await expect(remove).rejects.toMatchObject({ code: 'talent.step-not-now' })
  })

  test('takes no day that has not come, and nobody else’s hand', async () => {
    const hired = await paid()
    await start(hired)
    await expect(write(hired, 1, '0000-01-01')).rejects.toMatchObject({ name: 'ZodError' })
    await expect(write(hired, 60, '2099-01-01')).rejects.toMatchObject({ code: 'talent.day-ahead' })
    const { id } = await write(hired, 60)
    const foreign = lab.call(removeSheetEntry, { params: { id } }, hired.buyer)
    await expect(foreign).rejects.toMatchObject({ code: 'resource.not-found' })
  })
})

const ask = ({ id, buyer }: Hired, hours: number, hoursLeft: number) =>
  lab.call(askRefund, { body: { orderId: id, hours, hoursLeft, reason: '需求变小' } }, buyer)
const answer = ({ expert }: Hired, id: string, isAgreed: boolean) =>
  lab.call(answerRefund, { params: { id }, body: { isAgreed } }, expert)

describe('hours given back', () => {
  test('three of eight: the buyer has their price back, the expert earns the other five', async () => {
    const hired = await delivered()
    await give(hired, 3, 8)
    await lab.payment.work()
    expect(await look(hired)).toMatchObject({ refund: '370.35', refundState: 'PaymentSuccessful', returnedHours: 3 })
    await accept(hired)
    expect(await earned(hired)).toBe(-5n * PRICE)
  })

  test('the same twice gives them once, and more than there are none', async () => {
    const hired = await paid()
    await give(hired, 3, 8)
    await expect(give(hired, 3, 8)).rejects.toMatchObject({ code: 'talent.hours-changed' })
    await expect(give(hired, 6, 5)).rejects.toMatchObject({ code: 'talent.hours-changed' })
    expect((await look(hired)).returnedHours).toBe(3)
    await give(hired, 5, 5)
    await lab.payment.work()
    await lab.payment.work()
    expect(await look(hired)).toMatchObject({ refund: '987.60', refundState: 'PaymentSuccessful', manStatus: null })
    expect(await earned(hired)).toBe(0n)
  })

  test.each(['expert', 'buyer'] as const)(
    'the words why are gone with the %s’s account; what the program wrote stays',
    async (who) => {
      const [part, whole, unserved] = [await paid(), await paid(), await paid()]
      await give(part, 3, 8)
      await give(whole, 8, 8)
      await lab.advance(days(3) + minutes(1))
      await lab.sweep()
      await lab.payment.work()
      const words = async ({ id }: Hired) =>
        (
          await sql<{ all: (string | null)[] }>`select array[fail_reason] || array(select reason from order_refunds
          where order_id = ${id} order by number) as all from orders where id = ${id}`.execute(lab.db)
        ).rows[0]!.all
      expect(await words(whole)).toEqual(['提前完成', '提前完成'])
      for (const hired of [part, whole, unserved]) {
        const me = { userId: hired[who], phoneIndex: Buffer.alloc(0) }
        await inTransaction(lab.db, (tx) => erasePersonalData(tx, [ordersPersonalData], me))
      }
      expect([await words(part), await words(whole), await words(unserved)]).toEqual([
        ['not begun in time', 'erased', 'not begun in time'],
        ['erased', 'erased'],
        ['not begun in time', 'not begun in time'],
      ])
      const more = sql`update order_refunds set reason = 'erased', amount_fen = 1 where order_id = ${part.id}`
      await expect(more.execute(lab.db)).rejects.toThrow('written once')
    },
  )

  test('an expert’s own words for what they are go with their account; a word of the list stays', async () => {
    const [own, listed] = [await paid(), await paid()]
    const words = '退休的灯塔看守人'
    await sql`update talent_hires set identity = ${words} where order_id = ${own.id}`.execute(lab.db)
    await sql`update orders set search_text = out_trade_no || ' ' || ${words} where id = ${own.id}`.execute(lab.db)
    await sql`update talent_hires set identity = 'architect' where order_id = ${listed.id}`.execute(lab.db)
    for (const { expert } of [own, listed]) {
      const me = { userId: expert, phoneIndex: Buffer.alloc(0) }
      await inTransaction(lab.db, (tx) => erasePersonalData(tx, [talentPersonalData, ordersPersonalData], me))
    }
    const kept = async ({ id }: Hired) =>
      (
        await sql<{
          identity: string
          isByNumber: boolean
        }>`select h.identity, o.search_text = o.out_trade_no as "isByNumber"
          from talent_hires h join orders o on o.id = h.order_id where o.id = ${id}`.execute(lab.db)
      ).rows[0]
    expect(await Promise.all([own, listed].map(kept))).toEqual([
      { identity: '', isByNumber: true },
      { identity: 'architect', isByNumber: true },
    ])
  })

  test('nothing goes back of what was never paid, or is accepted', async () => {
    const { expert, buyer } = await two()
    const unpaid = { expert, buyer, id: await hire(lab, expert, buyer) }
    await expect(give(unpaid, 1, 8)).rejects.toMatchObject({ code: 'orders.not-refundable' })
    const done = await delivered()
    await accept(done)
    await expect(give(done, 1, 8)).rejects.toMatchObject({ code: 'orders.not-refundable' })
    expect((await look(done)).returnedHours).toBe(0)
  })

  test('a buyer asks, one question at a time, and the expert agrees or declines once', async () => {
    const hired = await delivered()
    const first = await ask(hired, 2, 8)
    await expect(ask(hired, 1, 8)).rejects.toMatchObject({ code: 'talent.ask-open' })
    await expect(answer({ ...hired, expert: hired.buyer }, first.id, true)).rejects.toMatchObject({
      code: 'resource.not-found',
    })
    await answer(hired, first.id, false)
    await expect(answer(hired, first.id, true)).rejects.toMatchObject({ code: 'talent.ask-answered' })
    expect(await notices(hired.buyer)).toContain('talent.hours-declined')
    const second = await ask(hired, 3, 8)
    await answer(hired, second.id, true)
    await lab.payment.work()
    expect(await look(hired)).toMatchObject({ refund: '370.35', returnedHours: 3 })
    expect((await sheet(hired)).refundAsks.map(({ state }) => state)).toEqual(['declined', 'agreed'])
    expect(await notices(hired.expert)).toContain('talent.hours-asked')
  })

  test('a buyer asks only for hours that are there, of a hire that is paid and not over', async () => {
    const hired = await paid()
    await expect(ask(hired, 9, 9)).rejects.toMatchObject({ code: 'talent.hours-changed' })
    await expect(ask({ ...hired, buyer: hired.expert }, 1, 8)).rejects.toMatchObject({ code: 'orders.not-found' })
    const done = await delivered()
    await lab.call(clear, { body: { orderProductId: done.id, productType: 'manpower' } }, done.buyer)
    await expect(ask(done, 1, 8)).rejects.toMatchObject({ code: 'talent.step-not-now' })
  })
})
