import { getOrder } from '@trove/contract/order-lists/routes'
import {
  addDisputeWords,
  agreeDispute,
  confirmRuling,
  DISPUTE_WORDS_COUNT,
  declineRuling,
  listDisputes,
  openDispute,
  readDispute,
  ruleDispute,
  withdrawDispute,
} from '@trove/contract/talent/disputes'
import {
  acceptHire,
  addSheetEntry,
  answerRefund,
  askRefund,
  deliverHire,
  getHireSheet,
  giveHoursBack,
  startHire,
} from '@trove/contract/talent/hours'
import { HumanOrderDetail } from '@trove/contract/talent/orders'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { addExpert, type HireLab, hire, openHireLab, payHire } from '../../../../test/labs/hire-lab.ts'
import { days, minutes } from '../../../../test/labs/orders-lab.ts'
import { onOwnDatabase } from '../../../../test/world/database.ts'
import { openLog } from '../../../platform/base/log.ts'
import { openAnnouncer } from '../../../platform/live/announce.ts'
import { createLiveListener } from '../../../platform/live/listen.ts'
import { copyPersonalData } from '../../../platform/personal-data.ts'
import { createSealer } from '../../../platform/sealing/sealing.ts'
import { warnOfWaiting } from '../hours/sweep.ts'
import { talentPersonalData } from '../personal-data.ts'

/** A dispute about a hire, from the hand-over to the last fen. */

let lab: HireLab
let count = 0
beforeAll(async () => {
  lab = await onOwnDatabase(openHireLab)
})
afterAll(async () => {
  // Refunds of one trade go one after the other.
  for (let i = 0; i < 3; i++) await lab.payment.work()
  expect(await lab.ledger.verify()).toEqual([])
  await lab.close()
})

const PRICE = 12_345n
/** Eight hours of it are above 5,000 yuan. */
const DEAR = 62_501n
const [ANN, BEN] = ['ann-of-the-desk', 'ben-of-the-desk']

type Hired = { expert: string; buyer: string; id: string }
async function serving(price = PRICE): Promise<Hired> {
  const [expert, buyer] = [`expert${++count}`, `buyer${count}`]
  await addExpert(lab.db, expert, price)
  const id = await hire(lab, expert, buyer)
  await payHire(lab, id)
  await lab.call(startHire, { params: { id } }, expert)
  return { expert, buyer, id }
}
const deliver = ({ id, expert }: Hired) => lab.call(deliverHire, { params: { id }, body: { note: '完成' } }, expert)
async function delivered(price = PRICE): Promise<Hired> {
  const hired = await serving(price)
  await deliver(hired)
  return hired
}
/** The buyer asks for hours and the expert declines. */
async function declined(hired: Hired, hours: number): Promise<Hired> {
  const body = { orderId: hired.id, hours, hoursLeft: 8, reason: '需求变小' }
  const { id } = await lab.call(askRefund, { body }, hired.buyer)
  await lab.call(answerRefund, { params: { id }, body: { isAgreed: false } }, hired.expert)
  return hired
}
const open = ({ id }: Hired, userId: string, hours: number, words = '交付的不是约定的内容') =>
  lab.call(openDispute, { body: { orderId: id, hours, words } }, userId)
const rule = (id: string, hours: number, { by = ANN, of = 8 } = {}) =>
  lab.call(ruleDispute, { params: { id }, body: { hours, hoursLeft: of, reason: '双方各有责任' } }, by)
const sheet = ({ id, buyer }: Hired) => lab.call(getHireSheet, { params: { id } }, buyer)
const look = async ({ id, buyer }: Hired) => HumanOrderDetail.parse(await lab.call(getOrder, { params: { id } }, buyer))
const told = async (userId: string, kind: string) =>
  (
    await sql<{
      params: object
    }>`select params from notices where user_id = ${userId} and kind = ${kind} order by seq`.execute(lab.db)
  ).rows.map(({ params }) => params)
const acts = async (id: string) =>
  (
    await sql<{ act: string; operator: string }>`select act, operator_id as operator from staff_act
      where subject_id = ${id} order by no`.execute(lab.db)
  ).rows.map(({ act, operator }) => `${act} ${operator}`)
