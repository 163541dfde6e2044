import { fill } from '@trove/messages/kit/say'
import { providerTexts } from '@trove/messages/money/payment'
import { formatYuan } from '@trove/units/money'
import { crashPoint } from '../../../platform/base/crash-point.ts'
import { newId } from '../../../platform/base/id.ts'
import type { Log } from '../../../platform/base/log.ts'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { Sealer } from '../../../platform/sealing/sealing.ts'
import type { Identity } from '../../identity/module.ts'
import type { Ledger } from '../../ledger/module.ts'
import type { Notices } from '../../notices/module.ts'
import type { PayoutProvider, TransferAnswer } from '../model/receiving-provider.ts'
import { needsApproval, nextWatch, payoutAmount, retryAfterMs } from '../model/rules.ts'
import { type Binding, getBindingById, lockBinding, setFailedReason } from '../stores/store-binding.ts'
import {
  claimPayouts,
  findLive,
  insertPayout,
  type LiveState,
  movePayout,
  type Payout,
  planAsk,
  planWatch,
  sumSentAlone,
} from '../stores/store-payouts.ts'

export const SEND_JOB = 'wallet.send-payout'
const REFUSED_MS = 10 * 60_000

/** `awaiting-approval`: nothing is sent before two people of the staff agreed. */
export type Begun =
  | { outcome: 'begun' | 'under-way'; payoutId: string; state: LiveState }
  | { outcome: 'waiting' }
  | { outcome: 'held' }

/** Paying people out: every step one guarded transaction, every call to the provider safe to repeat. */
export type Payouts = {
  /**
   * Takes the payable balance into a payout, if an account is bound and not held, none is under way and it is 0.10 yuan
   * or more.
   */
  begin(tx: Tx, userId: string, by: 'owner' | 'clearing'): Promise<Begun>
  /** Sends or asks about a claimed payout and applies what the provider says. */
  pursue(payout: Payout): Promise<void>
}

type Deps = {
  db: Db
  jobs: Jobs
  log: Log
  ledger: Ledger
  notices: Notices
  sealer: Sealer
  holdPerson: Identity['holdPerson']
  provider: PayoutProvider | undefined
}

