import { countOffers, listOffers } from '@trove/contract/compute/routes'
import { SEARCH_COUNT_MAX } from '@trove/contract/kit/search'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ComputeLab, openOwnComputeLab } from '../../../../test/labs/compute-lab.ts'
import { createFakeMachines } from '../../../../test/stand-ins/fake-machine.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'

let lab: ComputeLab
const MANY = SEARCH_COUNT_MAX + 50
beforeAll(async () => {
  lab = await openOwnComputeLab(createFakeMachines())
  const texts: [id: string, os: string, description: string | null][] = [
    ['a', '1', '适合模型训练，含 NVIDIA GPU-4090 显卡'],
    ['b', '3', '训练与渲染。模型需自带。人机，机人'],
    ['c', '13', 'Fast rendering box; ＧＰＵ inside'],
    ['d', '2', null],
  ]
  for (const [i, [id, os, description]] of texts.entries())
    await sql`insert into compute_offers (id, seller_id, auth_id, ipv4, port, cpu_cores, ram_gb, disk_gb, bandwidth_mbps, os,
        period_days, price_fen, description, username, check_state)
      values (${id}, 's', ${`CP-2026${id.toUpperCase()}`}, '8.8.8.8', ${i + 1}, ${i + 2}, 8, 100, 10, ${os}, 30, ${100 * (i + 1)},
        ${description}, 'root', 'verified')`.execute(lab.db)
  await sql`insert into compute_offers (id, seller_id, auth_id, ipv4, port, cpu_cores, ram_gb, disk_gb, bandwidth_mbps, os,
      period_days, price_fen, description, username, check_state)
    select 'm' || i, 's', 'CP-M' || i, '9.9.9.9', i, 1, 1, 10, 1, '7', 7, 100 + i, '批量机器 ' || i, 'root', 'verified'
    from generate_series(1, ${MANY}) i`.execute(lab.db)
})
afterAll(() => lab.close())

type Query = Parameters<typeof lab.call<typeof listOffers>>[1]['query']
const found = async (keyword: string, query: Query = {}) =>
  (await lab.call(listOffers, { query: { keyword, ...query } })).products.content.map(({ id }) => id)

describe('text search over offers', () => {
  it.each<[keyword: string, ids: string[]]>([
    ['模型', ['b', 'a']],
    ['型', ['b', 'a']],
    ['模型训练', ['a']],
    ['模型 训练', ['b', 'a']],
    ['gpu', ['c', 'a']],
    ['NVID', ['a']],
    ['4090 模型', ['a']],
    ['render', ['c']],
    ['render 模型', []],
    ['debian', ['b']],
    ['ubuntu 24', ['d']],
    ['其他', ['c']],
    ['other linux', ['c']],
    ['cp 2026d', ['d']],
    ['人机人', []],
    ['量子', []],
    ['pu', []],
    ['，。!?', []],
    ["' | 模型 & !x:*", []],
    ["'模型':*", ['b', 'a']],
  ])('%j finds %j', async (keyword, ids) => {
    expect(await found(keyword)).toEqual(ids)
    expect((await lab.call(countOffers, { query: { keyword } })).productCount).toBe(ids.length)
  })

  it('goes together with filters, orders and pages', async () => {
    expect(await found('模型', { sort: 'price-asc' })).toEqual(['a', 'b'])
    expect(await found('模型', { coresFrom: 3 })).toEqual(['b'])
    const first = await lab.call(listOffers, { query: { keyword: '批量', size: 30, sort: 'price-asc' } })
    const query = { keyword: '批量', size: 30, sort: 'price-asc' as const, cursor: first.nextCursor! }
    const second = await lab.call(listOffers, { query })
    const prices = [...first.products.content, ...second.products.content].map(({ price }) => Number(price))
    expect(prices).toEqual(Array.from({ length: 60 }, (_, i) => (101 + i) / 100))
    expect(await found('批量', { page: 35, size: 30 })).toHaveLength(0)
    expect(await found('批量', { page: 34, size: 30 })).toHaveLength(MANY - 34 * 30)
  })

  it('counts up to a stated number and no further', async () => {
    expect((await lab.call(countOffers, { query: { keyword: '批量机器' } })).productCount).toBe(SEARCH_COUNT_MAX)
  })

  it('follows what a seller writes, and finds nothing that is off the market', async () => {
    await sql`update compute_offers set description = '只做备份' where id = 'd'`.execute(lab.db)
    expect(await found('备份')).toEqual(['d'])
    await sql`update compute_offers set listing = 'offline' where id = 'd'`.execute(lab.db)
    expect(await found('备份')).toEqual([])
    await sql`update compute_offers set description = null, listing = 'online' where id = 'd'`.execute(lab.db)
    expect([await found('备份'), await found('ubuntu 24')]).toEqual([[], ['d']])
    const { rows } = await sql<{
      body: string
    }>`select body from compute_offer_words w join compute_offers o on o.seq = w.offer_seq
      where o.id = 'd'`.execute(lab.db)
    expect(rows[0]!.body).not.toContain('备份')
  })

  it('finds a machine by its GPU, which no seller has to write down', async () => {
    await sql`update compute_offers set gpu_model = 'rtx-4090', gpu_count = 2, gpu_vram_gb = 24 where id = 'b'`.execute(
      lab.db,
    )
    expect([await found('4090'), await found('rtx 4090'), await found('gpu')]).toEqual([
      ['b', 'a'],
      ['b'],
      ['c', 'b', 'a'],
    ])
    await sql`update compute_offers set gpu_model = null, gpu_count = null, gpu_vram_gb = null where id = 'b'`.execute(
      lab.db,
    )
    expect(await found('4090')).toEqual(['a'])
  })

  it('is answered by the index', async () => {
    const rows = await inTransaction(lab.db, async (tx) => {
      // So few rows are read as a whole; what counts is that the index serves the condition.
      await sql`set local enable_seqscan = off`.execute(tx)
      const plan = await sql<{ 'QUERY PLAN': string }>`explain select offer_seq from compute_offer_words
        where words @@ search_query('模型训练')`.execute(tx)
      return plan.rows
    })
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('compute_offer_words_gin')
  })
})