async function pass(passed: number): Promise<void> {
  await lab.advance(days(passed) + minutes(1))
  await lab.sweep()
}
async function sums({ id, expert }: Hired) {
  for (let i = 0; i < 3; i++) await lab.payment.work()
  const { rows } = await sql<{ state: string; refunded: bigint; returned: bigint; cleared: bigint; hours: number }>`
    select o.state, o.refunded_fen as refunded, o.returned_fen as returned, o.cleared_fen as cleared,
      h.returned_hours as hours
    from orders o join talent_hires h on h.order_id = o.id where o.id = ${id}`.execute(lab.db)
  return { ...rows[0]!, earned: -(await lab.ledger.balance(lab.db, `payable:${expert}`)) }
}
const refused = (code: string) => ({ code })

describe('handing over', () => {
  test('is for the two of a hire, once hours were declined or the work is delivered', async () => {
    const hired = await serving()
    await expect(open(hired, 'a-stranger', 3)).rejects.toMatchObject(refused('orders.not-found'))
    for (const who of [hired.buyer, hired.expert])
      await expect(open(hired, who, 3)).rejects.toMatchObject(refused('talent.no-disagreement'))
    expect((await sheet(hired)).mayDispute).toBe(false)
    await declined(hired, 3)
    expect((await sheet(hired)).mayDispute).toBe(true)
    // The expert disputes what was asked; the buyer may want another number, but not more than is left.
    await expect(open(hired, hired.expert, 2)).rejects.toMatchObject(refused('talent.hours-changed'))
    await expect(open(hired, hired.buyer, 9)).rejects.toMatchObject(refused('talent.hours-changed'))
    const dispute = await open(hired, hired.expert, 3)
    expect(dispute).toMatchObject({ state: 'open', openedBy: 'expert', hours: 3, ruling: null })
    expect(dispute.words.map(({ by }) => by)).toEqual(['expert'])
    expect(await told(hired.buyer, 'talent.dispute-opened')).toHaveLength(1)
    expect(await told(hired.expert, 'talent.dispute-opened')).toHaveLength(0)
    await expect(open(hired, hired.buyer, 3)).rejects.toMatchObject(refused('talent.in-dispute'))
  })

  test('of delivered work is the buyer’s without a question before; not while the expert still has to answer one', async () => {
    const hired = await delivered()
    await expect(open(hired, hired.expert, 8)).rejects.toMatchObject(refused('talent.no-disagreement'))
    const body = { orderId: hired.id, hours: 2, hoursLeft: 8, reason: '需求变小' }
    const ask = await lab.call(askRefund, { body }, hired.buyer)
    await expect(open(hired, hired.buyer, 8)).rejects.toMatchObject(refused('talent.ask-open'))
    await lab.call(answerRefund, { params: { id: ask.id }, body: { isAgreed: false } }, hired.expert)
    expect((await open(hired, hired.buyer, 8)).hours).toBe(8)
    expect(await look(hired)).toMatchObject({
      openDispute: { openedBy: 'buyer', isAnswered: false },
      isRuled: false,
    })
  })

  test('lets both say more, each so often, and nobody else', async () => {
    const hired = await delivered()
    const { id } = await open(hired, hired.buyer, 8)
    const say = (userId: string, words = '请看工时表') =>
      lab.call(addDisputeWords, { params: { id }, body: { words } }, userId)
    const openNow = async () => (await look(hired)).openDispute
    await say(hired.buyer)
    expect(await openNow()).toEqual({ openedBy: 'buyer', isAnswered: false })
    expect((await say(hired.expert)).words.map(({ by }) => by)).toEqual(['buyer', 'buyer', 'expert'])
    expect(await openNow()).toEqual({ openedBy: 'buyer', isAnswered: true })
    expect(await told(hired.buyer, 'talent.dispute-words')).toHaveLength(1)
    await expect(say('a-stranger')).rejects.toMatchObject(refused('resource.not-found'))
    for (let i = 1; i < DISPUTE_WORDS_COUNT; i++) await say(hired.expert)
    await expect(say(hired.expert)).rejects.toMatchObject(refused('talent.words-full'))
    await say(hired.buyer)
  })

  test('is heard of by the open pages of both, and so is what either says later', async () => {
    const hired = await delivered()
    openAnnouncer(lab.db, openLog('silent'))
    const heard: string[] = []
    const listener = createLiveListener(lab.pool, openLog('silent'), {
      event: ({ userId, message }) => message.type === 'order' && heard.push(`${userId} ${message.id}`),
      missed: () => undefined,
    })
    await listener.start()
    onTestFinished(() => listener.stop())
    const bothHear = async <T>(work: Promise<T>) => {
      const done = await work
      const both = [`${hired.buyer} ${hired.id}`, `${hired.expert} ${hired.id}`]
      await expect.poll(() => heard.splice(0).toSorted(), { timeout: 5000, interval: 400 }).toEqual(both)
      return done
    }
    const { id } = await bothHear(open(hired, hired.buyer, 8))
    const body = { words: '请看工时表' }
    await bothHear(lab.call(addDisputeWords, { params: { id }, body }, hired.expert))
  })
})

