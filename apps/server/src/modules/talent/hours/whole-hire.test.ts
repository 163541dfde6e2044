import { once } from 'node:events'
import {
  listMessages,
  openConversation,
  sendMessage,
  ticketForConversationFile,
  uploadConversationFile,
} from '@trove/contract/conversations/routes'
import { createLiveTicket, LIVE_PATH } from '@trove/contract/live/routes'
import { listNotices } from '@trove/contract/notices/routes'
import { createPayment, getOrder } from '@trove/contract/order-lists/routes'
import { openDispute, readDispute, ruleDispute } from '@trove/contract/talent/disputes'
import {
  acceptHire,
  addSheetEntry,
  deliverHire,
  getHireSheet,
  giveHoursBack,
  HIRE_DAYS,
  startHire,
} from '@trove/contract/talent/hours'
import { alipayUserInfo, bindAlipay, getPurse, pcAuthorizeUrl } from '@trove/contract/wallet/routes'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { escrowFen, ledgerFaults, pay } from '../../../../test/labs/code-lab.ts'
import { addExpert, hireBody } from '../../../../test/labs/hire-lab.ts'
import { sendFile } from '../../../../test/labs/work-lab.ts'
import { enrolTotp } from '../../../../test/world/factors.ts'
import { startWorld, type World, type WorldUser } from '../../../../test/world/world.ts'

/** One hire from the choice of eight hours to the expert's money in the provider's book. */

const HOUR_FEN = 12_345n
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const OWNER = '13800000009'
let world: World
let expert: WorldUser
let buyer: WorldUser
const sockets: WebSocket[] = []
beforeAll(async () => {
  world = await startWorld()
  ;[expert, buyer] = [await world.signIn('13700000001'), await world.signIn('13700000002')]
  await addExpert(world.db, expert.userId, HOUR_FEN)
  const asked = new URL((await world.call(pcAuthorizeUrl, {}, { as: expert })).url).searchParams
  const wish = { redirect_uri: asked.get('redirect_uri'), state: asked.get('state'), user: 'expert' }
  const { location } = (await world.simulator!.control('POST', '/control/authorize', wish)) as { location: string }
  const back = new URL(location).searchParams
  const query = { auth_code: back.get('auth_code')!, state: back.get('state')! }
  const { id } = await world.call(alipayUserInfo, { query }, { as: expert })
  await world.call(bindAlipay, { body: { wallerId: id, wallerRealName: '周以宁' } }, { as: expert })
  // Nothing is paid out to an account that was bound within a day.
  await world.advance(25 * HOUR_MS)
  await signInAnew()
})
afterAll(async () => {
  for (const socket of sockets) socket.terminate()
  await world?.stop()
})

/** Sessions do not outlive the days that a test lets pass. */
async function signInAnew(): Promise<void> {
  ;[expert, buyer] = [await world.signIn('13700000001'), await world.signIn('13700000002')]
}

/** What a person's open page hears. */
async function listen(as: WorldUser) {
  const { ticket } = await world.call(createLiveTicket, {}, { as })
  const socket = new WebSocket(`${world.url.replace('http', 'ws')}${LIVE_PATH}?ticket=${ticket}`)
  sockets.push(socket)
  const heard: { type: string; id?: string }[] = []
  socket.on('message', (data) => heard.push(JSON.parse(String(data))))
  await once(socket, 'open')
  return heard
}

type Book = {
  trades: { outTradeNo: string; total: string; refunded: string }[]
  transfers: { amount: string; status: string }[]
  refunds: { outTradeNo: string }[]
}
const book = async () => (await world.simulator!.control('GET', '/control/book')) as Book

/** The buyer pays for eight hours. @returns the order's id */
async function hire(): Promise<string> {
  let orderId = ''
  const onResponse = (response: Response) => {
    orderId = response.headers.get('x-order-id') ?? ''
  }
  const url = await world.call(createPayment, { body: hireBody(expert.userId, 8) }, { as: buyer, onResponse })
  await pay(world, buyer, { orderId, url })
  await world.settle()
  return orderId
}

