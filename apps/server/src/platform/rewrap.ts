import { sql } from 'kysely'
import type { Log } from './base/log.ts'
import type { Db } from './db/handle.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Figure } from './metrics.ts'
import type { Sealer } from './sealing/sealing.ts'

/**
 * Changing the key-encrypting key while the program runs (money.md K13). The operation, in three settings, each
 * for all processes: `KEK=old KEK_NEXT=new`, so that every process opens what the next key will seal; `KEK=new,old`, upon
 * which the
 * job here wraps what lies under the old key anew; `KEK=new`, once `trove_sealed_under_old_keys` is 0.
 */

const REWRAP_SECONDS = 60
const BATCH = 200

/** A sealed column: bytes, and a name that ends in `_sealed`. The database's own list, so that no new one is forgotten. */
export type SealedColumn = { table: string; column: string }

export async function listSealedColumns(db: Db): Promise<SealedColumn[]> {
  const { rows } = await sql<SealedColumn>`
    select c.table_name as "table", c.column_name as "column"
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type = 'bytea'
      and c.column_name like '%\\_sealed' order by 1, 2`.execute(db)
  return rows
}

/** True of values that none of these keys wraps; the key's name stands behind its length in the header. */
function isUnderOther(column: string, keyIds: readonly string[]) {
  const of = sql.ref(`t.${column}`)
  const names = keyIds.map((id) => Buffer.from(id, 'ascii'))
  return sql<boolean>`${of} is not null and length(${of}) > 2
    and substring(${of} from 3 for get_byte(${of}, 1)) <> all (${names}::bytea[])`
}

/** How many values lie under older keys, by `table.column`; those with none are left out. */
export async function countUnderOldKeys(db: Db, sealer: Sealer): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { table, column } of await listSealedColumns(db)) {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from ${sql.table(table)} t where ${isUnderOther(column, sealer.freshKeyIds)}`.execute(
      db,
    )
    if (rows[0]!.n > 0) counts[`${table}.${column}`] = rows[0]!.n
  }
  return counts
}

export type Rewrapped = { done: number; left: number }

/** Wraps every value that lies under an older key anew. What changes meanwhile is left to the next run. */
export async function rewrapAll(db: Db, sealer: Sealer, log: Log): Promise<Rewrapped> {
  let done = 0
  for (const sealed of await listSealedColumns(db)) done += await rewrapColumn(db, sealer, log, sealed)
  const counts = await countUnderOldKeys(db, sealer)
  const left = Object.values(counts).reduce((sum, n) => sum + n, 0)
  return { done, left }
}

async function rewrapColumn(db: Db, sealer: Sealer, log: Log, { table, column }: SealedColumn): Promise<number> {
  let done = 0
  for (let after = '(0,0)'; ; ) {
    const { rows } = await sql<{ place: string; value: Buffer }>`
      select t.ctid::text as place, ${sql.ref(`t.${column}`)} as value from ${sql.table(table)} t
      where t.ctid > ${after}::tid and ${isUnderOther(column, sealer.freshKeyIds)} order by t.ctid limit ${BATCH}`.execute(
      db,
    )
    for (const { place, value } of rows) {
      const fresh = await sealer.rewrap(value).catch((error: Error) => {
        log.error({ table, column, reason: error.message }, 'a sealed value cannot be wrapped anew')
      })
      if (!fresh) continue
      // The value decides with the place: a row that changed meanwhile is found again by the next run.
      const { numAffectedRows } = await sql`update ${sql.table(table)} as t set ${sql.ref(column)} = ${fresh}
        where t.ctid = ${place}::tid and ${sql.ref(`t.${column}`)} = ${value}`.execute(db)
      done += Number(numAffectedRows)
    }
    const last = rows.at(-1)
    if (!last || rows.length < BATCH) return done
    after = last.place
  }
}

/**
 * While the configuration names several keys: looks every minute, and at each start, for values under older ones. Until a
 * process has looked to the end, its figure is no number: 0 says that the old key is needed no more.
 */
export function defineRewrap(jobs: Jobs, { db, sealer, log }: { db: Db; sealer: Sealer; log: Log }): Figure {
  let underOld = Number.NaN
  if (sealer.hasOlderKeys)
    jobs.every('platform.rewrap', REWRAP_SECONDS, async () => {
      const { done, left } = await rewrapAll(db, sealer, log)
      underOld = left
      if (done > 0) log.info({ done, left, key: sealer.freshKeyIds[0] }, 'sealed values were wrapped by the newest key')
    })
  return {
    name: 'trove_sealed_under_old_keys',
    help: 'Sealed values that an older key wraps, at the last look of this process; NaN before it has looked, or where it never does',
    read: () => underOld,
  }
}
