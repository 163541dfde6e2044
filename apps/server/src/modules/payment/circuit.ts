/**
 * Notices that the other side has gone: after several failures in a row it is open for a moment, then one caller after
 * the other is let through again. Nothing has to be reset by hand.
 */
export type Circuit = {
  isOpen(): boolean
  succeeded(): void
  failed(): void
}

const FAILURES_TO_OPEN = 3
const OPEN_MS = 5000

/** `nowMs` is machine time: how long ago something failed, never a business time. */
export function createCircuit(nowMs: () => number = () => performance.now()): Circuit {
  let failures = 0
  let openUntilMs = 0
  return {
    isOpen: () => failures >= FAILURES_TO_OPEN && nowMs() < openUntilMs,
    succeeded() {
      failures = 0
    },
    failed() {
      failures += 1
      if (failures >= FAILURES_TO_OPEN) openUntilMs = nowMs() + OPEN_MS
    },
  }
}
