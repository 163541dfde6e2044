import { countOffers, getOffer, listOffers, spreadOfOffers } from '@trove/contract/compute/routes'
import { COMPUTE_SORTS } from '@trove/contract/compute/shapes'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ComputeLab, openOwnComputeLab } from '../../../../test/labs/compute-lab.ts'
import { createFakeMachines } from '../../../../test/stand-ins/fake-machine.ts'
import type { WrittenData } from '../../../platform/http/call/values/written-data.ts'
import { Values } from '../facts/conditions.ts'
import { pageQuery } from './page-sql.ts'

let lab: ComputeLab
const OFFERS = 130

beforeAll(async () => {
  lab = await openOwnComputeLab(createFakeMachines())
  await sql`insert into compute_offers (id, seller_id, auth_id, ipv4, port, cpu_cores, ram_gb, disk_gb, bandwidth_mbps, os,
      period_days, price_fen, username, check_state, speed_score)
    select 'o' || i, 's' || i % 5, 'CP-' || i, '8.8.8.8', i, case i % 3 when 0 then 4 else 2 end, case i % 2 when 0 then 8 else 4 end,
      100 * (i % 4 + 1), i % 60 + 1, (i % 2 + 1)::text, case i % 3 when 0 then 7 else 30 end, 100 * (i % 7 + 1), 'root',
      case i % 10 when 0 then 'pending' else 'verified' end, i * 37 % 11
    from generate_series(1, ${OFFERS}) i`.execute(lab.db)
})
afterAll(() => lab.close())

type Query = Parameters<typeof lab.call<typeof listOffers>>[1]['query']
const list = (query: Query = {}) => lab.call(listOffers, { query })
/** What a day costs of the offer numbered so, in fen as shown. */
const perDayFen = (i: number) => Math.floor((100 * ((i % 7) + 1)) / (i % 3 === 0 ? 7 : 30))
const ids = (answer: Awaited<ReturnType<typeof list>>) => answer.products.content.map((card) => card.id)

