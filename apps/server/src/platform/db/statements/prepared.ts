import type { Pool } from '../pool/pool.ts'
import { canKeepStatements } from '../pool/unprepared.ts'
import { NamedRead } from './named-read.ts'
import { createStatementNames, isStalePlan } from './statement-names.ts'

/** Names of all statements of this process that the database keeps plans of. */
export const statementNames = createStatementNames()

/** The pool takes a query of our own making as it takes a text; its types do not say so. */
async function read<Row extends object>(pool: Pool, query: NamedRead): Promise<Row[]> {
  return (await pool.query<Row>(query as unknown as string)).rows
}

/** Runs a named statement outside any transaction; once more if a migration made its kept plan stale. */
export async function runNamed<Row extends object>(
  pool: Pool,
  { name, text, values }: { name: string; text: string; values: unknown[] },
): Promise<Row[]> {
  if (!canKeepStatements(pool)) return (await pool.query<Row>({ text, values })).rows
  try {
    return await read<Row>(pool, new NamedRead(statementNames.latest(name), text, values))
  } catch (error) {
    if (!isStalePlan(error)) throw error
    statementNames.rename()
    return read<Row>(pool, new NamedRead(statementNames.latest(name), text, values))
  }
}

/**
 * A named prepared statement for a hot read: planned once per connection, no query building per call.
 * `name` is unique in the program; a name with two texts is refused by the driver.
 */
export function prepared<Row extends object>(
  name: string,
  text: string,
): (pool: Pool, values: unknown[]) => Promise<Row[]> {
  return (pool, values) => runNamed<Row>(pool, { name, text, values })
}
