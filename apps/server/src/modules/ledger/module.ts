import type { Log } from '../../platform/base/log.ts'
import type { Db, Tx } from '../../platform/db/handle.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { type Audit, type AuditFigures, createAudit } from './audit.ts'
import { INVARIANTS } from './invariants.ts'
import type { Account, BillFilter, BillPage, Invariant, Posting, Violation } from './posting.ts'
import { insertIncomingLater, insertPosting, listBillLines, lockBalance, sealCommitted, sumBalance } from './store.ts'
import type { AuditScope } from './store-audit.ts'

export type { Audit, AuditFigures } from './audit.ts'
export type { Account, BillFilter, BillLine, BillType, Invariant, Posting, Violation } from './posting.ts'

/** Door of the ledger: appended, never changed. */
export type Ledger = {
  /** Throws when the entries do not sum to zero (a bug). `isNew` is false when the key was posted before. */
  post(tx: Tx, posting: Posting): Promise<{ isNew: boolean }>
  /**
   * Posts money that comes in, many movements in one statement, with the transaction's next statement or its commit.
   * Throws at once when entries do not sum to zero. The whole transaction fails when a key was posted before (I6), or
   * when a posting takes from an account that only holds debts.
   */
  postIncoming(tx: Tx, postings: readonly Posting[]): Promise<void>
  /** Sum of an account's entries; 0 for an unknown one. */
  balance(db: Db | Tx, account: Account): Promise<bigint>
  /** The same, and nobody else moves the account until the transaction ends; for one order's or one person's account. */
  lockBalance(tx: Tx, account: `escrow:${string}` | `payable:${string}` | `payout:${string}`): Promise<bigint>
  listBill(userId: string, filter: BillFilter): Promise<BillPage>
  /** Adds a rule that compares the ledger with the tables of the module that calls; run by `verify` from then on. */
  addInvariant(invariant: Invariant): void
  /** Checks all rules, the whole hash chain among them; none broken is a sound ledger. @throws Error when one cannot be checked */
  verify(): Promise<Violation[]>
  /** The same, told with what could not be checked; without a wish the chain is followed from the beginning once a day only. */
  audit(scope?: AuditScope): Promise<Audit>
  /** What the last audit of whatever process found, and how long ago every rule was checked. */
  auditFigures(): Promise<AuditFigures>
}

export type LedgerDeps = {
  db: Db
  jobs: Jobs
  log: Log
}

const SEAL_EVERY_SECONDS = 5
const AUDIT_EVERY_SECONDS = 3600
const WATCH_EVERY_SECONDS = 600
const SEAL_BATCH = 2000

/** Makes the ledger and its jobs: sealing the hash chain, the hourly audit, and seeing to it that there is one. */
export function createLedger({ db, jobs, log }: LedgerDeps): Ledger {
  const invariants: Invariant[] = [...INVARIANTS]

  async function seal(): Promise<void> {
    for (;;) {
      const { sealed, head } = await sealCommitted(db, SEAL_BATCH)
      // The head in the log is a copy outside the database: who rewrites the chain must rewrite the logs too.
      if (sealed > 0) log.info({ sealed, head }, 'ledger sealed')
      if (sealed < SEAL_BATCH) return
    }
  }

  const audit = createAudit({ db, log, invariants, seal })

  jobs.every('ledger.seal', SEAL_EVERY_SECONDS, seal)
  jobs.every('ledger.verify', AUDIT_EVERY_SECONDS, audit.runDue)
  jobs.every('ledger.watch-audit', WATCH_EVERY_SECONDS, audit.watch)
  return {
    async post(tx, posting) {
      requireBalanced(posting)
      return { isNew: await insertPosting(tx, posting) }
    },
    async postIncoming(tx, postings) {
      postings.forEach(requireBalanced)
      if (postings.length > 0) await insertIncomingLater(tx, postings)
    },
    balance: sumBalance,
    lockBalance,
    listBill: (userId, filter) => listBillLines(db, userId, filter),
    addInvariant: (invariant) => void invariants.push(invariant),
    async verify() {
      const { violations, failures } = await audit.run('whole')
      const [failure] = failures
      if (failure) throw new Error(`${failure.invariant} could not be checked: ${failure.reason}`)
      return violations
    },
    audit: audit.run,
    auditFigures: audit.figures,
  }
}

function requireBalanced(posting: Posting): void {
  const sumFen = posting.entries.reduce((sum, entry) => sum + entry.amountFen, 0n)
  const isSound =
    posting.entries.length >= 2 && sumFen === 0n && posting.entries.every((entry) => entry.amountFen !== 0n)
  if (!isSound)
    throw new Error(`posting ${posting.key} does not balance: ${sumFen} fen over ${posting.entries.length} entries`)
}