describe('the market list', () => {
  it('shows twenty cards and the count of all, newest first', async () => {
    const first = await list()
    expect(first.productCount).toBe(OFFERS)
    expect(ids(first)).toEqual(Array.from({ length: 20 }, (_, i) => `o${OFFERS - i}`))
    expect(first.products.content[0]).toMatchObject({ uploaderNickName: 's0-name', price: '5.00' })
  })

  it.each(COMPUTE_SORTS)('gives each offer once in the order %s, by cursor and by page number', async (sort) => {
    const byCursor: string[] = []
    let cursor: string | undefined
    do {
      const answer = await list({ sort, size: 17, cursor })
      byCursor.push(...ids(answer))
      cursor = answer.nextCursor ?? undefined
    } while (cursor)
    const byPage: string[] = []
    for (let page = 0; page * 17 < OFFERS; page++) byPage.push(...ids(await list({ sort, size: 17, page })))
    expect(byPage).toEqual(byCursor)
    expect(new Set(byCursor).size).toBe(OFFERS)
  })

  it('sorts by price and by measured speed', async () => {
    const prices = async (sort: 'price-asc' | 'price-desc') =>
      (await list({ sort, size: 100 })).products.content.map((card) => Number(card.price))
    const rising = await prices('price-asc')
    expect(rising).toEqual(rising.toSorted((a, b) => a - b))
    const falling = await prices('price-desc')
    expect(falling).toEqual(falling.toSorted((a, b) => b - a))
    const fastest = ids(await list({ sort: 'speed-desc', size: 100 })).map((id) => (Number(id.slice(1)) * 37) % 11)
    expect(fastest).toEqual(fastest.toSorted((a, b) => b - a))
  })

  it('sorts by what a day costs, finer than a fen', async () => {
    const perDay = async (sort: 'per-day-asc' | 'per-day-desc') =>
      (await list({ sort, size: 100 })).products.content.map((card) => Number(card.price) / card.servePeriod)
    const rising = await perDay('per-day-asc')
    expect(new Set(rising).size).toBeGreaterThan(5)
    expect(rising).toEqual(rising.toSorted((a, b) => a - b))
    const falling = await perDay('per-day-desc')
    expect(falling).toEqual(falling.toSorted((a, b) => b - a))
  })

  it('finds a page by what a day costs in its index alone', async () => {
    const ask = { filter: { os: '1' }, sort: 'per-day-asc', skip: 0, take: 20, isRare: false } as const
    const values = new Values()
    const text = pageQuery({ ...ask, after: { key: 1_000_000n, seq: 1n } }, values)
    await lab.pool.query('vacuum analyze compute_offers')
    const client = await lab.pool.connect()
    try {
      await client.query('set enable_sort = off; set enable_seqscan = off; set enable_bitmapscan = off')
      const { rows } = await client.query(`explain ${text}`, values.list)
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(plan).toContain('Index Only Scan using compute_offers_per_day')
      expect(plan).toMatch(/Index Cond: .*ROW\(.*price_fen \* 1000000.*seq\) > ROW/)
    } finally {
      client.release(true)
    }
  })

  it('tells on the card when the machine passed its check, and anew after each', async () => {
    const id = `o${OFFERS}`
    const read = async () => (await list()).products.content[0]!
    for (const checkedAt of ['2026-03-01T08:00:00.000Z', '2026-03-02T08:00:00.000Z']) {
      await sql`update compute_offers set check_state = 'verified', checked_at = ${checkedAt} where id = ${id}`.execute(
        lab.db,
      )
      expect(await read()).toMatchObject({ id, verification: { state: 'verified', checkedAt } })
    }
  })

  it.each([
    [{ cpuAndRAM: '8' }, (i: number) => i % 2 === 0],
    // RAM is at least that much (decision 48), cores are exactly that many.
    [{ cpuAndRAM: '0' }, () => true],
    [{ cpuAndRAM: '2' }, () => true],
    [{ cpuAndRAM: '5' }, (i: number) => i % 2 === 0],
    [{ cpuAndRAM: '9' }, () => false],
    [{ cpuAndRAM: '4C-4G' }, (i: number) => i % 3 === 0],
    [{ cpuAndRAM: '4C-8G' }, (i: number) => i % 6 === 0],
    [{ cpuAndRAM: '4-8' }, (i: number) => i % 6 === 0],
    [{ operationSystem: '2' }, (i: number) => i % 2 === 1],
    [{ servePeriod: 7 }, (i: number) => i % 3 === 0],
    [{ diskSize: 300 }, (i: number) => i % 4 >= 2],
    [{ diskSize: 250 }, (i: number) => i % 4 >= 2],
    [{ bandwidth: 40 }, (i: number) => (i % 60) + 1 >= 40],
    [{ bandwidth: 99 }, (i: number) => (i % 60) + 1 >= 50],
    [{ coresFrom: 3 }, (i: number) => i % 3 === 0],
    [{ coresTo: 3 }, (i: number) => i % 3 !== 0],
    [{ coresFrom: 4, coresTo: 2 }, () => false],
    [{ ramFrom: 5 }, (i: number) => i % 2 === 0],
    [{ cpuAndRAM: '8', ramFrom: 4 }, (i: number) => i % 2 === 0],
    [{ ramTo: 4 }, (i: number) => i % 2 === 1],
    [{ diskSize: 200, diskTo: 300 }, (i: number) => i % 4 === 1 || i % 4 === 2],
    // What a day costs is compared as it is shown, in whole fen rounded down.
    [{ perDayFrom: '0.10' }, (i: number) => perDayFen(i) >= 10],
    [{ perDayFrom: '0.10', perDayTo: '0.28' }, (i: number) => perDayFen(i) >= 10 && perDayFen(i) <= 28],
    [{ perDayTo: '0' }, () => false],
    [
      { perDayTo: '0.28', coresTo: 3, operationSystem: '2', bandwidth: 10 },
      (i: number) => perDayFen(i) <= 28 && i % 3 !== 0 && i % 2 === 1 && (i % 60) + 1 >= 10,
    ],
    [{ cpuAndRAM: 'many' }, () => false],
    [{ cpuAndRAM: '77' }, () => false],
    [
      { cpuAndRAM: '4', operationSystem: '2', servePeriod: 30, diskSize: 200, bandwidth: 10 },
      (i: number) => i % 2 === 1 && i % 3 !== 0 && i % 4 >= 1 && (i % 60) + 1 >= 10,
    ],
    [
      { cpuAndRAM: '3', operationSystem: '1', servePeriod: 30, diskSize: 250, bandwidth: 10 },
      (i: number) => i % 2 === 0 && i % 3 !== 0 && i % 4 >= 2 && (i % 60) + 1 >= 10,
    ],
  ])('finds and counts exactly what %o asks for', async (filter, matches) => {
    const expected = Array.from({ length: OFFERS }, (_, i) => i + 1).filter(matches)
    const answer = await list({ ...filter, size: 100 })
    expect(ids(answer).toSorted()).toEqual(
      expected
        .toReversed()
        .slice(0, 100)
        .map((i) => `o${i}`)
        .toSorted(),
    )
    expect(answer.productCount).toBe(expected.length)
    expect(await lab.call(countOffers, { query: filter })).toEqual({ productCount: expected.length })
  })

  it('tells how open offers are spread over price, cores, RAM and disk', async () => {
    const spread = await lab.call(spreadOfOffers, {})
    const matching = (test: (i: number) => boolean) =>
      Array.from({ length: OFFERS }, (_, i) => i + 1).filter(test).length
    expect(spread.cores.slice(0, 4)).toEqual([
      { from: 1, count: 0 },
      { from: 2, count: matching((i) => i % 3 !== 0) },
      { from: 4, count: matching((i) => i % 3 === 0) },
      { from: 8, count: 0 },
    ])
    expect(spread.ram.find(({ from }) => from === 8)).toEqual({ from: 8, count: matching((i) => i % 2 === 0) })
    expect(spread.perDay[0]).toEqual({ from: '0.00', count: matching((i) => perDayFen(i) < 100) })
    for (const bars of Object.values(spread)) expect(bars.reduce((sum, { count }) => sum + count, 0)).toBe(OFFERS)
  })

  it('refuses what is no amount', async () => {
    for (const perDayFrom of ['1.234', '-1', 'x']) {
      expect(listOffers.query.safeParse({ perDayFrom }).success).toBe(false)
    }
  })

  it('is empty past the end and still tells the count', async () => {
    expect(await list({ page: 999 })).toMatchObject({
      productCount: OFFERS,
      products: { content: [] },
      nextCursor: null,
    })
  })

  it('shows a card as it is now, also when it was shown before', async () => {
    const id = `o${OFFERS}`
    const read = async () => (await list()).products.content[0]
    expect(await read()).toMatchObject({ id, price: '5.00', description: null })
    await sql`update compute_offers set description = 'new words' where id = ${id}`.execute(lab.db)
    expect(await read()).toMatchObject({ id, price: '5.00', description: 'new words' })
    await sql`update compute_offers set slot = 'ended' where id = ${id}`.execute(lab.db)
    expect(await read()).toMatchObject({ id: `o${OFFERS - 1}` })
    await sql`update compute_offers set slot = 'free', description = null where id = ${id}`.execute(lab.db)
  })

  it.each([
    ['price_fen', '777', { price: '7.77' }],
    ['period_days', '31', { servePeriod: 31 }],
    ['cpu_cores', '17', { cpuCores: 17 }],
    ['ram_gb', '33', { ramSize: 33 }],
    ['disk_gb', '999', { diskSize: 999 }],
    ['bandwidth_mbps', '44', { bandwidth: 44 }],
    ['os', "'9'", { operationSystem: '9' }],
    ['description', "'alone'", { description: 'alone' }],
    ['seller_id', "'s9'", { uploaderNickName: 's9-name' }],
    ['check_state', "'pending'", { verification: { state: 'pending' } }],
    ['checked_at', "'2026-04-01T00:00:00Z'", { verification: { checkedAt: '2026-04-01T00:00:00.000Z' } }],
    ['created_at', "'2026-04-01T00:00:00Z'", { cstCreate: '2026-04-01T00:00:00.000Z' }],
  ])('shows a change of %s alone on a card it has shown before', async (column, value, shown) => {
    const id = `o${OFFERS}`
    const read = async () => (await list()).products.content[0]
    const [before] = (await sql<Record<string, unknown>>`select * from compute_offers where id = ${id}`.execute(lab.db))
      .rows
    expect(await read()).not.toMatchObject(shown)
    await sql`update compute_offers set ${sql.ref(column)} = ${sql.raw(value)} where id = ${id}`.execute(lab.db)
    expect(await read()).toMatchObject({ id, ...shown })
    await sql`update compute_offers set ${sql.ref(column)} = ${before![column]} where id = ${id}`.execute(lab.db)
  })

  it('keeps a card written while only what it does not show changes', async () => {
    const version = async () =>
      (await sql<{ card_version: number }>`select card_version from compute_offers where id = 'o1'`.execute(lab.db))
        .rows[0]!.card_version
    const before = await version()
    await sql`update compute_offers set lease_count = 5, busy_token = 'x' where id = 'o1'`.execute(lab.db)
    expect(await version()).toBe(before)
    await sql`update compute_offers set lease_count = 0, busy_token = null where id = 'o1'`.execute(lab.db)
  })

  it('writes nothing but what the contract names', async () => {
    const route = lab.compute.routes.find(({ route }) => route.id === listOffers.id)!
    const query = listOffers.query.parse({ size: 100 })
    const written = (await route.handler({ query } as never, {} as never)) as WrittenData
    const data = written.read()
    expect(data).toEqual(listOffers.ok.parse(data))
  })

  it.each(
    [
      '',
      'x',
      Buffer.from('price-asc.1.1').toString('base64url'),
      Buffer.from('newest.1.99999999999999999999').toString('base64url'),
    ].slice(1),
  )('refuses the cursor %s', async (cursor) => {
    await expect(list({ cursor })).rejects.toMatchObject({ code: 'resource.not-found' })
  })

  it('tells of one offer what its reader may do', async () => {
    const mine = await lab.call(getOffer, { params: { id: 'o11' } }, 's1')
    expect(mine).toMatchObject({ isMine: true, isAvailable: true, unavailableReason: null, uploader: { id: 's1' } })
    const pending = await lab.call(getOffer, { params: { id: 'o10' } })
    expect(pending).toMatchObject({ isMine: false, isAvailable: false, unavailableReason: 'unverified' })
    await expect(lab.call(getOffer, { params: { id: 'nope' } })).rejects.toMatchObject({ code: 'compute.not-found' })
  })
})
