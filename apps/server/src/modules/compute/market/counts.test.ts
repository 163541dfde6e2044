import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../test/world/database.ts'
import { openLog } from '../../../platform/base/log.ts'
import { openDatabase } from '../../../platform/db/database.ts'
import type { Db } from '../../../platform/db/handle.ts'
import { openPool, type Pool } from '../../../platform/db/pool/pool.ts'
import { diskStep, type MarketFilter, nextDiskStep, nextRamStep, ramStep } from '../facts/filter.ts'
import { createPublicOffers } from './shared-offer.ts'
import { createMarketStore, type MarketStore } from './store.ts'

let database: TestDatabase
let pool: Pool
let db: Db
let store: MarketStore

beforeAll(async () => {
  database = await createTestDatabase()
  pool = openPool({ url: database.url, size: 4, log: openLog('silent'), name: 'counts' })
  db = openDatabase(pool)
  store = createMarketStore(db, pool)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const hourFen = fc.constantFrom(null, 12, 345)
const facts = fc.record({
  cores: fc.constantFrom(1, 2, 4),
  ram: fc.constantFrom(1, 2, 3, 4, 6, 8, 12, 99_999_999_999),
  os: fc.constantFrom('1', '2'),
  days: fc.constantFrom(7, 30),
  disk: fc.constantFrom(1, 63, 64, 100, 150, 199, 200, 1024, 1500, 99_999_999_999),
  bandwidth: fc.constantFrom(1, 10, 49, 50, 51, 9999),
  hourFen,
})
const OPEN = { listing: 'online', slot: 'free', cleaning: 'none', check: 'verified' } as const
const anyState = fc.record({
  listing: fc.constantFrom('online', 'offline'),
  slot: fc.constantFrom('free', 'ended'),
  cleaning: fc.constantFrom('none', 'running'),
  check: fc.constantFrom('pending', 'verified', 'differs', 'unreachable'),
})
/** Few of all states are on the market: half the offers are, so that changes there meet something. */
const state = fc.oneof(fc.constant(OPEN), anyState)
const place = fc.nat(11)
const command = fc.oneof(
  fc.record({ kind: fc.constant('insert' as const), place, facts, state }),
  fc.record({ kind: fc.constant('facts' as const), place, facts }),
  fc.record({ kind: fc.constant('hour-price' as const), place, hourFen }),
  fc.record({ kind: fc.constant('state' as const), place, state }),
  fc.record({ kind: fc.constant('delete' as const), place }),
  fc.record({ kind: fc.constant('fold' as const) }),
  fc.record({ kind: fc.constant('rolled-back' as const), place, facts }),
)
type Command = typeof command extends fc.Arbitrary<infer C> ? C : never

const ramGb = fc.constantFrom(1, 2, 3, 4, 5, 8, 9, 65_536, 70_000_000_000)
/** Cores are only ever asked for together with RAM (`4C-8G`). */
const size = fc.oneof(fc.constant({}), fc.record({ ramGb }), fc.record({ ramGb, cpuCores: fc.constantFrom(1, 2, 4) }))
const others = fc.record(
  {
    os: fc.constantFrom('1', '2', 'none'),
    periodDays: fc.constantFrom(7, 30),
    diskGb: fc.constantFrom(1, 63, 64, 65, 100, 120, 150, 200, 1000, 1024, 1025, 99_999_999_999),
    bandwidthMbps: fc.constantFrom(1, 10, 49, 50),
    isByHour: fc.constant(true as const),
  },
  { requiredKeys: [] },
)
const filter = fc.tuple(size, others).map(([a, b]): MarketFilter => ({ ...a, ...b }))

async function setFacts(handle: Db, id: string, facts: { [K: string]: unknown }) {
  const { cores, ram, os, days, disk, bandwidth, hourFen } = facts
  await sql`update compute_offers set cpu_cores = ${cores}, ram_gb = ${ram}, os = ${os}, period_days = ${days},
    disk_gb = ${disk}, bandwidth_mbps = ${bandwidth}, hour_price_fen = ${hourFen} where id = ${id}`.execute(handle)
}

async function run(step: Command): Promise<void> {
  if (step.kind === 'fold') return store.fold()
  const id = `offer-${step.place}`
  if (step.kind === 'insert') {
    const { facts: f, state: s } = step
    await sql`insert into compute_offers (id, seller_id, auth_id, ipv4, port, cpu_cores, ram_gb, disk_gb, bandwidth_mbps,
        os, period_days, price_fen, hour_price_fen, username, listing, slot, cleaning, check_state)
      values (${id}, 's', ${id}, '8.8.8.8', ${step.place + 1}, ${f.cores}, ${f.ram}, ${f.disk}, ${f.bandwidth}, ${f.os},
        ${f.days}, 990, ${f.hourFen}, 'root', ${s.listing}, ${s.slot}, ${s.cleaning}, ${s.check}) on conflict do nothing`.execute(
      db,
    )
  } else if (step.kind === 'facts') await setFacts(db, id, step.facts)
  else if (step.kind === 'hour-price')
    await sql`update compute_offers set hour_price_fen = ${step.hourFen} where id = ${id}`.execute(db)
  else if (step.kind === 'delete') await sql`delete from compute_offers where id = ${id}`.execute(db)
  else if (step.kind === 'state') {
    const { listing, slot, cleaning, check } = step.state
    await sql`update compute_offers set listing = ${listing}, slot = ${slot}, cleaning = ${cleaning},
      check_state = ${check} where id = ${id}`.execute(db)
  } else {
    const failing = db.transaction().execute(async (tx) => {
      await setFacts(tx, id, step.facts)
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
  }
}

async function countOneByOne(f: MarketFilter): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from compute_offers where is_open
    and (${f.cpuCores ?? null}::int is null or cpu_cores = ${f.cpuCores ?? null}::int)
    and (${f.ramGb ?? null}::bigint is null or ram_gb >= ${f.ramGb ?? null}::bigint)
    and (${f.os ?? null}::text is null or os = ${f.os ?? null}::text)
    and (${f.periodDays ?? null}::int is null or period_days = ${f.periodDays ?? null}::int)
    and (${f.isByHour !== true} or hour_price_fen is not null)
    and disk_gb >= ${f.diskGb ?? 0}::bigint and bandwidth_mbps >= ${f.bandwidthMbps ?? 0}::int`.execute(db)
  return rows[0]!.n
}

describe('the count of a filter', () => {
  it('equals count(*) after any changes of offers, folded or not', async () => {
    const scenario = [
      fc.array(command, { minLength: 1, maxLength: 40 }),
      fc.array(filter, { minLength: 8, maxLength: 8 }),
    ] as const
    await fc.assert(
      fc.asyncProperty(...scenario, async (steps, filters) => {
        for (const step of steps) await run(step)
        for (const asked of [{}, { isByHour: true as const }, ...filters]) {
          const expected = await countOneByOne(asked)
          expect(await store.count(asked)).toBe(expected)
          const ask = { filter: asked, sort: 'newest' as const, after: undefined, skip: 0, take: 100 }
          for (const isRare of [true, false]) {
            const page = await store.page({ ...ask, isRare })
            expect([page.total, page.listed.length]).toEqual([expected, expected])
          }
        }
      }),
      { numRuns: 60 },
    )
  })

  it('holds while offers change and folds run at the same time', async () => {
    const changing = Array.from({ length: 8 }, (_, worker) =>
      fc
        .sample(command, { numRuns: 40, seed: worker })
        .reduce((before, step) => before.then(() => run(step)), Promise.resolve()),
    )
    const folding = Array.from({ length: 30 }, () => store.fold())
    await Promise.all([...changing, ...folding])
    expect(await store.count({})).toBe(await countOneByOne({}))
    await store.fold()
    await store.removeEmpty()
    expect(await store.count({ os: '1' })).toBe(await countOneByOne({ os: '1' }))
  })
})

describe('RAM steps', () => {
  it('are the same in SQL and here: the last one up to a size', async () => {
    const sizes = [1, 2, 3, 4, 7, 8, 9, 1023, 1024, 1025, 99_999_999_999]
    const { rows } = await sql<{ step: bigint; steps: bigint }>`
      select max(step) as step, count(*) as steps from unnest(${sizes}::bigint[]) with ordinality as given (size, place),
        lateral compute_ram_steps(size) step group by place order by place`.execute(db)
    expect(rows.map(({ step }) => Number(step))).toEqual(sizes.map(ramStep))
    expect(rows.map(({ steps }) => Number(steps))).toEqual(sizes.map((size) => Math.log2(ramStep(size)) + 1))
    for (const size of sizes) expect(ramStep(size) <= size && size < nextRamStep(size)).toBe(true)
  })
})

describe('disk steps', () => {
  it('are the same in SQL and here', async () => {
    const sizes = [1, 2, 3, 7, 8, 9, 10, 99, 100, 128, 255, 256, 999, 1000, 1024, 1999, 2048, 65_536, 99_999_999_999]
    const { rows } = await sql<{ step: bigint }>`select compute_disk_step(size) as step
      from unnest(${sizes}::bigint[]) with ordinality as given (size, place) order by place`.execute(db)
    expect(rows.map(({ step }) => Number(step))).toEqual(sizes.map(diskStep))
  })

  it('hold each size between their ends', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999_999_999 }), (size) => {
        const from = diskStep(size)
        const next = nextDiskStep(size)
        expect(from <= size && size < next).toBe(true)
        expect(diskStep(next)).toBe(next)
        expect(diskStep(next - 1)).toBe(from)
      }),
    )
  })
})

it('the map of the site names every offer that can be taken, and no other, also in parts', async () => {
  await sql`delete from compute_offers`.execute(db)
  const one = { cores: 1, ram: 1, os: '1', days: 7, disk: 64, bandwidth: 1, hourFen: null } as const
  const states = [OPEN, { ...OPEN, listing: 'offline' as const }, OPEN, { ...OPEN, slot: 'ended' as const }, OPEN]
  for (const [at, state] of states.entries()) await run({ kind: 'insert', place: at, facts: one, state })
  const pages = createPublicOffers(store)
  expect(await pages.count()).toBe(3)
  const paths = [0, 2, 4].map((at) => `/computingPowerMarket/offer/offer-${at}`)
  expect(await pages.list({ skip: 0, most: 2 })).toEqual(paths.slice(0, 2))
  expect(await pages.list({ skip: 2, most: 2 })).toEqual(paths.slice(2))
})
