import { requireThat } from '@trove/contract/errors/codes'
import { formatYuan } from '@trove/units/money'
import { noteAct } from '../../../platform/audit.ts'
import { crashPoint } from '../../../platform/base/crash-point.ts'
import { newId } from '../../../platform/base/id.ts'
import type { Log } from '../../../platform/base/log.ts'
import type { Db } from '../../../platform/db/handle.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Identity } from '../../identity/module.ts'
import type { Ledger } from '../../ledger/module.ts'
import {
  type Adjustment,
  findAdjustment,
  insertDecision,
  insertProposal,
  listAdjustments,
  type Proposal,
} from './store-adjustments.ts'
import { findDifference, settleDifference } from './store-report.ts'

const ACTS = { withdrawn: 'withdraw', declined: 'decline' } as const

type Deps = {
  db: Db
  log: Log
  ledger: Pick<Ledger, 'post'>
  findPeople: Identity['findPeople']
  findStaff: Identity['findStaff']
}

/**
 * Putting right what reconciliation found (docs/adr/0007): one of the staff proposes, another agrees, and the posting is
 * made in the transaction of that agreement. The trail of both is append-only.
 */
export function createAdjustments({ db, log, ledger, findPeople, findStaff }: Deps) {
  return { propose, agree, decline, list, open }

  /** @throws ContractError `payment.adjustment-accounts`, `payment.difference-not-found`, `payment.difference-settled` */
  async function propose(ask: Omit<Proposal, 'id' | 'proposerId'>, operatorId: string) {
    requireThat(ask.debit !== ask.credit, 'payment.adjustment-accounts')
    const id = newId()
    const { differenceId } = ask
    await inTransaction(db, async (tx) => {
      if (differenceId) {
        const difference = await findDifference(tx, differenceId)
        requireThat(difference, 'payment.difference-not-found')
        requireThat(difference.settledAt === null, 'payment.difference-settled')
      }
      await insertProposal(tx, { ...ask, id, proposerId: operatorId })
      const { reason } = ask
      await noteAct(tx, { operatorId, act: 'adjustment.propose', subject: { kind: 'adjustment', id }, reason })
    })
    log.warn({ adjustmentId: id, operatorId }, 'an adjustment was proposed')
    return open(id, operatorId)
  }

  /**
   * Refused when the difference was settled meanwhile: it would be put right twice.
   * @throws ContractError `payment.adjustment-not-found`, `payment.own-adjustment`, `payment.adjustment-decided`,
   * `payment.difference-settled`, `payment.proposer-left`
   */
  async function agree(id: string, operatorId: string) {
    crashPoint('payment.adjustment.before')
    await inTransaction(db, async (tx) => {
      const found = await findAdjustment(tx, id)
      requireThat(found, 'payment.adjustment-not-found')
      requireThat(found.proposerId !== operatorId, 'payment.own-adjustment')
      const { proposerId, amountFen, differenceId } = found
      requireThat((await findStaff(tx, [proposerId], 'cashier')).has(proposerId), 'payment.proposer-left')
      const decision = { id, proposerId, operatorId, decision: 'agreed' as const, reason: null }
      requireThat(await insertDecision(tx, decision), 'payment.adjustment-decided')
      if (differenceId) {
        const settled = await settleDifference(tx, { id: differenceId, operatorId, note: found.reason })
        requireThat(settled, 'payment.difference-settled')
      }
      await ledger.post(tx, {
        kind: 'adjustment',
        key: `adjustment:${id}`,
        orderId: found.reference ?? undefined,
        entries: [
          { account: found.debit, amountFen },
          { account: found.credit, amountFen: -amountFen },
        ],
      })
      await noteAct(tx, { operatorId, act: 'adjustment.agree', subject: { kind: 'adjustment', id } })
      crashPoint('payment.adjustment.before-commit')
    })
    crashPoint('payment.adjustment.after-commit')
    log.warn({ adjustmentId: id, operatorId, decision: 'agreed' }, 'an adjustment was decided about')
    return open(id, operatorId)
  }

  /** Its proposer takes it back, anybody else declines it. @throws ContractError `payment.adjustment-not-found`, `payment.adjustment-decided` */
  async function decline(id: string, operatorId: string, reason: string) {
    const found = await findAdjustment(db, id)
    requireThat(found, 'payment.adjustment-not-found')
    const { proposerId } = found
    const decision = proposerId === operatorId ? ('withdrawn' as const) : ('declined' as const)
    await inTransaction(db, async (tx) => {
      const isDecided = await insertDecision(tx, { id, proposerId, operatorId, decision, reason })
      requireThat(isDecided, 'payment.adjustment-decided')
      await noteAct(tx, {
        operatorId,
        act: `adjustment.${ACTS[decision]}`,
        subject: { kind: 'adjustment', id },
        reason,
      })
    })
    log.warn({ adjustmentId: id, operatorId, decision }, 'an adjustment was decided about')
    return open(id, operatorId)
  }

  async function list(query: { page: number; size: number }, operatorId: string) {
    const { adjustments, total } = await listAdjustments(db, query)
    return { content: await viewsOf(adjustments, operatorId), totalElements: total }
  }

  /** @throws ContractError `payment.adjustment-not-found` */
  async function open(id: string, operatorId: string) {
    const found = await findAdjustment(db, id)
    requireThat(found, 'payment.adjustment-not-found')
    return (await viewsOf([found], operatorId))[0]!
  }

  async function viewsOf(adjustments: Adjustment[], operatorId: string) {
    const ids = adjustments.flatMap((each) => [each.proposerId, ...(each.operatorId ? [each.operatorId] : [])])
    const people = await findPeople([...new Set(ids)])
    const card = (id: string) => people.get(id) ?? { id, nickName: '', headImgUrl: null, isDemo: false }
    return adjustments.map((each) => ({
      id: each.id,
      debit: each.debit,
      credit: each.credit,
      amount: formatYuan(each.amountFen),
      reference: each.reference,
      differenceId: each.differenceId,
      reason: each.reason,
      proposer: card(each.proposerId),
      proposedAt: each.proposedAt.toISOString(),
      state: each.decision ?? ('proposed' as const),
      decidedBy: each.operatorId === null ? null : card(each.operatorId),
      decidedAt: each.decidedAt?.toISOString() ?? null,
      decisionReason: each.decisionReason,
      mayAgree: each.decision === null && each.proposerId !== operatorId,
      mayWithdraw: each.decision === null && each.proposerId === operatorId,
    }))
  }
}
