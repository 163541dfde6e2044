import { listCodeProfit } from '@trove/contract/code/orders'
import { createSalesTicket } from '@trove/contract/code/sales'
import { formatYuan } from '@trove/units/money'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buy, putOnSale, reserve } from '../../../../test/labs/code-lab.ts'
import { startWorld, type World, type WorldUser } from '../../../../test/world/world.ts'

/** All that an author sold, as a file that a spreadsheet opens. */

let world: World
let author: WorldUser
let buyer: WorldUser
let orderId: string
beforeAll(async () => {
  world = await startWorld()
  author = await world.signIn('13560000001')
  buyer = await world.signIn('13560000002')
  await sql`update users set nick_name = '@SUM(1+1)' where id = ${buyer.userId}`.execute(world.db)
  for (const title of ['=HYPERLINK("https://evil")', '+1', '-1', 'Plain, "quoted"\nwork']) {
    const id = await putOnSale(world, author, [{ licence: 'personal', price: '9.90' }], title)
    orderId = await buy(world, buyer, id, 'personal')
  }
  const unpaid = await putOnSale(world, author, [{ licence: 'personal', price: '5.00' }], 'Unpaid')
  await reserve(world, buyer, unpaid, 'personal')
})
afterAll(() => world?.stop())

const ticket = (zone?: string, language: 'zh-CN' | 'en' = 'en', as = author) =>
  world.call(createSalesTicket, { body: { zone } }, { as, language })

test('lists each paid order with its sums in yuan, and no cell begins like a formula', async () => {
  const answer = await world.raw((await ticket('UTC')).url)
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(answer.headers.get('content-length')).toBeNull()
  const text = await answer.text()
  const rows: string[][] = parse(text, { bom: true })
  expect(rows.at(0)!.slice(0, 3)).toEqual(['Order number', 'Paid', 'Work'])
  expect(rows.slice(1, -1).map((row) => row[2])).toEqual([
    'Plain, "quoted"\nwork',
    "'-1",
    "'+1",
    `'=HYPERLINK("https://evil")`,
  ])
  expect(rows.flat().filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([])
  expect(rows.slice(1, -1).map((row) => row.slice(3, 9))).toEqual(
    Array.from({ length: 4 }, () => ['Personal licence', '1', expect.stringContaining('@SUM'), '9.90', '0.00', '0.00']),
  )
  expect(rows.at(-1)).toEqual(['Total', '', '', '', '', '', formatYuan(4n * 990n), '0.00', '0.00'])
  const { totalElements } = await world.call(listCodeProfit, { query: {} }, { as: author })
  expect(totalElements).toBe(5)
})

test('tells moments in the zone of its reader, and refuses what is no zone', async () => {
  await sql`update orders set paid_at = '2026-01-01T20:30:00Z' where id = ${orderId}`.execute(world.db)
  const paidIn = async (zone?: string) => {
    const rows: string[][] = parse(await (await world.raw((await ticket(zone, 'zh-CN')).url)).text(), { bom: true })
    return rows[1]![1]
  }
  expect(await paidIn()).toBe('2026-01-02 04:30:00')
  expect(await paidIn('America/New_York')).toBe('2026-01-01 15:30:00')
  await expect(ticket('Moon/Base')).rejects.toEqual(expect.objectContaining({ code: 'code.zone-unknown' }))
  await expect(ticket('+08:00')).rejects.toEqual(expect.objectContaining({ code: 'request.invalid' }))
})

test('opens once, and to nobody else: a buyer finds no sale in it', async () => {
  const { url } = await ticket()
  expect((await world.raw(url)).status).toBe(200)
  expect((await world.raw(url)).status).toBe(404)
  const rows: string[][] = parse(await (await world.raw((await ticket('UTC', 'en', buyer)).url)).text(), { bom: true })
  expect(rows).toHaveLength(2)
  await expect(world.call(createSalesTicket, { body: {} }, {})).rejects.toEqual(
    expect.objectContaining({ code: 'session.expired' }),
  )
})