describe('while a dispute is open', () => {
  test('nothing is accepted, given back or reminded by itself, however long it takes; withdrawn, the days go on', async () => {
    const hired = await delivered()
    await pass(3)
    const { id } = await open(hired, hired.buyer, 8)
    expect((await sheet(hired)).dueAt).toBeNull()
    for (let i = 0; i < 4; i++) await pass(10)
    expect(await sums(hired)).toMatchObject({ state: 'delivered', refunded: 0n, cleared: 0n })
    expect(await told(hired.buyer, 'orders.accept-soon')).toHaveLength(0)
    await expect(lab.call(withdrawDispute, { params: { id } }, hired.expert)).rejects.toMatchObject(
      refused('resource.not-found'),
    )
    await lab.call(withdrawDispute, { params: { id } }, hired.buyer)
    expect(await told(hired.expert, 'talent.dispute-withdrawn')).toHaveLength(1)
    await pass(1)
    expect(await told(hired.buyer, 'orders.accept-soon')).toHaveLength(1)
    for (const passed of [2, 1]) await pass(passed)
    expect(await sums(hired)).toMatchObject({ state: 'finished', cleared: 8n * PRICE })
  })

  test('whoever hands it over and takes it back again and again is stopped, and the clock goes on', async () => {
    const hired = await delivered()
    for (let i = 0; i < 10; i++) {
      const { id } = await open(hired, hired.buyer, 3)
      await lab.call(withdrawDispute, { params: { id } }, hired.buyer)
    }
    await expect(open(hired, hired.buyer, 3)).rejects.toMatchObject(refused('request.too-frequent'))
    expect(await told(hired.expert, 'talent.dispute-opened')).toHaveLength(10)
    for (const passed of [4, 2, 1]) await pass(passed)
    expect(await sums(hired)).toMatchObject({ state: 'finished', cleared: 8n * PRICE })
  })

  test('work that is not delivered is not taken back either', async () => {
    const hired = await declined(await serving(), 3)
    const { id } = await open(hired, hired.buyer, 3)
    for (let i = 0; i < 4; i++) await pass(10)
    expect(await sums(hired)).toMatchObject({ state: 'serving', refunded: 0n })
    await lab.call(withdrawDispute, { params: { id } }, hired.buyer)
    for (const passed of [3, 7, 6, 1]) await pass(passed)
    expect(await sums(hired)).toMatchObject({ state: 'refunded', refunded: 8n * PRICE })
  })

  test('the two can neither ask, give back, write time nor deliver', async () => {
    const hired = await declined(await serving(), 3)
    await open(hired, hired.buyer, 3)
    const params = { id: hired.id }
    const hours = { hours: 1, hoursLeft: 8, reason: '提前完成' }
    const entry = { workDay: '2026-01-05', minutes: 60, note: '联调', link: '' }
    for (const step of [
      () => lab.call(askRefund, { body: { orderId: hired.id, ...hours } }, hired.buyer),
      () => lab.call(giveHoursBack, { params, body: hours }, hired.expert),
      () => lab.call(addSheetEntry, { params, body: entry }, hired.expert),
      () => deliver(hired),
    ])
      await expect(step()).rejects.toMatchObject(refused('talent.in-dispute'))
  })

  test('either may give in: the buyer accepts, or the expert gives the hours in question back', async () => {
    const [accepted, agreed] = [await delivered(), await delivered()]
    await open(accepted, accepted.buyer, 5)
    await lab.call(acceptHire, { params: { id: accepted.id } }, accepted.buyer)
    expect(await sums(accepted)).toMatchObject({ state: 'finished', hours: 0, earned: 8n * PRICE })
    expect((await sheet(accepted)).disputes).toMatchObject([{ state: 'accepted', ruling: null }])
    const { id } = await open(agreed, agreed.buyer, 5)
    await expect(lab.call(agreeDispute, { params: { id } }, agreed.buyer)).rejects.toMatchObject(
      refused('resource.not-found'),
    )
    await lab.call(agreeDispute, { params: { id } }, agreed.expert)
    expect(await sums(agreed)).toMatchObject({ state: 'delivered', hours: 5, returned: 5n * PRICE })
    expect(await told(agreed.buyer, 'talent.dispute-agreed')).toHaveLength(1)
    await expect(rule(id, 1, { of: 3 })).rejects.toMatchObject(refused('talent.dispute-over'))
    for (const passed of [4, 2, 1]) await pass(passed)
    expect(await sums(agreed)).toMatchObject({ state: 'finished', earned: 3n * PRICE })
  })
})

