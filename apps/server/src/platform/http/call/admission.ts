import { ContractError } from '@trove/contract/errors/codes'
import type { RouteSpec } from '@trove/contract/kit/route'

/** When even the fastest call of an interval took this long, requests are queueing. */
const LINE_MS = 250
const WHILE_MS = 100
/** A burst may cause a queue; one that lasts this long is an overload. */
const STANDING_MS = 1_000
const FIRST_LIMIT = 256
/** Some two hundred concurrent calls are never treated as an overload, however slow the machine. */
const LEAST_LIMIT = 208
const MOST_LIMIT = 1024

/**
 * Load shedding with an adaptive concurrency limit: calls above it are refused at once and cheaply. The limit follows the
 * fastest call per 100 ms. One slow call among fast ones means nothing; if even the fastest is slow, requests are
 * queueing.
 */
export function createAdmission(nowMs: () => number = () => performance.now()) {
  let limit = FIRST_LIMIT
  let underWay = 0
  let sinceMs = nowMs()
  let quickestMs = Number.POSITIVE_INFINITY
  let hasRefused = false
  let lineSinceMs: number | undefined

  function learn(now: number): void {
    if (quickestMs > LINE_MS) {
      lineSinceMs ??= now
      if (now - lineSinceMs >= STANDING_MS) limit = Math.max(LEAST_LIMIT, Math.floor(limit * 0.8))
    } else {
      lineSinceMs = undefined
      if (hasRefused || limit < FIRST_LIMIT) limit = Math.min(MOST_LIMIT, Math.ceil(limit * 1.1))
    }
    sinceMs = now
    quickestMs = Number.POSITIVE_INFINITY
    hasRefused = false
  }

  return {
    /**
     * Admits a call; the caller passes the returned value to `leave` when it ends.
     * @throws ContractError `service.unavailable` above the limit
     */
    enter(): number {
      if (underWay >= limit) {
        hasRefused = true
        throw new ContractError('service.unavailable')
      }
      underWay++
      return nowMs()
    },
    leave(enteredMs: number): void {
      underWay--
      const now = nowMs()
      quickestMs = Math.min(quickestMs, now - enteredMs)
      if (now - sinceMs >= WHILE_MS) learn(now)
    },
  }
}

export type Admission = ReturnType<typeof createAdmission>

/**
 * Whether a route counts towards the limit: its calls are many and short. Files and pages are slow without delaying
 * others, a provider's notification about money is never refused, and the system routes always respond.
 */
export function isShortCall({ envelope, bodyKind }: RouteSpec): boolean {
  return envelope !== 'raw' && bodyKind !== 'multipart'
}