export function createPayouts({ db, jobs, log, ledger, notices, sealer, holdPerson, provider }: Deps): Payouts {
  jobs.define(
    SEND_JOB,
    async ({ payoutId }) => {
      for (const payout of await claimPayouts(db, { id: String(payoutId) })) await pursue(payout)
    },
    { lane: 'money' },
  )
  return { begin, pursue }

  async function begin(tx: Tx, userId: string, by: 'owner' | 'clearing'): Promise<Begun> {
    // The balance before the binding: whoever clears holds the balance already and comes for the binding next.
    const payableFen = -(await ledger.lockBalance(tx, `payable:${userId}`))
    const binding = await lockBinding(tx, userId)
    if (!binding) return { outcome: 'waiting' }
    const underWay = await findLive(tx, userId)
    if (underWay) return { outcome: 'under-way', payoutId: underWay.id, state: underWay.state }
    if (binding.heldUntil) return { outcome: 'held' }
    // An account that was refused would be refused again with every clearing: its owner has to look at it first.
    if (by === 'clearing' && binding.failedReason !== null) return { outcome: 'waiting' }
    const amountFen = payoutAmount(payableFen)
    if (amountFen === undefined) return { outcome: 'waiting' }
    crashPoint('wallet.payout.before-begin')
    const id = newId()
    const number = `P-${id}`
    const state = needsApproval(amountFen, await sumSentAlone(tx, userId)) ? 'awaiting-approval' : 'in-flight'
    await insertPayout(tx, { id, number, userId, bindingId: binding.id, amountFen, state })
    await ledger.post(tx, {
      kind: 'payout-begun',
      key: `payout-begun:${id}`,
      entries: [
        { account: `payable:${userId}`, amountFen },
        { account: `payout:${id}`, amountFen: -amountFen },
      ],
      bill: [{ userId, type: 'payout', amountFen: -amountFen, reference: number }],
    })
    if (state === 'in-flight') await jobs.enqueue(tx, SEND_JOB, { payoutId: id }, { key: `${SEND_JOB}:${id}` })
    else await tell(tx, { id, number, userId, amountFen }, 'wallet.payout-awaiting', {})
    crashPoint('wallet.payout.after-begin')
    return { outcome: 'begun', payoutId: id, state }
  }

  async function pursue(payout: Payout): Promise<void> {
    if (!provider) return
    if (payout.state === 'paid') return watch(payout)
    const binding = await getBindingById(db, payout.bindingId)
    if (!binding?.accountSealed) throw new Error(`payout ${payout.id} has lost its account`)
    const answer = await sendOrAsk(payout, binding, provider)
    await apply(payout, answer)
  }

  /**
   * The first time it is sent. Later the provider is asked first, and sent the same once more only when it knows nothing
   * of it: never a new number, and never a failure believed while an earlier call may have worked.
   */
  async function sendOrAsk(payout: Payout, binding: Binding, to: PayoutProvider): Promise<TransferAnswer> {
    if (payout.asks > 1) {
      const known = await to.transferQuery(payout.number)
      if (known.outcome !== 'absent') return known
    }
    const [accountId, realName] = await Promise.all([
      sealer.open(binding.accountSealed, `wallet_binding.account:${binding.id}`),
      sealer.open(binding.realNameSealed, `wallet_binding.real_name:${binding.id}`),
    ])
    crashPoint('wallet.payout.before-send')
    const answer = await to.transfer({
      number: payout.number,
      amountFen: payout.amountFen,
      accountId,
      accountKind: binding.accountKind,
      realName,
      title: fill(providerTexts.payoutTitle, 'zh-CN', { number: payout.number }),
    })
    crashPoint('wallet.payout.after-send')
    return answer
  }

  async function apply(payout: Payout, answer: TransferAnswer): Promise<void> {
    const about = { payoutId: payout.id, asks: payout.asks }
    switch (answer.outcome) {
      case 'paid':
        return paid(payout, answer.providerOrderId)
      case 'failed':
      case 'returned':
        return failed(payout, answer.reason)
      case 'refused':
        log.error({ ...about, reason: answer.reason, alarm: 'payout' }, 'a payout is refused for a reason on our side')
        return planAsk(db, payout.id, REFUSED_MS, answer.reason)
      default:
        log.warn({ ...about, outcome: answer.outcome }, 'the outcome of a payout is not known yet')
        return planAsk(db, payout.id, retryAfterMs(payout.asks), answer.outcome)
    }
  }

  async function paid(payout: Payout, providerOrderId: string): Promise<void> {
    const { id, userId, amountFen } = payout
    await inTransaction(db, async (tx) => {
      if (!(await movePayout(tx, id, 'in-flight', { state: 'paid', providerOrderId }))) return
      await ledger.post(tx, {
        kind: 'payout-done',
        key: `payout-done:${id}`,
        entries: [
          { account: `payout:${id}`, amountFen },
          { account: 'alipay', amountFen: -amountFen },
        ],
      })
      // What was cleared meanwhile, or was above the limit of one transfer. The account has just shown that it works.
      await begin(tx, userId, 'owner')
      await setFailedReason(tx, payout.bindingId, null)
      await tell(tx, payout, 'wallet.payout-done', {})
      crashPoint('wallet.payout.before-paid-commit')
    })
    crashPoint('wallet.payout.after-paid-commit')
  }

  async function failed(payout: Payout, reason: string): Promise<void> {
    const { id, userId, amountFen } = payout
    await inTransaction(db, async (tx) => {
      if (!(await movePayout(tx, id, 'in-flight', { state: 'failed', reason }))) return
      await ledger.post(tx, {
        kind: 'payout-failed',
        key: `payout-failed:${id}`,
        entries: [
          { account: `payout:${id}`, amountFen },
          { account: `payable:${userId}`, amountFen: -amountFen },
        ],
      })
      await setFailedReason(tx, payout.bindingId, reason)
      await tell(tx, payout, 'wallet.payout-failed', { reason })
      crashPoint('wallet.payout.before-failed-commit')
    })
    crashPoint('wallet.payout.after-failed-commit')
  }

  /** A paid transfer can come back: then it never happened, and the income is payable again. */
  async function watch(payout: Payout): Promise<void> {
    const answer = await provider!.transferQuery(payout.number)
    if (answer.outcome !== 'returned') {
      if (answer.outcome === 'failed' || answer.outcome === 'absent') {
        const about = { payoutId: payout.id, outcome: answer.outcome, alarm: 'payout' }
        log.error(about, 'the provider denies a payout it had called paid: a person has to look')
      }
      const isAnswered = answer.outcome === 'paid'
      const next = isAnswered ? nextWatch(payout.endedAt!, payout.now) : new Date(payout.now.getTime() + REFUSED_MS)
      return planWatch(db, payout.id, next)
    }
    const isUnclaimed = await inTransaction(db, (tx) => takeBack(tx, payout, answer.reason))
    crashPoint('wallet.payout.after-returned-commit')
    if (isUnclaimed) log.error({ payoutId: payout.id, alarm: 'payout' }, 'a payout came back and its payee is gone')
  }

  /** The money is ours to keep for its payee; for somebody who is gone the staff has to find what becomes of it. */
  async function takeBack(tx: Tx, payout: Payout, reason: string): Promise<boolean> {
    const { id, userId, amountFen, number } = payout
    const isUnclaimed = !(await holdPerson(tx, userId))
    if (!(await movePayout(tx, id, 'paid', { state: 'failed', reason, isUnclaimed }))) return false
    await ledger.post(tx, {
      kind: 'payout-failed',
      key: `payout-returned:${id}`,
      // What lies in suspense is told by the number it is about.
      orderId: isUnclaimed ? number : undefined,
      entries: [
        { account: 'alipay', amountFen },
        { account: isUnclaimed ? 'suspense' : `payable:${userId}`, amountFen: -amountFen },
      ],
    })
    if (!isUnclaimed) {
      await setFailedReason(tx, payout.bindingId, reason)
      await tell(tx, payout, 'wallet.payout-failed', { reason })
    }
    crashPoint('wallet.payout.before-returned-commit')
    return isUnclaimed
  }

  function tell(
    tx: Tx,
    payout: Pick<Payout, 'id' | 'number' | 'userId' | 'amountFen'>,
    kind: 'wallet.payout-awaiting' | 'wallet.payout-done' | 'wallet.payout-failed',
    more: Record<string, string>,
  ): Promise<void> {
    const params = { amount: formatYuan(payout.amountFen), number: payout.number, ...more }
    return notices.tell(tx, { userId: payout.userId, kind, params, link: { to: 'bill' }, key: `${kind}:${payout.id}` })
  }
}
