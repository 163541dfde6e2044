import {
  ComputeOrderDetail,
  listComputeConsume,
  listComputeProfit,
  listPurchases,
} from '@trove/contract/compute/orders'
import { getOffer, listOffers, listShares } from '@trove/contract/compute/routes'
import { getOrder } from '@trove/contract/order-lists/routes'
import { fill } from '@trove/messages/kit/say'
import { noticeKinds } from '@trove/messages/people/notices'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ComputeLab, openOwnComputeLab } from '../../../test/labs/compute-lab.ts'
import { createFakeMachines } from '../../../test/stand-ins/fake-machine.ts'

/** One resource id for people (decision 46): internal ids stay in addresses. */

let lab: ComputeLab
beforeAll(async () => {
  lab = await openOwnComputeLab(createFakeMachines())
})
afterAll(() => lab.close())

test('a machine has one resource id on its card, its page, shares, purchases and orders of both sides', async () => {
  const id = await lab.publish('seller')
  await lab.settle()
  const { products } = await lab.call(listOffers, { query: {} })
  const { authId } = products.content.find((card) => card.id === id)!
  expect(authId).toMatch(/^CP-[0-9A-Z]{8}$/)

  const detail = await lab.call(getOffer, { params: { id } })
  const orderId = await lab.buy('buyer', id)
  await lab.settle()
  const order = await lab
    .call(getOrder, { params: { id: orderId } }, 'buyer')
    .then((found) => ComputeOrderDetail.parse(found))
  const lists = await Promise.all([
    lab.call(listShares, { query: { name: authId } }, 'seller'),
    lab.call(listComputeProfit, { query: { name: authId } }, 'seller'),
    lab.call(listComputeConsume, { query: { name: authId } }, 'buyer'),
    lab.call(listPurchases, { query: { name: authId } }, 'buyer'),
  ])
  expect([detail.authId, order.authId]).toEqual([authId, authId])
  expect(lists.map(({ content }) => content.map((row) => row.authId))).toEqual(Array(4).fill([authId]))
})

test('notices about a machine name it by its resource id, or its order by the order’s number, and never by an internal one', async () => {
  const { rows } = await sql<{ kind: keyof typeof noticeKinds; params: Record<string, string> }>`
    select kind, params from notices where kind like 'compute.%'`.execute(lab.db)
  expect(rows.map(({ kind }) => kind).sort()).toEqual(['compute.lease-begun', 'compute.lease-begun-buyer'])
  for (const { kind, params } of rows) expect(fill(noticeKinds[kind], 'en', params)).toMatch(/\bCP-[0-9A-Z]{8}\b/)
  const aboutMachines = Object.entries(noticeKinds).filter(([kind]) => kind.startsWith('compute.'))
  for (const [, { zh, en }] of aboutMachines)
    for (const text of [zh, en]) expect(text).toMatch(/\{\{(authId|orderNumber)\}\}/)
})