test('eight hours are hired, talked about with a file live, worked with commits, delivered and accepted; the expert is paid to the fen', async () => {
  const before = await book()
  const orderId = await hire()
  const order = (as: WorldUser) => world.call(getOrder, { params: { id: orderId } }, { as })
  expect(await order(buyer)).toMatchObject({ totalAmount: '987.60', manStatus: 0 })

  const heard = await listen(expert)
  const { id } = await world.call(
    openConversation,
    { body: { subjectKind: 'manpower', subjectId: expert.userId } },
    { as: buyer },
  )
  const text = Buffer.from('接口文档 v1\n')
  const sent = await sendFile(world, buyer, uploadConversationFile.path.replace('{id}', id), text, 'notes.txt')
  const { data: file } = (await sent.json()) as { data: { id: string } }
  await world.call(sendMessage, { params: { id }, body: { text: '请看附件', fileId: file.id } }, { as: buyer })
  await expect.poll(() => heard).toContainEqual(expect.objectContaining({ type: 'message', id }))
  const { content } = await world.call(listMessages, { params: { id }, query: {} }, { as: expert })
  expect(content).toMatchObject([{ text: '请看附件', isOwn: false, file: { id: file.id, name: 'notes.txt' } }])
  const ticket = await world.call(ticketForConversationFile, { params: { id: file.id } }, { as: expert })
  expect(Buffer.from(await (await world.raw(ticket.url)).arrayBuffer())).toEqual(text)

  await world.call(startHire, { params: { id: orderId } }, { as: expert })
  const { rows } = await sql<{ day: string }>`
    select to_char(business_now() at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day`.execute(world.db)
  const entry = { minutes: 450, note: '联调回调', link: 'https://git.example.com/shop/commit/4f2a' }
  await world.call(
    addSheetEntry,
    { params: { id: orderId }, body: { workDay: rows[0]!.day, ...entry } },
    { as: expert },
  )
  await world.call(deliverHire, { params: { id: orderId }, body: { note: '代码已推送' } }, { as: expert })
  expect((await world.call(getHireSheet, { params: { id: orderId } }, { as: buyer })).entries).toMatchObject([entry])
  expect(await escrowFen(world, orderId)).toBe(-8n * HOUR_FEN)
  await world.call(acceptHire, { params: { id: orderId } }, { as: buyer })
  await world.settle()

  expect(await order(expert)).toMatchObject({ manStatus: 3 })
  expect(await escrowFen(world, orderId)).toBe(0n)
  const { outTradeNo } = await order(buyer)
  const after = await book()
  expect(after.trades.find((trade) => trade.outTradeNo === outTradeNo)).toMatchObject({
    ...{ total: '987.60', refunded: '0.00' },
  })
  expect(after.transfers.slice(before.transfers.length)).toMatchObject([{ amount: '987.60', status: 'SUCCESS' }])
  expect(after.refunds).toEqual(before.refunds)
  expect(await world.call(getPurse, {}, { as: expert })).toMatchObject({
    ...{ payableAmount: '0.00', inFlightAmount: '0.00', paidOutAmount: '987.60' },
  })
  expect(await ledgerFaults(world)).toEqual([])
})

/** What a person was told about an order, oldest first. */
async function told(as: WorldUser, orderId: string): Promise<string[]> {
  const { content } = await world.call(listNotices, { query: { size: 100 } }, { as })
  const own = content.filter(({ link }) => link?.to === 'order' && link.id === orderId)
  return own.map(({ kind }) => kind).reverse()
}

/** What the provider's book says of an order, and which transfers and refunds came since. */
async function booked(orderId: string, before: Book) {
  const { outTradeNo } = await world.call(getOrder, { params: { id: orderId } }, { as: buyer })
  const after = await book()
  return {
    trade: after.trades.find((trade) => trade.outTradeNo === outTradeNo),
    transfers: after.transfers.slice(before.transfers.length),
    refunds: after.refunds.slice(before.refunds.length),
    outTradeNo,
  }
}

