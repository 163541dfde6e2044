import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Platform } from '../../src/platform/platform.ts'

/** Only ends what would never come, also on a machine that is busy many times over. */
const LIMIT_MS = 120_000
const POLL_MS = 20

/**
 * Makes every sweep due and waits until no job is due or running; again until a whole round did nothing but sweep, so
 * that jobs made by jobs are done too. Jobs that wait for a later time or a retry are left alone.
 * @throws Error naming what is still due at the limit
 */
export async function settle(platform: Platform, limitMs = LIMIT_MS): Promise<void> {
  const end = performance.now() + limitMs
  const sweeps = new Set(platform.jobs.sweepNames())
  let others = 0
  platform.jobs.onDone(({ name }) => {
    if (!sweeps.has(name)) others++
  })
  for (let before = -1; before !== others; ) {
    before = others
    await platform.jobs.poke()
    for (let due = await listDue(platform); due.length > 0; due = await listDue(platform)) {
      if (performance.now() > end) throw new Error(`still due: ${due.join(', ')}`)
      await sleep(POLL_MS)
    }
  }
}

async function listDue(platform: Platform): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select t.identifier as name from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id
    where j.locked_at is not null or (j.run_at <= now() and j.attempts < j.max_attempts)`.execute(platform.db)
  return rows.map((row) => row.name)
}
