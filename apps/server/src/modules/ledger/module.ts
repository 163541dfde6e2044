import type { Db, Tx } from '../../platform/db/handle.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { Log } from '../../platform/log.ts'
import { INVARIANTS } from './invariants.ts'
import type { Account, BillFilter, BillLine, Invariant, Posting, Violation } from './posting.ts'
import {
  findViolations,
  insertPosting,
  insertPostingLater,
  listBillLines,
  lockBalance,
  sealCommitted,
  sumBalance,
} from './store.ts'

export type { Account, BillFilter, BillLine, BillType, Invariant, Posting, Violation } from './posting.ts'

/** Door of the ledger: appended, never changed. */
export type Ledger = {
  /** Throws when the entries do not sum to zero (a bug). `isNew` is false when the key was posted before. */
  post(tx: Tx, posting: Posting): Promise<{ isNew: boolean }>
  /**
   * Posts with the transaction's next statement or its commit. Throws at once when the entries do not sum to zero; the
   * whole transaction fails when the key was posted before (I6).
   */
  postOnce(tx: Tx, posting: Posting): Promise<void>
  /** Sum of an account's entries; 0 for an unknown one. */
  balance(db: Db | Tx, account: Account): Promise<bigint>
  /** The same, and nobody else moves the account until the transaction ends; for one order's or one person's account. */
  lockBalance(tx: Tx, account: `escrow:${string}` | `payable:${string}` | `payout:${string}`): Promise<bigint>
  listBill(userId: string, filter: BillFilter): Promise<{ lines: BillLine[]; total: number }>
  /** Adds a rule that compares the ledger with the tables of the module that calls; run by `verify` from then on. */
  addInvariant(invariant: Invariant): void
  /** Runs the invariants I1 to I12 as SQL; an empty list is a sound ledger. */
  verify(): Promise<Violation[]>
}

export type LedgerDeps = {
  db: Db
  jobs: Jobs
  log: Log
  /** Told after each verification: how many breaches there are now (metric `trove_ledger_violations`). */
  onVerified?: (violations: number) => void
}

const SEAL_EVERY_SECONDS = 5
const VERIFY_EVERY_SECONDS = 3600
const SEAL_BATCH = 2000

/** Makes the ledger and its two jobs: sealing the hash chain, and the hourly verification. */
export function createLedger({ db, jobs, log, onVerified }: LedgerDeps): Ledger {
  const invariants: Invariant[] = [...INVARIANTS]

  async function seal(): Promise<void> {
    for (;;) {
      const { sealed, head } = await sealCommitted(db, SEAL_BATCH)
      // The head in the log is a copy outside the database: who rewrites the chain must rewrite the logs too.
      if (sealed > 0) log.info({ sealed, head }, 'ledger sealed')
      if (sealed < SEAL_BATCH) return
    }
  }

  const ledger: Ledger = {
    async post(tx, posting) {
      requireBalanced(posting)
      return { isNew: await insertPosting(tx, posting) }
    },
    async postOnce(tx, posting) {
      requireBalanced(posting)
      await insertPostingLater(tx, posting)
    },
    balance: sumBalance,
    lockBalance,
    listBill: (userId, filter) => listBillLines(db, userId, filter),
    addInvariant: (invariant) => void invariants.push(invariant),
    async verify() {
      await seal()
      return findViolations(db, invariants)
    },
  }

  jobs.every('ledger.seal', SEAL_EVERY_SECONDS, seal)
  jobs.every('ledger.verify', VERIFY_EVERY_SECONDS, async () => {
    const violations = await ledger.verify()
    onVerified?.(violations.length)
    for (const violation of violations) log.error({ ...violation, alarm: 'ledger' }, 'ledger invariant broken')
  })
  return ledger
}

function requireBalanced(posting: Posting): void {
  const sumFen = posting.entries.reduce((sum, entry) => sum + entry.amountFen, 0n)
  const isSound =
    posting.entries.length >= 2 && sumFen === 0n && posting.entries.every((entry) => entry.amountFen !== 0n)
  if (!isSound)
    throw new Error(`posting ${posting.key} does not balance: ${sumFen} fen over ${posting.entries.length} entries`)
}
