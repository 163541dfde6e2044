import type { Tx } from '../db/handle.ts'

/** Jobs by name; `key` keeps at most one waiting job of that key. */
export type EnqueueOptions = { key?: string; delayMs?: number; maxAttempts?: number }

/** A job that replaces a waiting one of the same key. */
export type KeyedJob = { name: string; payload: Record<string, unknown>; key: string }

/**
 * Lanes never wait for each other. `slow`: the job waits long for an outside system, such as the computer of another person. `money`:
 * payments, refunds and payouts, which no flood of other jobs may delay. `probe`: the round of each minute over all leased machines.
 */
export type JobLane = 'common' | 'slow' | 'money' | 'probe'
export type JobOptions = { lane?: JobLane }

/** What modules see of the job queue. Handlers run at least once: they must be safe to repeat. */
export type Jobs = {
  /** Adds a job in the caller's transaction: rolled back with it, run after it commits. */
  enqueue(tx: Tx, name: string, payload: Record<string, unknown>, options?: EnqueueOptions): Promise<void>
  /** Adds many by one statement, each as `enqueue` would; every lane is woken once for all of them. */
  enqueueAll(tx: Tx, added: readonly KeyedJob[]): Promise<void>
  /** Says what a job does; call before `start`. A thrown error is retried with growing pauses. */
  define(name: string, handler: (payload: Record<string, unknown>) => Promise<void>, options?: JobOptions): void
  /** Runs a handler every so often, in one process at a time over all processes. For sweeps over what is due by business time. */
  every(name: string, seconds: number, handler: () => Promise<void>, options?: JobOptions): void
  /**
   * Runs a sweep right away, or right after the given transaction commits: for rows that are their own queue. Several
   * calls are merged into one run. Should the process die before the wake-up is written, the sweep runs at its regular
   * time.
   */
  soon(sweep: string, after?: Tx): void
}
