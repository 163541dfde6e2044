import pg from 'pg'
import type { Log } from '../../base/log.ts'
import { keepNoStatements } from './unprepared.ts'

export type Pool = pg.Pool

const INT8 = 20
const INT8_ARRAY = 1016

/** int8 as bigint: money is fen in int8, and a float would round it. Everything else as pg does it (timestamps as Date). */
const readers = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (format !== 'binary' && oid === INT8) return BigInt
    const reader = pg.types.getTypeParser(oid, format as 'text')
    if (format !== 'binary' && oid === INT8_ARRAY)
      return (text: string) => (reader(text) as unknown as string[]).map(BigInt)
    return reader
  },
} as pg.CustomTypesConfig

const STATEMENT_MS = 30_000
const KEEP_ALIVE_MS = 30_000
/**
 * Compiling a statement costs more than any of ours takes: folding the market's counts took 650 ms in place of 60, every
 * two seconds, because its cost is guessed far too high.
 */
const SESSION = ['jit=off']
const KEPT_PLANS = 'plan_cache_mode=force_generic_plan'

export type PoolOptions = {
  url: string
  size: number
  log: Log
  name: string
  hasPlainTypes?: boolean
  statementMs?: number
  keepsStatements?: boolean
  keepsPlans?: boolean
}

/**
 * Opens a pool. A connection lost while idle is logged and replaced; without the listener it would end the process.
 * `hasPlainTypes` leaves int8 as text, for libraries that expect it;
 * `statementMs` 0 lets a statement take as long as it needs; `keepsStatements` false prepares none.
 * `keepsPlans`: a prepared statement is planned once, for values it has not seen. For statements whose values never make
 * another plan better, as a queue's; searches of the market need theirs.
 */
export function openPool(options: PoolOptions): Pool {
  const { url, size, log, name, hasPlainTypes, statementMs = STATEMENT_MS } = options
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    application_name: `trove-${name}`,
    connectionTimeoutMillis: 10_000,
    // One that was dropped in silence is noticed: live updates only ever listen on theirs.
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    idleTimeoutMillis: 60_000,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: 60_000,
    ...(hasPlainTypes ? {} : { types: readers }),
    options: [...SESSION, ...(options.keepsPlans ? [KEPT_PLANS] : [])].map((setting) => `-c ${setting}`).join(' '),
  })
  pool.on('error', (error) => log.warn({ error: error.message, pool: name }, 'idle database connection lost'))
  pool.on('connect', (client) => {
    client.on('error', (error) => log.warn({ error: error.message, pool: name }, 'database connection lost'))
  })
  if (options.keepsStatements === false) keepNoStatements(pool)
  return pool
}
