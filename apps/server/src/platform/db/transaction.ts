import { isRetryable } from './errors.ts'
import type { Db, Tx } from './handle.ts'

const TRIES = 3

/**
 * Runs the work in one READ COMMITTED transaction. A deadlock or serialization failure runs it again, up to three times,
 * so the work may have no effect outside the database but the jobs it enqueues.
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().setIsolationLevel('read committed').execute(work)
    } catch (error) {
      if (attempt >= TRIES || !isRetryable(error)) throw error
    }
  }
}
