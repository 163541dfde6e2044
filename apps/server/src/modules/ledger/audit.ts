import type { Log } from '../../platform/base/log.ts'
import type { Db } from '../../platform/db/handle.ts'
import { chainInvariant } from './invariants.ts'
import type { Invariant, Violation } from './posting.ts'
import {
  type AuditFigures,
  type AuditScope,
  checkInvariants,
  type Failure,
  findLastAudit,
  insertAudit,
  type Place,
  readAuditFigures,
  readClock,
} from './store-audit.ts'

/** One run over all rules. `whole`: the hash chain was followed from its first seal, not only from the last verified. */
export type Audit = { scope: AuditScope; violations: Violation[]; failures: Failure[] }

/** Once a day, the hourly run of the hour before it is due included. */
const WHOLE_EVERY_HOURS = 23.5
/** The audit runs every hour: two that did not come are somebody's business. */
const LATE_HOURS = 3

const START: Place = { no: 0n, hash: Buffer.alloc(0) }

type Deps = { db: Db; log: Log; invariants: readonly Invariant[]; seal: () => Promise<void> }

/** The audit of the ledger: what it checks, how far along the chain, and what is told of it. */
export function createAudit({ db, log, invariants, seal }: Deps) {
  return { run, runDue, watch, figures: () => readAuditFigures(db) }

  /**
   * Checks every rule. The rules over tables look at all of them each time; the hash chain is followed from where the last
   * audit found it sound; from its beginning once a day, and as long as anything is broken.
   */
  async function run(wanted?: AuditScope): Promise<Audit> {
    const startedAt = await readClock(db)
    const { verified, hoursSinceWhole } = await findLastAudit(db)
    const isWholeDue = hoursSinceWhole === null || hoursSinceWhole >= WHOLE_EVERY_HOURS
    const scope = wanted ?? (isWholeDue ? 'whole' : 'since')
    const unsealed = await seal().then(
      () => [],
      (error: Error) => [{ invariant: 'sealing', reason: error.message }],
    )
    const chain = chainInvariant({ from: scope === 'whole' ? START : verified, verified })
    const { violations, failures: unchecked, head } = await checkInvariants(db, [...invariants, chain])
    const failures = [...unsealed, ...unchecked]
    const isChainSound = ![...violations, ...failures].some((each) => each.invariant === chain.name)
    await insertAudit(db, {
      scope,
      through: isChainSound ? head : verified,
      violations: violations.length,
      failed: failures.length,
      startedAt,
    })
    return { scope, violations, failures }
  }

  /** The hourly run; whatever it finds, and whatever keeps it from looking, is told. */
  async function runDue(): Promise<void> {
    const { scope, violations, failures } = await run().catch((error: unknown) => {
      log.error({ err: error, alarm: 'ledger' }, 'the audit of the ledger failed')
      throw error
    })
    for (const violation of violations) log.error({ ...violation, alarm: 'ledger' }, 'ledger invariant broken')
    for (const failure of failures)
      log.error({ ...failure, alarm: 'ledger' }, 'a ledger invariant could not be checked')
    if (violations.length + failures.length === 0) log.info({ scope }, 'the ledger is sound')
  }

  /** An audit that does not come any more says nothing itself, so somebody else asks when the last one was. */
  async function watch(): Promise<void> {
    const { ageHours } = await readAuditFigures(db)
    if (ageHours >= LATE_HOURS) log.error({ ageHours, alarm: 'ledger' }, 'the ledger was not audited for hours')
  }
}

export type { AuditFigures }
