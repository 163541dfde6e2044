/**
 * The database's time between two looks at it: what it said last, carried on by this process's monotonic clock. A wrong or
 * moved clock of the process neither ends nor prolongs a token (money.md K7).
 */
export function createDatabaseTime() {
  let base: { databaseMs: number; processMs: number } | undefined
  return {
    set(databaseMs: number): void {
      base = { databaseMs, processMs: performance.now() }
    },
    /** Milliseconds since 1970, or undefined before the database was seen. */
    now(): number | undefined {
      return base && base.databaseMs + performance.now() - base.processMs
    },
  }
}
