import { requireThat } from '@trove/contract/errors/codes'
import type { CaseQuery } from '@trove/contract/kit/case-list'
import type { PAYOUT_ENDS } from '@trove/contract/wallet/payout-approvals'
import { formatYuan } from '@trove/units/money'
import { noteAct } from '../../../platform/audit.ts'
import { crashPoint } from '../../../platform/base/crash-point.ts'
import type { Log } from '../../../platform/base/log.ts'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { ActSubject, Identity } from '../../identity/module.ts'
import type { Ledger } from '../../ledger/module.ts'
import type { Notices } from '../../notices/module.ts'
import { APPROVALS_NEEDED } from '../model/rules.ts'
import {
  type Decision,
  declinePayout,
  findApprovers,
  findLarge,
  insertDecision,
  type LargePayout,
  listDecisions,
  listLarge,
  listNumbers,
  lockPayout,
  releasePayout,
} from '../stores/store-approvals.ts'
import { setFailedReason } from '../stores/store-binding.ts'
import { SEND_JOB } from './payouts.ts'

type Deps = {
  db: Db
  jobs: Jobs
  log: Log
  ledger: Ledger
  notices: Notices
  findPeople: Identity['findPeople']
  findIdsByName: Identity['findIdsByName']
  findStaff: Identity['findStaff']
}

/**
 * Two people of the staff before a large payout leaves (money.md B, ADR 3). Who decides is kept in an
 * append-only trail in the same transaction as what follows from it.
 */