describe('a ruling', () => {
  test.each([
    ['delivered', 3],
    ['delivered', 0],
    ['serving', 3],
  ] as const)(
    'about %s work: %s of 8 hours go back, the rest is the expert’s, and both are told why',
    async (at, hours) => {
      const hired = at === 'serving' ? await declined(await serving(), 3) : await delivered()
      const { id } = await open(hired, hired.buyer, 3)
      expect(await rule(id, hours)).toMatchObject({ state: 'ruled', mayRule: false, mayConfirm: false })
      const back = BigInt(hours) * PRICE
      const expected = { state: 'finished', hours, refunded: back, returned: back, earned: 8n * PRICE - back }
      expect(await sums(hired)).toEqual({ ...expected, cleared: 8n * PRICE - back })
      for (const who of [hired.buyer, hired.expert])
        expect(await told(who, 'talent.dispute-ruled')).toMatchObject([
          { hours: String(hours), ofHours: '8', reason: '双方各有责任' },
        ])
      expect(await told(hired.expert, 'orders.accepted')).toHaveLength(0)
      expect((await sheet(hired)).disputes).toMatchObject([{ state: 'ruled', ruling: { hours, ofHours: 8 } }])
      expect(await look(hired)).toMatchObject({ openDispute: null, isRuled: true })
      expect(await acts(id)).toEqual([`dispute.rule ${ANN}`])
      await expect(rule(id, hours)).rejects.toMatchObject(refused('talent.dispute-over'))
    },
  )

  test('that gives all hours back ends the hire as refunded', async () => {
    const hired = await delivered()
    const { id } = await open(hired, hired.buyer, 8)
    await rule(id, 8)
    expect(await sums(hired)).toMatchObject({ state: 'refunded', returned: 8n * PRICE, earned: 0n })
    expect((await sheet(hired)).disputes).toMatchObject([{ state: 'ruled' }])
  })

  test('is about the hours the desk saw, and never by one of the two', async () => {
    const hired = await delivered()
    await lab.call(
      giveHoursBack,
      { params: { id: hired.id }, body: { hours: 2, hoursLeft: 8, reason: '提前完成' } },
      hired.expert,
    )
    const { id } = await open(hired, hired.buyer, 6)
    await expect(rule(id, 3)).rejects.toMatchObject(refused('talent.hours-changed'))
    await expect(rule(id, 7, { of: 6 })).rejects.toMatchObject(refused('talent.hours-changed'))
    for (const by of [hired.buyer, hired.expert])
      await expect(rule(id, 6, { by, of: 6 })).rejects.toMatchObject(refused('talent.own-dispute'))
    await expect(rule('no-such-dispute', 1)).rejects.toMatchObject(refused('resource.not-found'))
    await rule(id, 1, { of: 6 })
    expect(await sums(hired)).toMatchObject({ hours: 3, returned: 3n * PRICE, earned: 5n * PRICE })
  })

  test('above 5,000 yuan is proposed by one and confirmed by another', async () => {
    const hired = await delivered(DEAR)
    const { id } = await open(hired, hired.buyer, 8)
    const head = await rule(id, 3)
    expect(head).toMatchObject({ state: 'open', needsTwo: true, mayRule: false, mayConfirm: false })
    expect(await sums(hired)).toMatchObject({ state: 'delivered', refunded: 0n, cleared: 0n })
    await expect(rule(id, 8, { by: BEN })).rejects.toMatchObject(refused('talent.ruling-waits'))
    const confirm = (by: string, rulingId = head.rulings[0]!.id) =>
      lab.call(confirmRuling, { params: { id }, body: { rulingId } }, by)
    await expect(confirm(ANN)).rejects.toMatchObject(refused('talent.second-person-needed'))
    await expect(confirm(hired.buyer)).rejects.toMatchObject(refused('talent.own-dispute'))
    await expect(confirm(BEN, 'another-ruling')).rejects.toMatchObject(refused('talent.ruling-gone'))
    expect(await confirm(BEN)).toMatchObject({ state: 'ruled' })
    expect(await sums(hired)).toMatchObject({ state: 'finished', returned: 3n * DEAR, earned: 5n * DEAR })
    await expect(confirm(BEN)).rejects.toMatchObject(refused('talent.dispute-over'))
    expect(await acts(id)).toEqual([`dispute.propose ${ANN}`, `dispute.confirm ${BEN}`])
  })

  test('is not shown before it is final to one of the two, neither at the desk nor in the copy of their data', async () => {
    const hired = await delivered(DEAR)
    const { id } = await open(hired, hired.buyer, 8)
    await rule(id, 3)
    const own = async () => (await lab.call(readDispute, { params: { id } }, hired.buyer)).rulings
    const sealer = createSealer([{ id: 'k', key: Buffer.alloc(32, 7) }], Buffer.alloc(32, 8))
    const me = { userId: hired.buyer, phoneIndex: Buffer.alloc(0) }
    const copied = async () => (await copyPersonalData(lab.db, sealer, [talentPersonalData], me)).talent!.talentRulings
    expect([await own(), await copied()]).toEqual([[], []])
    const { rulings } = await lab.call(readDispute, { params: { id } }, ANN)
    await lab.call(confirmRuling, { params: { id }, body: { rulingId: rulings[0]!.id } }, BEN)
    expect(await own()).toMatchObject([{ hours: 3, state: 'final' }])
    expect(await copied()).toMatchObject([{ hours: 3, state: 'final' }])
  })

  test('that was proposed is listed no more once the dispute ended without it', async () => {
    const hired = await delivered(DEAR)
    const { id } = await open(hired, hired.buyer, 8)
    expect((await rule(id, 3)).rulings).toMatchObject([{ state: 'proposed' }])
    await lab.call(acceptHire, { params: { id: hired.id } }, hired.buyer)
    const read = await lab.call(readDispute, { params: { id } }, BEN)
    expect(read).toMatchObject({ state: 'accepted', rulings: [], mayConfirm: false })
  })

  test('that is dropped makes room for another, and cannot be confirmed any more', async () => {
    const hired = await delivered(DEAR)
    const { id } = await open(hired, hired.buyer, 8)
    const [first] = (await rule(id, 3)).rulings
    const body = { rulingId: first!.id }
    expect(await lab.call(declineRuling, { params: { id }, body }, BEN)).toMatchObject({ state: 'open', mayRule: true })
    for (const call of [confirmRuling, declineRuling])
      await expect(lab.call(call, { params: { id }, body }, BEN)).rejects.toMatchObject(refused('talent.ruling-gone'))
    const second = (await rule(id, 4, { by: BEN })).rulings.at(-1)!
    await lab.call(confirmRuling, { params: { id }, body: { rulingId: second.id } }, ANN)
    expect(await sums(hired)).toMatchObject({ hours: 4, returned: 4n * DEAR, earned: 4n * DEAR })
  })

  test('above 5,000 yuan the database itself keeps final for two people only', async () => {
    const hired = await delivered(DEAR)
    const { id } = await open(hired, hired.buyer, 8)
    await rule(id, 3)
    for (const set of [sql`decided_by = null, decided_at = null`, sql`decided_by = ruled_by, decided_at = now()`])
      await expect(
        sql`update talent_rulings set state = 'final', ${set} where dispute_id = ${id}`.execute(lab.db),
      ).rejects.toThrow('talent_rulings_two_people')
  })
})

