import { ContractError } from '@trove/contract/errors'
import type { RouteSpec } from '@trove/contract/kit/route'

/** When even the quickest call of a while took this long, calls wait in line for one another. */
const LINE_MS = 250
const WHILE_MS = 100
/** A burst may make a line; one that stands this long is an overload. */
const STANDING_MS = 1_000
const FIRST_LIMIT = 256
/** Some two hundred people at once are a good day, not an overload, however slow the machine. */
const LEAST_LIMIT = 208
const MOST_LIMIT = 1024

/**
 * Keeps an overloaded process answering: only so many calls are let in at once that they need not wait long for one
 * another, the surplus is refused at once and cheaply. How many that is, is learnt from the quickest call of each tenth
 * of a second: a slow call among quick ones tells of itself, only a line makes all of them slow.
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
    /** Lets a call in, for which `leave` is owed with what this returns. Throws `service.unavailable` instead when it is too many. */
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
 * Whether a route's calls are many and short. Files and pages take their time without keeping others waiting, a
 * provider's word about money is never turned away, and the program's own doors answer whatever happens.
 */
export function isShortCall({ envelope, bodyKind }: RouteSpec): boolean {
  return envelope !== 'raw' && bodyKind !== 'multipart'
}
