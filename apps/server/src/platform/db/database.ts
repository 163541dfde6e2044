import { Kysely, PostgresDialect } from 'kysely'
import type { Db } from './handle.ts'
import type { Pool } from './pool.ts'

/** The query builder over a pool. The pool's owner ends it. */
export function openDatabase(pool: Pool): Db {
  return new Kysely({ dialect: new PostgresDialect({ pool }) })
}
