/**
 * Notices that the other side has gone: after several failures in a row it is open for a moment, then one caller after
 * the other is let through again. Nothing has to be reset by hand.
 */
export type Circuit = {
  isOpen(): boolean
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
  let openUntilMs = 0
  const openIf = (isDown: boolean) => {
    if (isDown) openUntilMs = nowMs() + openMs
  }
  return {
    isOpen: () => (failures >= FAILURES_TO_OPEN || unverified >= UNVERIFIED_TO_OPEN) && nowMs() < openUntilMs,
    succeeded() {
      failures = 0
      unverified = 0
    },
    failed() {
      failures += 1
      openIf(failures >= FAILURES_TO_OPEN)
    },
    unverified() {
      failures = 0
      unverified += 1
      openIf(unverified >= UNVERIFIED_TO_OPEN)
    },
  }
}
