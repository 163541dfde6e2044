import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { Db } from './handle.ts'
import type { Pool } from './pool/pool.ts'
import { canKeepStatements } from './pool/unprepared.ts'
import { createDriver } from './statements/driver.ts'

/**
 * The query builder over a pool, whose owner ends it. Statements that come again are prepared once per connection,
 * unless the pool keeps none.
 */
export function openDatabase(pool: Pool): Db {
  const hasNames = canKeepStatements(pool)
  return new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => createDriver(pool, hasNames),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
}
