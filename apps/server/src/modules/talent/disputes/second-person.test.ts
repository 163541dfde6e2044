import { confirmRuling, listDisputes, openDispute, ruleDispute, withdrawDispute } from '@trove/contract/talent/disputes'
import { deliverHire, startHire } from '@trove/contract/talent/hours'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addExpert, CASHIERS, type HireLab, hire, openHireLab, payHire } from '../../../../test/labs/hire-lab.ts'
import { onOwnDatabase } from '../../../../test/world/database.ts'

/** How the second person learns of a ruling that waits for them. */

const [ANN, BEN, CAS] = CASHIERS
/** Eight hours of it are above 5,000 yuan. */
const DEAR = 62_501n

let lab: HireLab
let count = 0
beforeAll(async () => {
  lab = await onOwnDatabase(openHireLab)
})
afterAll(async () => {
  await lab.close()
})

async function disputed(buyer: string, price = DEAR) {
  const expert = `expert${++count}`
  await addExpert(lab.db, expert, price)
  const id = await hire(lab, expert, buyer)
  await payHire(lab, id)
  await lab.call(startHire, { params: { id } }, expert)
  await lab.call(deliverHire, { params: { id }, body: { note: '完成' } }, expert)
  return lab.call(openDispute, { body: { orderId: id, hours: 8, words: '金丝雀说法' } }, buyer)
}
const rule = (id: string, by: string) =>
  lab.call(ruleDispute, { params: { id }, body: { hours: 3, hoursLeft: 8, reason: '金丝雀理由' } }, by)
async function toldOf(orderNumber: string) {
  const { rows } = await sql<{
    to: string
    params: object
    link: object
  }>`select user_id as to, params, link from notices
    where kind = 'talent.ruling-waits' and params ->> 'orderNumber' = ${orderNumber} order by user_id`.execute(lab.db)
  return rows
}

test('a ruling above 5,000 yuan is told to everybody else who may confirm it, once, and without a word of the dispute', async () => {
  const { id } = await disputed('buyer1')
  const { orderNumber, rulings } = await rule(id, ANN)
  const params = { orderNumber, amount: '5000.08' }
  const link = { to: 'dispute-desk' }
  expect(await toldOf(orderNumber)).toEqual([
    { to: BEN, params, link },
    { to: CAS, params, link },
  ])
  const mayConfirm = async (who: string) =>
    (await lab.call(listDisputes, { query: {} }, who)).content.find((one) => one.id === id)?.mayConfirm
  expect([await mayConfirm(ANN), await mayConfirm(BEN)]).toEqual([false, true])
  await lab.call(confirmRuling, { params: { id }, body: { rulingId: rulings[0]!.id } }, BEN)
  expect(await toldOf(orderNumber)).toHaveLength(2)
})

test('a dispute waits for whoever may decide about it now, and is found by its number, its two and its end', async () => {
  const [dear, own, plain] = [await disputed('buyer3'), await disputed(BEN), await disputed('buyer4')]
  const ids = [dear.id, own.id, plain.id]
  await rule(dear.id, ANN)
  const page = async (query: object, by: string = ANN) => {
    const { content, totalElements } = await lab.call(listDisputes, { query: { size: 100, ...query } }, by)
    expect(totalElements).toBe(content.length)
    return content.map(({ id }) => id).filter((id) => ids.includes(id))
  }
  expect(await page({})).toEqual(ids)
  expect(await page({ waitsFor: 'me' })).toEqual([own.id, plain.id])
  expect(await page({ waitsFor: 'me' }, BEN)).toEqual([dear.id, plain.id])
  const { orderNumber } = (await lab.call(listDisputes, { query: { size: 100 } }, ANN)).content.find(
    ({ id }) => id === plain.id,
  )!
  expect(await page({ keyword: orderNumber })).toEqual([plain.id])
  expect(await page({ keyword: 'buyer3-name' })).toEqual([dear.id])
  await lab.call(withdrawDispute, { params: { id: plain.id } }, 'buyer4')
  expect(await page({ view: 'decided', end: 'withdrawn' })).toEqual([plain.id])
  expect(await page({ view: 'decided', end: 'ruled' })).toEqual([])
})

test('a cashier who is one of the two is told nothing that the other side does not know', async () => {
  const { id } = await disputed(CAS)
  expect((await toldOf((await rule(id, ANN)).orderNumber)).map(({ to }) => to)).toEqual([BEN])
})

test('a ruling that one person makes alone waits for nobody, so nobody is told', async () => {
  const { id } = await disputed('buyer2', 12_345n)
  expect(await toldOf((await rule(id, ANN)).orderNumber)).toEqual([])
})
