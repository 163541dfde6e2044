import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import type { Db } from './handle.ts'
import type { Pool } from './pool.ts'
import { statementNames } from './prepared.ts'
import { isStalePlan } from './statement-names.ts'
import { canKeepStatements } from './unprepared.ts'

/**
 * The query builder over a pool, whose owner ends it. Statements that come again are prepared once per connection,
 * unless the pool keeps none.
 */
export function openDatabase(pool: Pool): Db {
  if (!canKeepStatements(pool)) return new Kysely({ dialect: new PostgresDialect({ pool }) })
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  const connect = async () => {
    const client = await pool.connect()
    const known = clients.get(client) ?? named(client)
    clients.set(client, known)
    return known
  }
  const end = () => pool.end()
  return new Kysely({ dialect: new PostgresDialect({ pool: { connect, end, options: pool.options } }) })
}

/** A connection that runs statements with values under their names. */
function named(client: pg.PoolClient): PostgresPoolClient {
  async function query(text: string, values: readonly unknown[]) {
    const name = values.length > 0 ? statementNames.nameOf(text) : undefined
    if (name === undefined) return client.query(text, values as unknown[])
    try {
      return await client.query({ name, text, values: values as unknown[] })
    } catch (error) {
      if (!isStalePlan(error)) throw error
      statementNames.rename()
      // Inside a transaction this fails as well, and the transaction is run again as a whole.
      return client.query(text, values as unknown[]).catch(() => Promise.reject(error))
    }
  }
  // Cursors, the other thing a connection may be asked for, are not configured above.
  const release = (isBroken?: boolean) => client.release(isBroken)
  return { query: query as unknown as PostgresPoolClient['query'], release }
}
