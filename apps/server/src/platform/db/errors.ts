import { isStalePlan } from './statements/statement-names.ts'

/** What the database said, by its five-letter states (PostgreSQL, appendix A). */

type DatabaseError = { code?: unknown; constraint?: unknown }

const UNIQUE_VIOLATION = '23505'
const CHECK_VIOLATION = '23514'
/** serialization_failure and deadlock_detected: the whole transaction may simply be run again. */
const RETRYABLE = new Set(['40001', '40P01'])
/** The server is starting, stopping, full of connections, or gone. */
const UNAVAILABLE = new Set(['57P01', '57P02', '57P03', '53300', '08000', '08003', '08006', '08001', '08004'])
const UNREACHABLE = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND'])
const FULL = new Set(['ENOSPC', 'EDQUOT', '53100'])
const POOL_TEXTS =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection|Cannot use a pool after calling end)/
/**
 * The job library could not give fetched jobs back while it ended. It keeps the database's words, not its state, in an
 * error of its own, and leaves one promise with it to nobody. The jobs are taken from the ended runner later.
 */
const JOBS_NOT_RETURNED = /^Error occurred whilst returning jobs from local queue to database queue/

/** Whether a statement broke a unique index or key, the named one if given. */
export function isUniqueViolation(error: unknown, constraintName?: string): boolean {
  const { code, constraint } = (error ?? {}) as DatabaseError
  return code === UNIQUE_VIOLATION && (constraintName === undefined || constraint === constraintName)
}

/** Whether a statement broke the named check, of a table or of a function. */
export function isCheckViolation(error: unknown, constraintName: string): boolean {
  const { code, constraint } = (error ?? {}) as DatabaseError
  return code === CHECK_VIOLATION && constraint === constraintName
}

/** Whether running the transaction again may succeed. */
export function isRetryable(error: unknown): boolean {
  return RETRYABLE.has(String((error as DatabaseError)?.code)) || isStalePlan(error)
}

/** Whether the database cannot be reached now: an outage, not a bug. Errors that came from another process are known, too. */
export function isDatabaseDown(error: unknown): boolean {
  const { message, code, syscall } = (error ?? {}) as Record<string, unknown>
  if (typeof message !== 'string') return false
  if (typeof code === 'string') {
    if (UNAVAILABLE.has(code)) return true
    return UNREACHABLE.has(code) && (syscall === 'connect' || syscall === 'read' || syscall === 'write')
  }
  return POOL_TEXTS.test(message) || JOBS_NOT_RETURNED.test(message)
}

/** Whether a disk, ours or the database's, has no room left. */
export function isStorageFull(error: unknown): boolean {
  return FULL.has(String((error as DatabaseError)?.code))
}
