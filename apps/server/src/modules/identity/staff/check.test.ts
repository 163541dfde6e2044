import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../test/world/database.ts'
import { noteAct } from '../../../platform/audit.ts'
import { openLog } from '../../../platform/base/log.ts'
import { openDatabase } from '../../../platform/db/database.ts'
import type { Db } from '../../../platform/db/handle.ts'
import { openPool, type Pool } from '../../../platform/db/pool/pool.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import { checkActs } from '../model/act-check.ts'
import { watchActs } from './check.ts'

let base: TestDatabase
let pool: Pool
let db: Db
beforeEach(async () => {
  base = await createTestDatabase()
  pool = openPool({ url: base.url, size: 2, log: openLog('silent'), name: 'act-check' })
  db = openDatabase(pool)
})
afterEach(async () => {
  await pool.end()
  await base.drop()
})

const DAY_HOURS = 24
const act = (id: string) =>
  inTransaction(db, (tx) => noteAct(tx, { operatorId: 'o', act: 'test', subject: { kind: 'test', id } }))
const acts = async (count: number) => {
  for (let i = 0; i < count; i++) await act(String(i))
}
const check = () => checkActs(db, DAY_HOURS)
/** Changes rows behind the triggers that keep them. */
const behindTriggers = (change: string) =>
  inTransaction(db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql.raw(change).execute(tx)
  })
const aDayLater = () => sql`update staff_act_check set whole_at = whole_at - interval '25 hours'`.execute(db)

describe('the check of what the staff did', () => {
  test('follows the chain on from the last sound act, and from the first once a day', async () => {
    expect(await check()).toBeNull()
    await acts(3)
    expect(await check()).toBeNull()
    await behindTriggers(`update staff_act set reason = 'other' where no = 2`)
    await act('later')
    // What was found sound is not hashed again until a day is over.
    expect(await check()).toBeNull()
    await aDayLater()
    expect(await check()).toBe(2n)
  })

  test('finds a change among the newest acts at once', async () => {
    await acts(2)
    await check()
    await acts(2)
    await behindTriggers('delete from staff_act where no = 3')
    expect(await check()).toBe(4n)
  })

  test('finds that a sound end was cut off, or written anew', async () => {
    await acts(3)
    await check()
    await behindTriggers('delete from staff_act where no = 3')
    expect(await check()).toBe(3n)
    await act('in its place')
    expect(await check()).toBe(3n)
  })

  test('is an alarm in the log and a figure, as long as it is broken', async () => {
    const lines: { alarm?: string; act?: string }[] = []
    let run: () => Promise<void> = async () => undefined
    const every: Jobs['every'] = (_name, _seconds, handler) => {
      run = handler
    }
    const log = openLog('info', { write: (line) => void lines.push(JSON.parse(line)) })
    const figures = watchActs({ db, jobs: { every } as Jobs, log })
    const read = (name: string) => figures.find((figure) => figure.name === name)!.read()
    expect(await read('trove_staff_acts_check_age_hours')).toBeNaN()
    await acts(2)
    await run()
    expect([await read('trove_staff_acts_broken'), lines]).toEqual([0, []])
    expect(await read('trove_staff_acts_check_age_hours')).toBeLessThan(1)
    await behindTriggers(`update staff_act set operator_id = 'nobody' where no = 1`)
    await aDayLater()
    for (const _ of [1, 2]) await run()
    expect(await read('trove_staff_acts_broken')).toBe(1)
    expect(lines.map(({ alarm, act: no }) => [alarm, no])).toEqual(Array(2).fill(['staff', '1']))
  })
})
