import { getOrder } from '@trove/contract/order-lists/routes'
import { acceptHire, deliverHire, startHire } from '@trove/contract/talent/hours'
import { listHumanConsume, listHumanProfit } from '@trove/contract/talent/orders'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addExpert, type HireLab, hire, openHireLab, payHire } from '../../../../test/labs/hire-lab.ts'
import { onOwnDatabase } from '../../../../test/world/database.ts'

/** The lists of bought and sold hours. */

let lab: HireLab
let count = 0
beforeAll(async () => {
  lab = await onOwnDatabase(openHireLab)
})
afterAll(async () => {
  await lab.close()
})

async function two() {
  const [expert, buyer] = [`expert${++count}`, `buyer${count}`]
  await addExpert(lab.db, expert, 12345n)
  return { expert, buyer }
}
async function paid() {
  const { expert, buyer } = await two()
  const id = await hire(lab, expert, buyer)
  await payHire(lab, id)
  return { expert, buyer, id }
}
const numberOf = async ({ id, buyer }: { id: string; buyer: string }) =>
  (await lab.call(getOrder, { params: { id } }, buyer)).outTradeNo

describe('a hire', () => {
  test('shows in the lists of both with every field of b-markets 3, and with the income to the expert', async () => {
    const hired = await paid()
    const params = { id: hired.id }
    await lab.call(startHire, { params }, hired.expert)
    await lab.call(deliverHire, { params, body: { note: '代码已推送' } }, hired.expert)
    await lab.call(acceptHire, { params }, hired.buyer)
    const fields = {
      ...{ id: hired.id, fkProductId: hired.expert, orderSource: 'manpower', outTradeNo: await numberOf(hired) },
      ...{ orderState: 'PaymentSuccessful', manStatus: 3, fkProductName: `${hired.expert} 真名` },
      ...{ totalAmount: '987.60', manRealName: `${hired.expert} 真名`, manIdentity: '架构师' },
      ...{ manServeStartTime: expect.any(String), manServeEndTime: expect.any(String), cstCreate: expect.any(String) },
      ...{ refund: null, refundState: null, manWorkingHourId: '8', manWorkingRequire: '接入支付宝' },
      ...{ hours: 8, hourSalary: '123.45', purchaser: `${hired.buyer}-name` },
    }
    const { content } = await lab.call(listHumanConsume, { query: {} }, hired.buyer)
    expect(content).toMatchObject([fields])
    const profit = await lab.call(listHumanProfit, { query: {} }, hired.expert)
    expect(profit.content).toMatchObject([{ ...fields, income: { clearedAmount: '987.60' } }])
  })

  test('stands in both lists newest first, by pages and by cursor, with the count of all', async () => {
    const { expert, buyer } = await two()
    const ids: string[] = []
    for (let i = 0; i < 5; i++) {
      ids.unshift(await hire(lab, expert, buyer))
      await payHire(lab, ids[0]!)
    }
    for (const [list, reader] of [
      [listHumanConsume, buyer],
      [listHumanProfit, expert],
    ] as const) {
      const read = (query: object) => lab.call(list, { query: { size: 2, ...query } }, reader)
      const pages = await Promise.all([0, 1, 2, 3].map((page) => read({ page })))
      const idsOf = ({ content }: { content: { id: string }[] }) => content.map(({ id }) => id)
      const counted = pages.map((page) => [page.totalElements, ...idsOf(page)])
      expect(counted).toEqual([0, 2, 4, 6].map((from) => [5, ...ids.slice(from, from + 2)]))
      expect(idsOf(await read({ cursor: pages[0]!.nextCursor }))).toEqual(ids.slice(2, 4))
      expect(pages[2]!.nextCursor).toBeNull()
      expect((await lab.call(list, { query: {} }, reader === buyer ? expert : buyer)).content).toEqual([])
    }
  })

  test('is found in both lists by its number, by the buyer’s name among income, and by nothing else', async () => {
    const hired = await paid()
    const other = { ...(await two()), buyer: hired.buyer }
    await payHire(lab, await hire(lab, other.expert, other.buyer))
    const outTradeNo = await numberOf(hired)
    const bought = async (name: string) =>
      (await lab.call(listHumanConsume, { query: { name } }, hired.buyer)).content.map(({ id }) => id)
    const sold = async (name: string) =>
      (await lab.call(listHumanProfit, { query: { name } }, hired.expert)).content.map(({ id }) => id)
    expect([await bought(outTradeNo), await sold(outTradeNo)]).toEqual([[hired.id], [hired.id]])
    expect(await sold(`${hired.buyer}-name`)).toEqual([hired.id])
    for (const nothing of ['%', '不存在']) expect([await bought(nothing), await sold(nothing)]).toEqual([[], []])
  })
})