test('the desk lists what waits without a word of it, and reads all of it on record', async () => {
  const hired = await declined(await delivered(), 3)
  const { id } = await open(hired, hired.buyer, 3, '金丝雀说法')
  const page = await lab.call(listDisputes, { query: { size: 100, page: 0 } }, ANN)
  const head = page.content.find((one) => one.id === id)!
  expect(head).toMatchObject({ hours: 3, hoursLeft: 8, stake: '987.60', needsTwo: false, mayRule: true })
  expect(JSON.stringify(page)).not.toContain('金丝雀说法')
  expect(await acts(id)).toEqual([])
  expect(await lab.call(readDispute, { params: { id } }, ANN)).toMatchObject({
    ...{ requirement: '接入支付宝', deliveryNote: '完成', hourSalary: '123.45', boughtHours: 8, isDelivered: true },
    words: [{ by: 'buyer', words: '金丝雀说法' }],
    refundAsks: [{ hours: 3, state: 'declined' }],
  })
  expect(await acts(id)).toEqual([`dispute.read ${ANN}`])
  await rule(id, 0)
  const decided = await lab.call(listDisputes, { query: { view: 'decided', size: 100, page: 0 } }, ANN)
  expect(decided.content.find((one) => one.id === id)).toMatchObject({ state: 'ruled', stake: '987.60' })
})

