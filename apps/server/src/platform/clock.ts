import { sql } from 'kysely'
import type { Db, Tx } from './db/handle.ts'

/** Business time: database time plus an offset that only the embedded world may move. */
export type Clock = {
  now(db: Db | Tx): Promise<Date>
  /** Moves business time forward for good. @throws Error when the world has no movable clock */
  advance(db: Db, ms: number): Promise<Date>
}

/** `isMovable` comes from the configuration (DEV_CLOCK in the embedded world). */
export function createClock(isMovable: boolean): Clock {
  return {
    async now(db) {
      const { rows } = await sql<{ now: Date }>`select business_now() as now`.execute(db)
      return rows[0]!.now
    },
    async advance(db, ms) {
      if (!isMovable) throw new Error('business time cannot be moved here')
      if (!Number.isSafeInteger(ms) || ms < 0)
        throw new Error('business time only moves forward, by whole milliseconds')
      await sql`update platform_clock set offset_ms = offset_ms + ${ms}`.execute(db)
      return this.now(db)
    },
  }
}
