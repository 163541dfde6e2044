import type { Pool } from './pool.ts'
import { createStatementNames, isStalePlan } from './statement-names.ts'
import { canKeepStatements } from './unprepared.ts'

/** Names of all statements of this process that the database keeps plans of. */
export const statementNames = createStatementNames()

/** Runs a named statement outside any transaction; once more if a migration made its kept plan stale. */
export async function runNamed<Row extends object>(
  pool: Pool,
  { name, text, values }: { name: string; text: string; values: unknown[] },
): Promise<Row[]> {
  if (!canKeepStatements(pool)) return (await pool.query<Row>({ text, values })).rows
  try {
    return (await pool.query<Row>({ name: statementNames.latest(name), text, values })).rows
  } catch (error) {
    if (!isStalePlan(error)) throw error
    statementNames.rename()
    return (await pool.query<Row>({ name: statementNames.latest(name), text, values })).rows
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
