import type { CompiledQuery } from 'kysely'
import { isRetryable } from './errors.ts'
import type { Db, Tx } from './handle.ts'
import { makeUnhurried } from './statements/driver.ts'

const TRIES = 3

/** Callbacks after the commit of a transaction. */
const wishes = new WeakMap<Tx, (() => void)[]>()
/** The handle each transaction was opened on. */
const databases = new WeakMap<Tx, Db>()

/**
 * Runs the work in one READ COMMITTED transaction. A deadlock or serialization failure runs it again, up to three times,
 * so the work may have no effect outside the database but the jobs it enqueues.
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const afterwards: (() => void)[] = []
    try {
      const result = await db
        .transaction()
        .setIsolationLevel('read committed')
        .execute((tx) => {
          wishes.set(tx, afterwards)
          databases.set(tx, db)
          return work(tx)
        })
      for (const wish of afterwards) wish()
      return result
    } catch (error) {
      if (attempt >= TRIES || !isRetryable(error)) throw error
    }
  }
}

/** A write whose result is not read; anything the query builder can compile. */
type Write = { compile(db: Tx): CompiledQuery }

/**
 * Writes with the next statement of the transaction or with its commit, in one message with them: for rows that only
 * have to be there when it commits. Its error is thrown by the statement it was sent with.
 */
export async function later(tx: Tx, write: Write): Promise<void> {
  await tx.executeQuery(makeUnhurried(write.compile(tx)))
}

/** Calls it once the transaction is committed, never if it is not. It must not fail, and a crash may lose it. */
export function afterCommit(tx: Tx, call: () => void): void {
  wishes.get(tx)?.push(call)
}

/** The handle a transaction of `inTransaction` was opened on. */
export function databaseOf(tx: Tx): Db | undefined {
  return databases.get(tx)
}
