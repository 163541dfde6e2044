import { refundCode } from '@trove/contract/code/orders'
import { answerTakedown, decideTakedown, TAKEDOWN_ANSWER_DAYS, takeWorkDown } from '@trove/contract/code/reports'
import { clear, getOrder } from '@trove/contract/order-lists/routes'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buy, escrowFen, ledgerFaults, putOnSale } from '../../../../test/labs/code-lab.ts'
import { enrolTotp } from '../../../../test/world/factors.ts'
import { startWorld, type World, type WorldUser } from '../../../../test/world/world.ts'
import { openLog } from '../../../platform/base/log.ts'

/** Sales of works that are taken down before their authors were paid for them. */

const DAY = 86_400_000
const logged: string[] = []
let world: World
let author: WorldUser
let owner: WorldUser
let phone = 13_570_000_000
const person = () => world.signIn(String(++phone))
beforeAll(async () => {
  world = await startWorld({ log: openLog('error', { write: (line: string) => void logged.push(line) }) })
  author = await person()
  owner = await world.signIn('13800000009')
  await enrolTotp(world, owner)
})
afterAll(async () => {
  expect(await ledgerFaults(world)).toEqual([])
  await world?.stop()
})

const PRICES = [{ licence: 'personal' as const, price: '9.90' }]
const refused = (code: string) => expect.objectContaining({ code })
const get = (id: string, as: WorldUser) => world.call(getOrder, { params: { id } }, { as })
const takeDown = async (id: string, reason: 'malware' | 'copyright') => {
  await world.call(takeWorkDown, { params: { id }, body: { reason, words: 'Seen' } }, { as: owner })
  await world.settle()
}
const answer = (id: string) =>
  world.call(answerTakedown, { params: { id }, body: { words: 'It is fine' } }, { as: author })
const decide = async (id: string, decision: 'restore' | 'uphold') => {
  await world.call(decideTakedown, { params: { id }, body: { decision, words: 'Decided' } }, { as: owner })
  await world.settle()
}
const giveBack = (id: string, as: WorldUser, reason: 'not-fetched' | 'not-working' = 'not-working', words = '') =>
  world.call(refundCode, { params: { id }, body: { reason, words } }, { as })
async function pass(days: number): Promise<void> {
  await world.advance(days * DAY)
  await world.settle()
}
async function sold() {
  const [id, buyer] = [await putOnSale(world, author, PRICES), await person()]
  return { id, buyer, orderId: await buy(world, buyer, id, 'personal') }
}
const clearedOf = async (orderId: string) => {
  const { income } = await get(orderId, author)
  return income?.clearedAmount
}
const refundsOf = async (orderId: string) => {
  const { rows } = await sql<{ key: string; fen: bigint }>`
    select key, amount_fen as fen from order_refunds where order_id = ${orderId}`.execute(world.db)
  return rows.map(({ key, fen }) => [key, fen])
}

test.each(['malware', 'copyright'] as const)(
  'while a work is down for %s its author is not paid, and its buyer may give it back after the seven days too',
  async (reason) => {
    const { id, buyer, orderId } = await sold()
    await takeDown(id, reason)
    await answer(id)
    await pass(8)
    expect([await clearedOf(orderId), await escrowFen(world, orderId)]).toEqual(['0.00', -990n])
    await expect(
      world.call(clear, { body: { orderProductId: orderId, productType: 'code' } }, { as: author }),
    ).rejects.toEqual(refused('orders.held'))
    const { refundableUntil } = (await get(orderId, buyer)) as { refundableUntil: string }
    expect(Date.parse(refundableUntil)).toBeGreaterThan(+(await world.platform.clock.now(world.db)))
    await giveBack(orderId, buyer)
    await world.settle()
    expect(await get(orderId, buyer)).toMatchObject({ refundState: 'PaymentSuccessful', refund: '9.90' })
    expect(await escrowFen(world, orderId)).toBe(0n)
    expect(logged.filter((line) => line.includes('what nobody did in time'))).toEqual([])
  },
)

test('the window of a work that is restored goes on with what was left of it', async () => {
  const { id, buyer, orderId } = await sold()
  await pass(3)
  await takeDown(id, 'copyright')
  await answer(id)
  await pass(6)
  await decide(id, 'restore')
  await pass(3.9)
  expect(await clearedOf(orderId)).toBe('0.00')
  const { refundableUntil } = (await get(orderId, buyer)) as { refundableUntil: string }
  const leftMs = Date.parse(refundableUntil) - +(await world.platform.clock.now(world.db))
  expect(leftMs / DAY).toBeCloseTo(0.1, 2)
  await pass(0.2)
  expect([await clearedOf(orderId), await escrowFen(world, orderId)]).toEqual(['9.90', 0n])
  await expect(giveBack(orderId, buyer, 'not-fetched')).rejects.toEqual(refused('code.refund-over'))
})

test('a restored work is given back in what was left of its window', async () => {
  const { id, buyer, orderId } = await sold()
  await takeDown(id, 'malware')
  await answer(id)
  await pass(9)
  await decide(id, 'restore')
  await expect(giveBack(orderId, buyer)).rejects.toEqual(refused('code.refund-words'))
  await giveBack(orderId, buyer, 'not-fetched')
  expect(await refundsOf(orderId)).toEqual([['code.give-back', 990n]])
})

test('a takedown that is upheld gives all open sales back once; what was cleared before stays paid', async () => {
  const { id, orderId: old } = await sold()
  await pass(7.1)
  const buyers = [await person(), await person()]
  const open = await Promise.all(buyers.map((buyer) => buy(world, buyer, id, 'personal')))
  await takeDown(id, 'malware')
  await answer(id)
  await pass(1)
  expect(await Promise.all(open.map((one) => escrowFen(world, one)))).toEqual([-990n, -990n])
  await decide(id, 'uphold')
  await pass(8)
  for (const [i, one] of open.entries()) {
    expect(await get(one, buyers[i]!)).toMatchObject({ refundState: 'PaymentSuccessful', refund: '9.90' })
    expect(await refundsOf(one)).toEqual([['code.taken-down', 990n]])
    expect(await clearedOf(one)).toBe('0.00')
  }
  expect([await clearedOf(old), await refundsOf(old)]).toEqual(['9.90', []])
})

test('a takedown that its author does not answer in time gives the open sales back', async () => {
  const { id, buyer, orderId } = await sold()
  await takeDown(id, 'copyright')
  await pass(TAKEDOWN_ANSWER_DAYS - 0.1)
  expect(await escrowFen(world, orderId)).toBe(-990n)
  await pass(0.2)
  expect(await get(orderId, buyer)).toMatchObject({ refundState: 'PaymentSuccessful', refund: '9.90' })
  expect(await refundsOf(orderId)).toEqual([['code.taken-down', 990n]])
  expect([await clearedOf(orderId), await escrowFen(world, orderId)]).toEqual(['0.00', 0n])
})

test('an order that is held with its clock running is left alone without an error, and cleared once it is free', async () => {
  const { id, orderId } = await sold()
  // Down, and no takedown that would stop the clock.
  const stand = (state: string) => sql`update code_works set state = ${state} where id = ${id}`.execute(world.db)
  await stand('removed')
  await pass(8)
  expect([await clearedOf(orderId), logged.filter((line) => line.includes(orderId))]).toEqual(['0.00', []])
  await stand('online')
  await world.settle()
  expect(await clearedOf(orderId)).toBe('9.90')
})