test('delivered to a silent buyer: reminded twice, accepted by itself after seven days, and paid out to the fen in the provider’s book', async () => {
  const before = await book()
  const params = { id: await hire() }
  await world.call(startHire, { params }, { as: expert })
  await world.call(deliverHire, { params, body: { note: '代码已推送' } }, { as: expert })
  const begun = ['orders.started', 'orders.delivered']
  let passed = 0
  for (const [no, day] of HIRE_DAYS.warnAfter.entries()) {
    await world.advance((day - passed) * DAY_MS)
    passed = day
    await world.settle()
    await signInAnew()
    expect(await told(buyer, params.id)).toEqual([...begun, ...Array(no + 1).fill('orders.accept-soon')])
  }
  await world.advance((HIRE_DAYS.accept - passed) * DAY_MS - HOUR_MS)
  await world.settle()
  await signInAnew()
  expect(await world.call(getOrder, { params }, { as: expert })).toMatchObject({ manStatus: 2 })
  expect((await booked(params.id, before)).transfers).toEqual([])
  await world.advance(HOUR_MS + 1000)
  await world.settle()
  expect(await world.call(getOrder, { params }, { as: expert })).toMatchObject({ manStatus: 3 })
  expect(await escrowFen(world, params.id)).toBe(0n)
  const { trade, transfers, refunds } = await booked(params.id, before)
  expect(trade).toMatchObject({ total: '987.60', refunded: '0.00' })
  expect(transfers).toMatchObject([{ amount: '987.60', status: 'SUCCESS' }])
  expect(refunds).toEqual([])
  expect(await ledgerFaults(world)).toEqual([])
})

test('a dispute is ruled in part: three of eight hours are in the provider’s book as refunded and the other five as paid out, to the fen', async () => {
  const before = await book()
  const params = { id: await hire() }
  await world.call(startHire, { params }, { as: expert })
  await world.call(deliverHire, { params, body: { note: '代码已推送' } }, { as: expert })
  const claim = { orderId: params.id, hours: 5, words: '交付的不是约定的内容' }
  const dispute = await world.call(openDispute, { body: claim }, { as: buyer })
  const desk = await world.signIn(OWNER)
  await enrolTotp(world, desk)
  const read = await world.call(readDispute, { params: { id: dispute.id } }, { as: desk })
  expect(read.words).toMatchObject([{ words: claim.words }])
  const ruling = { hours: 3, hoursLeft: 8, reason: '五小时的工作可以使用' }
  await world.call(ruleDispute, { params: { id: dispute.id }, body: ruling }, { as: desk })
  await world.settle()

  expect(await world.call(getOrder, { params }, { as: expert })).toMatchObject({ manStatus: 3 })
  expect(await escrowFen(world, params.id)).toBe(0n)
  const { trade, transfers, refunds, outTradeNo } = await booked(params.id, before)
  expect(trade).toMatchObject({ total: '987.60', refunded: '370.35' })
  expect(refunds).toMatchObject([{ outTradeNo }])
  expect(transfers).toMatchObject([{ amount: '617.25', status: 'SUCCESS' }])
  expect(await ledgerFaults(world)).toEqual([])
})

test('of eight hours three are given back: the provider’s book has them refunded, and the other five paid out, to the fen', async () => {
  const before = await book()
  const params = { id: await hire() }
  await world.call(startHire, { params }, { as: expert })
  await world.call(giveHoursBack, { params, body: { hours: 3, hoursLeft: 8, reason: '已提前完成' } }, { as: expert })
  await world.settle()
  await world.call(deliverHire, { params, body: { note: '代码已推送' } }, { as: expert })
  await world.call(acceptHire, { params }, { as: buyer })
  await world.settle()

  expect(await escrowFen(world, params.id)).toBe(0n)
  const { trade, transfers, refunds, outTradeNo } = await booked(params.id, before)
  expect(trade).toMatchObject({ total: '987.60', refunded: '370.35' })
  expect(refunds).toMatchObject([{ outTradeNo }])
  expect(transfers).toMatchObject([{ amount: '617.25', status: 'SUCCESS' }])
  expect(await ledgerFaults(world)).toEqual([])
})
