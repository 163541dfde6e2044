/**
 * Notices that the other side has gone: after several failures in a row it is open for a moment, then half-open: one call
 * is let through at a time until one of them is answered. Nothing has to be reset by hand.
 */
export type Circuit = {
  /** Whether no call may be made now. */
  isOpen(): boolean
  /** Whether this call may be made; while half-open it is then the one that tries. */
  tryPass(): boolean
  /** After the rest, until a call is answered: only one is let through at a time. */
  isHalfOpen(): boolean
  succeeded(): void
  /** There was no answer. */
  failed(): void
  /**
   * An answer came that nobody can vouch for. That says nothing of the other side, and whoever can slip in a few forged
   * answers must not be able to stop all paying with them. Only when not one of many in a row could be verified is it as
   * good as gone: no payment could be confirmed.
   */
  unverified(): void
}

const FAILURES_TO_OPEN = 3
const UNVERIFIED_TO_OPEN = 20
const OPEN_MS = 5000

/** `openMs`: how long it is open. `nowMs` is machine time: how long ago something failed, never a business time. */
export function createCircuit(openMs = OPEN_MS, nowMs: () => number = () => performance.now()): Circuit {
  let failures = 0
  let unverified = 0
  /** Of the rest, or of the turn of the call that tries: one that never ends keeps the others out no longer than a rest. */
  let closedUntilMs = 0
  const isTripped = () => failures >= FAILURES_TO_OPEN || unverified >= UNVERIFIED_TO_OPEN
  const isOpen = () => isTripped() && nowMs() < closedUntilMs
  const rest = () => {
    if (isTripped()) closedUntilMs = nowMs() + openMs
  }
  return {
    isOpen,
    isHalfOpen: isTripped,
    tryPass() {
      if (isOpen()) return false
      rest()
      return true
    },
    succeeded() {
      failures = 0
      unverified = 0
    },
    failed() {
      failures += 1
      rest()
    },
    unverified() {
      failures = 0
      unverified += 1
      rest()
    },
  }
}