export function createApprovals({ db, jobs, log, ledger, notices, findPeople, findIdsByName, findStaff }: Deps) {
  return { approve, decline, list, open }

  /**
   * One person agrees; the last one needed sends the payout on its way. Whose role was taken meanwhile counts no more.
   * @throws ContractError `wallet.payout-not-found`, `wallet.own-payout`, `wallet.payout-not-waiting`,
   * `wallet.second-person-needed`
   */
  async function approve(payoutId: string, operatorId: string) {
    crashPoint('wallet.approval.before')
    const payout = await inTransaction(db, async (tx) => {
      const found = await lockWaiting(tx, payoutId, operatorId)
      const decision = { payoutId, payeeId: found.userId, operatorId, decision: 'approved' as const, reason: null }
      requireThat(await insertDecision(tx, decision), 'wallet.second-person-needed')
      if ((await findStaff(tx, await findApprovers(tx, payoutId), 'cashier')).size >= APPROVALS_NEEDED) {
        if (!(await releasePayout(tx, payoutId))) throw new Error(`payout ${payoutId} was not waiting under its lock`)
        await jobs.enqueue(tx, SEND_JOB, { payoutId }, { key: `${SEND_JOB}:${payoutId}` })
        found.state = 'in-flight'
      }
      await noteAct(tx, { operatorId, act: 'payout.approve', subject: { kind: 'payout', id: payoutId } })
      crashPoint('wallet.approval.before-commit')
      return found
    })
    crashPoint('wallet.approval.after-commit')
    log.info({ payoutId, operatorId, decision: 'approved' }, 'a payout was decided about')
    return viewOf(payout, operatorId)
  }

  /**
   * One person is enough to keep money here: it is payable again, and nothing is paid out by itself until its owner acts.
   * @throws ContractError `wallet.payout-not-found`, `wallet.own-payout`, `wallet.payout-not-waiting`
   */
  async function decline(payoutId: string, operatorId: string, reason: string) {
    crashPoint('wallet.decline.before')
    const payout = await inTransaction(db, async (tx) => {
      const found = await lockWaiting(tx, payoutId, operatorId)
      const { userId, amountFen } = found
      await insertDecision(tx, { payoutId, payeeId: userId, operatorId, decision: 'declined', reason })
      if (!(await declinePayout(tx, payoutId))) throw new Error(`payout ${payoutId} was not waiting under its lock`)
      await ledger.post(tx, {
        kind: 'payout-failed',
        key: `payout-declined:${payoutId}`,
        entries: [
          { account: `payout:${payoutId}`, amountFen },
          { account: `payable:${userId}`, amountFen: -amountFen },
        ],
      })
      await setFailedReason(tx, found.bindingId, 'declined')
      await notices.tell(tx, {
        userId,
        kind: 'wallet.payout-declined',
        params: { amount: formatYuan(amountFen), number: found.number, reason },
        link: { to: 'bill' },
        key: `wallet.payout-declined:${payoutId}`,
      })
      await noteAct(tx, { operatorId, act: 'payout.decline', subject: { kind: 'payout', id: payoutId }, reason })
      crashPoint('wallet.decline.before-commit')
      return { ...found, state: 'declined' as const }
    })
    crashPoint('wallet.decline.after-commit')
    log.warn({ payoutId, operatorId, decision: 'declined' }, 'a payout was decided about')
    return viewOf(payout, operatorId)
  }

  async function lockWaiting(tx: Tx, payoutId: string, operatorId: string): Promise<LargePayout> {
    const payout = await lockPayout(tx, payoutId)
    requireThat(payout, 'wallet.payout-not-found')
    requireThat(payout.userId !== operatorId, 'wallet.own-payout')
    requireThat(payout.state === 'awaiting-approval', 'wallet.payout-not-waiting')
    return payout
  }

  async function list(query: CaseQuery & { end?: (typeof PAYOUT_ENDS)[number] | undefined }, operatorId: string) {
    const personIds = await findIdsByName(query.keyword ?? '')
    const { payouts, total } = await listLarge(db, { ...query, operatorId, personIds })
    return { content: await viewsOf(payouts, operatorId), totalElements: total }
  }

  /** @throws ContractError `wallet.payout-not-found` when nobody had or has to decide about it */
  async function open(payoutId: string, operatorId: string) {
    const payout = await findLarge(db, payoutId)
    requireThat(payout, 'wallet.payout-not-found')
    return viewOf(payout, operatorId)
  }

  async function viewOf(payout: LargePayout, operatorId: string) {
    return (await viewsOf([payout], operatorId))[0]!
  }

  async function viewsOf(payouts: LargePayout[], operatorId: string) {
    const decisions = await listDecisions(
      db,
      payouts.map((payout) => payout.id),
    )
    const ids = [...payouts.map((payout) => payout.userId), ...decisions.map((decision) => decision.operatorId)]
    const people = await findPeople([...new Set(ids)])
    const card = (id: string) => people.get(id) ?? { id, nickName: '', headImgUrl: null, isDemo: false }
    return payouts.map((payout) => {
      const own = decisions.filter((decision) => decision.payoutId === payout.id)
      return {
        id: payout.id,
        number: payout.number,
        amount: formatYuan(payout.amountFen),
        state: payout.state,
        payee: card(payout.userId),
        createdAt: payout.createdAt.toISOString(),
        approvalsNeeded: APPROVALS_NEEDED,
        decisions: own.map((decision) => ({ ...wireOf(decision), operator: card(decision.operatorId) })),
        ...mayOf(payout, own, operatorId),
      }
    })
  }
}

export type ApprovalService = ReturnType<typeof createApprovals>

/** What the record of acts calls a payout: by its payee and its number. */
export function namedPayouts({ db, findPeople }: Pick<Deps, 'db' | 'findPeople'>): ActSubject {
  return {
    kind: 'payout',
    async findNames(ids) {
      const payouts = await listNumbers(db, ids)
      const people = await findPeople([...new Set(payouts.map(({ userId }) => userId))])
      const nameOf = (userId: string) => people.get(userId)?.nickName
      return new Map(
        payouts.map(({ id, number, userId }) => [id, [nameOf(userId), number].filter(Boolean).join(' · ')]),
      )
    },
  }
}

/** What this person may still do about a payout; the routes decide again under the lock. */
function mayOf(payout: LargePayout, decisions: Decision[], operatorId: string) {
  const mayDecline = payout.state === 'awaiting-approval' && payout.userId !== operatorId
  const hasApproved = decisions.some((each) => each.operatorId === operatorId && each.decision === 'approved')
  return { mayApprove: mayDecline && !hasApproved, mayDecline }
}

function wireOf({ decision, reason, decidedAt }: Decision) {
  return { decision, reason, decidedAt: decidedAt.toISOString() }
}
