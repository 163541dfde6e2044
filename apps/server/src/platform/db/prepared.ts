import type { Pool } from './pool.ts'

/**
 * A named prepared statement for a hot read: planned once per connection, no query building per call.
 * `name` is unique in the program; a name with two texts is refused by the driver.
 */
export function prepared<Row extends object>(
  name: string,
  text: string,
): (pool: Pool, values: unknown[]) => Promise<Row[]> {
  return async (pool, values) => (await pool.query<Row>({ name, text, values })).rows
}
