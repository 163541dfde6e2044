import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../base/log.ts'
import { isDatabaseDown } from './errors.ts'

const PATIENCE_MS = 60_000
const PAUSE_MS = 500

/** Does the work as soon as the database answers; gives up after a minute. Other errors come through at once. */
export async function untilDatabase<T>(work: () => Promise<T>, log: Log): Promise<T> {
  const end = performance.now() + PATIENCE_MS
  while (true) {
    try {
      return await work()
    } catch (error) {
      if (!isDatabaseDown(error) || performance.now() > end) throw error
      log.warn({ error: (error as Error).message }, 'waiting for the database')
      await sleep(PAUSE_MS)
    }
  }
}
