import { decideTakedown, takeWorkDown } from '@trove/contract/code/reports'
import { getWork } from '@trove/contract/code/works'
import { getOrder } from '@trove/contract/order-lists/routes'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { escrowFen, ledgerFaults, pay, putOnSale, reserve } from '../../../../test/labs/code-lab.ts'
import { enrolTotp } from '../../../../test/world/factors.ts'
import { startWorld, type World, type WorldUser } from '../../../../test/world/world.ts'

/** A work that is taken down while somebody buys it. */

let world: World
let author: WorldUser
let owner: WorldUser
let last = 13_500_000_040
beforeAll(async () => {
  world = await startWorld({})
  author = await world.signIn('13500000040')
  owner = await world.signIn('13800000009')
  await enrolTotp(world, owner)
})
afterAll(() => world?.stop())

const person = () => world.signIn(String(++last))
const PRICES = [{ licence: 'personal' as const, price: '9.90' }]
const takeDown = (id: string) =>
  world.call(takeWorkDown, { params: { id }, body: { reason: 'copyright', words: 'Not theirs' } }, { as: owner })
const restore = (id: string) =>
  world.call(decideTakedown, { params: { id }, body: { decision: 'restore', words: 'Theirs' } }, { as: owner })
const refused = (code: string) => expect.objectContaining({ code })
const get = (id: string, as: WorldUser) => world.call(getOrder, { params: { id } }, { as })

test('a work that is taken down is not sold: no order begins, and one that was begun and paid goes back whole', async () => {
  const [id, buyer] = [await putOnSale(world, author, PRICES), await person()]
  const order = await reserve(world, buyer, id, 'personal')
  await takeDown(id)
  await expect(reserve(world, await person(), id, 'personal')).rejects.toEqual(refused('orders.product-unavailable'))
  await pay(world, buyer, order)
  await world.settle()
  expect(await get(order.orderId, buyer)).toMatchObject({ refundState: 'PaymentSuccessful', refund: '9.90' })
  await expect(world.call(getWork, { params: { id } }, { as: buyer })).rejects.toEqual(refused('resource.not-found'))
  expect([await escrowFen(world, order.orderId), await ledgerFaults(world)]).toEqual([0n, []])
})

test('an order of a work whose versions went with its author in that moment goes back whole', async () => {
  const [id, buyer] = [await putOnSale(world, author, PRICES), await person()]
  const order = await reserve(world, buyer, id, 'personal')
  await sql`delete from code_archives where work_id = ${id}`.execute(world.db)
  await sql`delete from code_malware where work_id = ${id}`.execute(world.db)
  await sql`delete from code_versions where work_id = ${id}`.execute(world.db)
  await pay(world, buyer, order)
  await world.settle()
  expect(await get(order.orderId, buyer)).toMatchObject({ refundState: 'PaymentSuccessful', refund: '9.90' })
  expect([await escrowFen(world, order.orderId), await ledgerFaults(world)]).toEqual([0n, []])
})

test('of a hand-over and a takedown at once one is first: the buyer has the work or the money, never both or neither', async () => {
  const id = await putOnSale(world, author, PRICES)
  for (let round = 0; round < 4; round++) {
    const buyer = await person()
    const order = await reserve(world, buyer, id, 'personal')
    await pay(world, buyer, order)
    await Promise.all([world.settle(), takeDown(id)])
    await world.settle()
    const hasIt = await world.call(getWork, { params: { id } }, { as: buyer }).then(
      () => true,
      () => false,
    )
    expect(hasIt).toBe((await get(order.orderId, buyer)).refundState === null)
    await restore(id)
  }
  expect(await ledgerFaults(world)).toEqual([])
})
