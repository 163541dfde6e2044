import {
  AUDIT_FAILED_MAX,
  AUDIT_GOOD_AGAIN,
  AUDIT_LOOKED_AT,
  AUDIT_SAMPLES_MIN,
  AUDIT_WRONG_MAX,
  type AuditOutcome,
  type NodeScore,
} from '@trove/contract/storage/audits'

/** What follows from samples and proofs of a node (ADR 21). Pure. */

export type Judged = Exclude<AuditOutcome, 'unknown'>
export type Standing = 'good' | 'paused'
type Counts = Pick<NodeScore, 'samples' | 'proofs'>

/**
 * Whether a node is paused after its newest samples.
 * @param now how it stands
 * @param newest outcomes since it came to stand so, newest first; unknown ones left out
 */
export function standingAfter(now: Standing, newest: readonly Judged[]): Standing {
  if (now === 'paused') {
    const last = newest.slice(0, AUDIT_GOOD_AGAIN)
    return last.length === AUDIT_GOOD_AGAIN && last.every((outcome) => outcome === 'given') ? 'good' : 'paused'
  }
  const last = newest.slice(0, AUDIT_LOOKED_AT)
  const count = (is: (outcome: Judged) => boolean) => last.filter(is).length
  const hasFailed =
    count((outcome) => outcome !== 'given') >= AUDIT_FAILED_MAX ||
    count((outcome) => outcome === 'wrong') >= AUDIT_WRONG_MAX
  return hasFailed ? 'paused' : 'good'
}

/** Whole percent, rounded down: whatever was missed shows. Null while there are too few samples. */
export function scoreOf({ samples, proofs }: Counts): number | null {
  if (samples.asked < AUDIT_SAMPLES_MIN) return null
  const connected = samples.asked - samples.absent
  if (connected === 0) return 0
  const due = proofs.given + proofs.missed
  // Uptime times retrieval is what was given of all that was asked; one division each keeps it exact.
  const [given, kept, of] = [samples.given, due === 0 ? 1 : proofs.given, samples.asked * (due === 0 ? 1 : due)]
  return Math.floor((100 * given * kept) / of)
}

/** What keeps a score below 100, the largest part first; of two as large the one that was named first. */
export function faultsOf({ samples, proofs }: Counts): NodeScore['faults'] {
  const connected = samples.asked - samples.absent
  const all: NodeScore['faults'] = [
    { fault: 'wrong', count: samples.wrong, of: connected },
    { fault: 'silent', count: samples.silent, of: connected },
    { fault: 'absent', count: samples.absent, of: samples.asked },
    { fault: 'missed', count: proofs.missed, of: proofs.given + proofs.missed },
  ]
  return all.filter(({ count }) => count > 0).sort((one, other) => other.count / other.of - one.count / one.of)
}
