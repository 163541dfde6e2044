import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { fillMarket } from './support/fill-market.ts'
import { cpuMs, startProgram, stopProgram } from './support/processes.ts'
import { migrateWith } from './support/server.ts'

/** What keeping the counts costs a change of an offer's state, and whether they are right afterwards. See README.md. */

const OFFERS = 100_000
const CLIENTS = 8
const CHANGES = 8_000
const ROUNDS = 5

const TURN = `update compute_offers set slot = case slot when 'free' then 'ended' else 'free' end
  where id = $1 and slot in ('free', 'ended')`

async function change(pool: pg.Pool, count: number): Promise<void> {
  let left = count
  async function client(): Promise<void> {
    while (left-- > 0) {
      const id = String(1 + Math.floor(OFFERS * Math.random()))
      await pool.query({ name: 'turn', text: TURN, values: [id] })
    }
  }
  // Folds run meanwhile, as they do in the program.
  const folding = setInterval(() => void pool.query('select compute_fold_facets()'), 1000)
  await Promise.all(Array.from({ length: CLIENTS }, client))
  clearInterval(folding)
  await pool.query('select compute_fold_facets()')
}

const CHECK = `select
  (select count(*) from compute_offers where is_open) = (select coalesce(sum(offers), 0) from compute_facets
    where ram_gb = -1 and os = '' and period_days = -1 and disk_step = -1 and not only_by_hour)
    + (select coalesce(sum(offers), 0) from compute_facet_changes) as all_right,
  not exists (
    select ram_gb, os from (
      select step as ram_gb, os, count(*) as n, count(hour_price_fen) as by_hour
      from compute_offers, compute_ram_steps(ram_gb) step where is_open group by 1, 2
      union all select ram_gb, os, case when only_by_hour then 0 else -offers end, case when only_by_hour then -offers else 0 end
      from compute_facets where ram_gb > 0 and cpu_cores = -1 and os <> '' and period_days = -1 and disk_step = -1
      union all select step, os, -offers, case when hour_price_fen is null then 0 else -offers end
      from compute_facet_changes, compute_ram_steps(ram_gb) step
    ) both_sides group by 1, 2 having sum(n) <> 0 or sum(by_hour) <> 0) as groups_right`

async function main(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'trove-bench-'))
  const postgres = await startProgram('apps/embedded-postgres/src/main.ts', { PG_DATA_DIR: join(dataDir, 'pg') })
  const url = String(postgres.said.url)
  const pool = new pg.Pool({ connectionString: url, max: CLIENTS + 1 })
  try {
    await migrateWith(url, dataDir)
    await fillMarket(url, OFFERS)
    // How long the disk takes to confirm would drown every difference.
    await pool.query(`alter database trove set synchronous_commit = off`)
    const found: Record<'kept' | 'not', number[]> = { kept: [], not: [] }
    for (let round = 0; round < ROUNDS; round++) {
      for (const how of ['not', 'kept'] as const) {
        await pool.query(`alter table compute_offers ${how === 'kept' ? 'enable' : 'disable'} trigger user`)
        // Without the triggers the counts go stale; the next round with them starts from right ones.
        if (how === 'kept') await rebuild(pool)
        const before = await cpuMs([postgres.child.pid!])
        await change(pool, CHANGES)
        found[how].push(((await cpuMs([postgres.child.pid!])) - before) / CHANGES)
      }
      const { rows } = await pool.query(CHECK)
      if (!rows[0].all_right || !rows[0].groups_right) throw new Error('the counts are wrong')
    }
    const ratios = found.kept.map((ms, i) => ms / found.not[i]!).sort((a, b) => a - b)
    const show = (all: number[]) => all.map((ms) => ms.toFixed(3)).join(' ')
    console.log(`CPU ms a change, counts not kept: ${show(found.not)}`)
    console.log(`CPU ms a change, counts kept:     ${show(found.kept)}`)
    console.log(
      `kept / not kept: median ${ratios[Math.floor(ROUNDS / 2)]!.toFixed(2)} [${ratios[0]!.toFixed(2)}..${ratios.at(-1)!.toFixed(2)}]`,
    )
    console.log('the counts equal count(*) after every round')
  } finally {
    await pool.end()
    await stopProgram(postgres)
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function rebuild(pool: pg.Pool): Promise<void> {
  await pool.query('truncate compute_facets, compute_facet_changes')
  await pool.query(`insert into compute_facet_changes
    select cpu_cores, ram_gb, os, period_days, disk_gb, least(bandwidth_mbps, 50), count(*), min(hour_price_fen)
    from compute_offers where is_open group by 1, 2, 3, 4, 5, 6, hour_price_fen is null`)
  await pool.query('select compute_fold_facets()')
}

await main()
