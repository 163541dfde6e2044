import { sql } from 'kysely'
import type { Invariant } from '../../src/modules/ledger/module.ts'
import type { Db } from '../../src/platform/db/handle.ts'

/**
 * What rules report after a change that nobody could make in the right way: it is made behind the triggers, in a transaction
 * that is rolled back. So a table of plants can share one sound ledger.
 * @param plant SQL statements
 * @returns `name: detail` of every breach, in the order of the rules
 */
export async function breachesAfter(db: Db, rules: readonly Invariant[], plant: string): Promise<string[]> {
  const found: string[] = []
  const undo = new Error('rolled back')
  const work = db.transaction().execute(async (tx) => {
    await sql.raw('set local session_replication_role = replica').execute(tx)
    await sql.raw(plant).execute(tx)
    await sql.raw('set local session_replication_role = origin').execute(tx)
    for (const { name, sql: text } of rules) {
      const { rows } = await sql<{ detail: string }>`${sql.raw(text)}`.execute(tx)
      found.push(...rows.map(({ detail }) => `${name}: ${detail}`))
    }
    throw undo
  })
  await work.catch((error: unknown) => {
    if (error !== undo) throw error
  })
  return found
}

/** Which of these rules report anything after a change: what no plant breaks could as well be no rule. */
export async function brokenBy(db: Db, rules: readonly Invariant[], plant: string): Promise<Invariant[]> {
  const broken: Invariant[] = []
  for (const rule of rules) if ((await breachesAfter(db, [rule], plant)).length > 0) broken.push(rule)
  return broken
}