test('who takes a dispute back and hands it over anew keeps its place at the desk', async () => {
  const [early, late] = [await declined(await serving(), 3), await declined(await serving(), 3)]
  const { id } = await open(early, early.buyer, 3)
  await open(late, late.buyer, 3)
  await lab.call(withdrawDispute, { params: { id } }, early.buyer)
  await open(early, early.buyer, 3)
  const { content } = await lab.call(listDisputes, { query: { size: 100, page: 0 } }, ANN)
  const own = content.map(({ orderId }) => orderId).filter((one) => one === early.id || one === late.id)
  expect(own).toEqual([early.id, late.id])
})

test('a page of the desk reads its orders at once, however many disputes it has', async () => {
  for (const one of [await declined(await serving(), 3), await declined(await serving(), 3)])
    await open(one, one.buyer, 3)
  const reads = [vi.spyOn(lab.orders, 'find'), vi.spyOn(lab.orders, 'findAll')]
  const { content } = await lab.call(listDisputes, { query: { size: 100, page: 0 } }, ANN)
  expect(content.length).toBeGreaterThan(1)
  expect(reads.map(({ mock }) => mock.calls.length)).toEqual([0, 1])
  for (const read of reads) read.mockRestore()
})

test('one that waits three days for a ruling raises the alarm, and none that ended', async () => {
  await sql`update talent_disputes set state = 'lapsed', ended_at = business_now() where state = 'open'`.execute(lab.db)
  const errors = vi.fn()
  const look = () => warnOfWaiting({ db: lab.db, log: Object.assign(openLog('silent'), { error: errors }) })
  const hired = await delivered()
  const { id } = await open(hired, hired.buyer, 3)
  await lab.advance(days(3) - minutes(1))
  await look()
  expect(errors).not.toHaveBeenCalled()
  await lab.advance(minutes(1))
  await look()
  expect(errors.mock.calls).toEqual([[{ waiting: 1, alarm: 'dispute' }, 'disputes wait too long for a ruling']])
  await rule(id, 3)
  await look()
  expect(errors).toHaveBeenCalledTimes(1)
})
