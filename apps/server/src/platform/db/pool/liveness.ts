import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import type { Log } from '../../base/log.ts'
import type { Pool } from './pool.ts'

/** Same number as in the SQL function platform_is_alive. */
const LOCK_CLASS = 7_468_001
const RETRY_MS = 1000

/**
 * Distinguishes live processes from dead ones: each holds an advisory lock under its own number while it lives, and the
 * database drops the lock with the connection. SQL asks `platform_is_alive(number)`.
 */
export type Liveness = { processKey: number; start(): Promise<void>; stop(): Promise<void> }

/** One for each process; `pool` lends it one connection for good. */
export function createLiveness(pool: Pool, log: Log): Liveness {
  const processKey = randomInt(1, 2 ** 31 - 1)
  let holder: PoolClient | undefined
  let isStopped = true

  async function hold(): Promise<void> {
    const client = await pool.connect()
    client.once('error', () => {
      if (holder === client) {
        holder = undefined
        client.release(true)
        void holdAgain()
      }
    })
    try {
      await client.query('select set_config($1, $2, false)', ['idle_session_timeout', '0'])
      await client.query('select pg_advisory_lock($1, $2)', [LOCK_CLASS, processKey])
    } catch (error) {
      client.release(true)
      throw error
    }
    holder = client
  }

  async function holdAgain(): Promise<void> {
    while (!isStopped && !holder) {
      await sleep(RETRY_MS, undefined, { ref: false })
      await hold().catch((error: Error) => log.warn({ error: error.message }, 'the sign of life could not be renewed'))
    }
  }

  return {
    processKey,
    async start() {
      isStopped = false
      await hold()
    },
    async stop() {
      isStopped = true
      const client = holder
      holder = undefined
      client?.release(true)
    },
  }
}
