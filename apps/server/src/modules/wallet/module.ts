import { randomBytes } from 'node:crypto'
import type { PAYOUT_STATES } from '@trove/contract/orders/states'
import type { Log } from '../../platform/base/log.ts'
import type { Db, Tx } from '../../platform/db/handle.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { ServedRoute } from '../../platform/http/call/serve.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Sealer } from '../../platform/sealing/sealing.ts'
import type { ActSubject, Identity } from '../identity/module.ts'
import type { Ledger } from '../ledger/module.ts'
import type { Notices } from '../notices/module.ts'
import { createBinding } from './binding.ts'
import { WALLET_INVARIANTS } from './model/invariants.ts'
import type { ReceivingAccount, ReceivingProvider } from './model/receiving-provider.ts'
import { APPROVAL_ALARM_HOURS, OVERDUE_MINUTES } from './model/rules.ts'
import { createApprovals, namedPayouts } from './paying/approvals.ts'
import { createPayouts, type Payouts } from './paying/payouts.ts'
import { createPurse, type FindOrders } from './purse.ts'
import { walletRoutes } from './routes.ts'
import { countAwaiting } from './stores/store-approvals.ts'
import { deleteExpired, findBinding, forgetHold, listReleased } from './stores/store-binding.ts'
import {
  claimPayouts,
  countOverdue,
  findSent,
  listSent,
  type SentPayout,
  traceCleared,
} from './stores/store-payouts.ts'

/** Door of the wallet: the bound receiving account and payouts of cleared income. */
export type Wallet = {
  /** walletFlag of the specification (decision 12). */
  isBound(userId: string, within?: Db): Promise<boolean>
  /**
   * Called after income was cleared, in the same transaction: starts paying the payable balance out to the bound account
   * (0.10 yuan or more), or leaves it waiting: for an account, for more, or for the staff's approval. Answers what became
   * of it.
   */
  payOutCleared(tx: Tx, userId: string): Promise<'waiting' | 'awaiting-approval' | 'in-flight'>
  /** Where the income is now that a person cleared at these moments, in their order. */
  traceCleared(userId: string, at: Date[]): Promise<(typeof PAYOUT_STATES)[number][]>
  /** Payouts of these numbers that left us; for the comparison with the provider's bill. */
  findSent(numbers: string[]): Promise<SentPayout[]>
  /** Payouts paid, or come back, within [from, until). */
  listSent(from: Date, until: Date): Promise<SentPayout[]>
}

/** What the wallet asks of the modules above it; wired in app.ts. */
export type WalletNeeds = {
  /** Accrued and not yet cleared income of a seller, in fen. */
  unclearedFen(userId: string): Promise<bigint>
  findOrders: FindOrders
}

/** What only app.ts sees of the wallet. */
export type WalletParts = Wallet & {
  routes: ServedRoute[]
  /** What of it the staff acts on; app.ts registers it with identity. */
  actSubjects: ActSubject[]
  /** Binds an account without its authorisation page, through the same steps: for demo people. Does nothing when bound. */
  bindDemo(userId: string, account: ReceivingAccount, realName: string): Promise<void>
}

export type WalletDeps = WalletNeeds & {
  db: Db
  jobs: Jobs
  log: Log
  sealer: Sealer
  ledger: Ledger
  notices: Notices
  /** How the owner of an account confirms a change of it and hears of it. */
  owner: Pick<Identity, 'withOwnCode' | 'tellPhone'>
  /** Names for the staff's screens. */
  findPeople: Identity['findPeople']
  findIdsByName: Identity['findIdsByName']
  findStaff: Identity['findStaff']
  holdPerson: Identity['holdPerson']
  /** Absent while no provider is configured. */
  provider: ReceivingProvider | undefined
  publicUrl: () => string
  onOverdue?: (payouts: number) => void
  /** Called regularly with how many payouts wait for approval. */
  onAwaiting?: (payouts: number) => void
}

const SWEEP_SECONDS = 2
const ALARM_SECONDS = 60
const CLEAN_SECONDS = 3600
const BATCH = 16
const LONGEST_MS = 20_000

export function createWallet(deps: WalletDeps): WalletParts {
  const { db, ledger } = deps
  const payouts = createPayouts(deps)
  const approvals = createApprovals(deps)
  const binding = createBinding({ ...deps, payouts })
  const purse = createPurse({ ...deps, binding })
  for (const invariant of WALLET_INVARIANTS) ledger.addInvariant(invariant)
  defineSweeps(deps, payouts)
  return {
    actSubjects: [namedPayouts(deps)],
    isBound: async (userId, within = db) => (await findBinding(within, userId)) !== undefined,
    async payOutCleared(tx, userId) {
      const begun = await payouts.begin(tx, userId, 'clearing')
      return begun.outcome === 'begun' ? begun.state : 'waiting'
    },
    traceCleared: (userId, at) => traceCleared(db, userId, at),
    findSent: (numbers) => findSent(db, numbers),
    listSent: (from, until) => listSent(db, from, until),
    routes: walletRoutes({ db, binding, payouts, purse, approvals }),
    async bindDemo(userId, account, realName) {
      if (await findBinding(db, userId)) return
      const once = randomBytes(32)
      const pending = await binding.keepPending(userId, account, { stateHash: once, codeHash: once })
      await binding.bindDemo({ userId, pendingId: pending.id, realName })
    },
  }
}

/** Pays out what waited for the end of a hold. One that fails is tried again next time and keeps no other waiting. */
async function releaseHeld({ db, log }: Pick<WalletDeps, 'db' | 'log'>, payouts: Payouts): Promise<void> {
  for (const userId of await listReleased(db))
    await inTransaction(db, async (tx) => {
      await payouts.begin(tx, userId, 'owner')
      await forgetHold(tx, userId)
    }).catch((error: unknown) => log.error({ err: error, userId, alarm: 'payout' }, 'a held account was not released'))
}

function defineSweeps({ db, jobs, log, provider, onOverdue, onAwaiting }: WalletDeps, payouts: Payouts): void {
  jobs.every('wallet.clean', CLEAN_SECONDS, () => deleteExpired(db))
  jobs.every('wallet.release', ALARM_SECONDS, () => releaseHeld({ db, log }, payouts))
  if (!provider) return
  const pursueDue = async () => {
    const end = performance.now() + LONGEST_MS
    while (provider.isUp() && performance.now() < end) {
      // While one call tries whether the provider is back, others would be told that nobody answers, and be put off.
      const limit = provider.isHalfOpen() ? 1 : BATCH
      const due = await claimPayouts(db, { limit })
      await Promise.all(
        due.map((payout) =>
          payouts.pursue(payout).catch((error: unknown) => log.error({ err: error }, 'a payout failed and stays due')),
        ),
      )
      if (due.length < limit) return
    }
  }
  jobs.every('wallet.pursue', SWEEP_SECONDS, pursueDue, { lane: 'money' })
  jobs.every('wallet.alarms', ALARM_SECONDS, async () => {
    const overdue = await countOverdue(db, OVERDUE_MINUTES)
    onOverdue?.(overdue)
    if (overdue > 0) log.error({ overdue, alarm: 'payout' }, 'payouts take longer than they may')
    const { waiting, oldestHours } = await countAwaiting(db)
    onAwaiting?.(waiting)
    if (oldestHours > APPROVAL_ALARM_HOURS)
      log.error({ waiting, alarm: 'payout' }, 'payouts wait too long for approval')
  })
}
