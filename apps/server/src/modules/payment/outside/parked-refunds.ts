import { requireThat } from '@trove/contract/errors/codes'
import { formatYuan } from '@trove/units/money'
import { noteAct } from '../../../platform/audit.ts'
import type { Log } from '../../../platform/base/log.ts'
import { maskName } from '../../../platform/base/mask-name.ts'
import type { Db } from '../../../platform/db/handle.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Identity } from '../../identity/module.ts'
import type { Asking } from '../settling/asking.ts'
import { claimRefunds, findRefund } from '../stores/refunds.ts'
import {
  findOutsides,
  findParkedRefund,
  listParkedRefunds,
  makeDue,
  type Outside,
  type ParkedRefundRow,
} from './store.ts'

type Deps = {
  db: Db
  log: Log
  /** Absent while no provider is configured. */
  asking: Asking | undefined
  findPeople: Identity['findPeople']
}

/** Refunds the provider refuses, as the staff sees them, and trying one again at once. */
export function createParkedRefunds({ db, log, asking, findPeople }: Deps) {
  return { list, open, get, retry }

  async function list(query: { page: number; size: number }, operatorId: string) {
    const { refunds, total } = await listParkedRefunds(db, query)
    return { content: await wiresOf(refunds, operatorId), totalElements: total }
  }

  /** @throws ContractError `payment.refund-done` when the provider did it meanwhile, else `payment.refund-not-parked` */
  async function open(number: string, operatorId: string) {
    const refund = await findRefund(db, number)
    requireThat(refund && refund.state !== 'waiting', 'payment.refund-not-parked')
    return get(number, operatorId)
  }

  /** @throws ContractError `payment.refund-done` when the provider did it meanwhile: it is shown no more */
  async function get(number: string, operatorId: string) {
    const found = await findParkedRefund(db, number)
    requireThat(found, 'payment.refund-done')
    return (await wiresOf([found], operatorId))[0]!
  }

  /**
   * Under its own number: a refund tried before is asked about first, and sent only when it was not done.
   * @throws ContractError `payment.refund-not-parked`, `payment.refund-done`, `payment.refund-held`,
   * `payment.refund-under-way`, `payment.unavailable`
   */
  async function retry(number: string, operatorId: string) {
    const found = await findParkedRefund(db, number)
    requireThat(found, 'payment.refund-not-parked')
    requireThat(found.state === 'parked', 'payment.refund-done')
    requireThat(found.outsideId === null, 'payment.refund-held')
    requireThat(asking, 'payment.unavailable')
    await inTransaction(db, async (tx) => {
      requireThat(await makeDue(tx, number), 'payment.refund-under-way')
      await noteAct(tx, { operatorId, act: 'refund.retry', subject: { kind: 'refund', id: number } })
    })
    const [claimed] = await claimRefunds(db, { number })
    const said = claimed && (await asking.pursue(claimed))
    log.info({ number, operatorId, said }, 'a refused refund was tried again by hand')
    const after = await findRefund(db, number)
    if (after?.state === 'done') return { outcome: 'done' as const, code: null }
    if (said !== 'refused') return { outcome: 'waiting' as const, code: null }
    return { outcome: 'parked' as const, code: (await findParkedRefund(db, number))?.code ?? null }
  }

  async function wiresOf(refunds: ParkedRefundRow[], operatorId: string) {
    const outsides = await findOutsides(
      db,
      refunds.flatMap(({ outsideId }) => outsideId ?? []),
    )
    const ids = outsides.flatMap((each) => [each.proposerId, each.operatorId ?? []].flat())
    const people = await findPeople([...new Set([...ids, ...refunds.map(({ buyerId }) => buyerId)])])
    const card = (id: string) => people.get(id) ?? { id, nickName: '', headImgUrl: null, isDemo: false }
    const proposalOf = (each: Outside, buyerId: string) => ({
      id: each.id,
      reference: each.reference,
      reason: each.reason,
      proposer: card(each.proposerId),
      proposedAt: each.proposedAt.toISOString(),
      agreedBy: each.operatorId === null ? null : card(each.operatorId),
      agreedAt: each.decidedAt?.toISOString() ?? null,
      evidence: each.decision === 'agreed' ? each.decisionReason : null,
      mayAgree: each.decision === null && each.proposerId !== operatorId && buyerId !== operatorId,
      mayVouch: each.decision === null && each.mayVouch,
      mayWithdraw: each.decision === null && each.proposerId === operatorId,
    })
    return refunds.map(({ amountFen, state, buyerId, code, parkedAt, outsideId, ...row }) => {
      const outside = outsides.find(({ id }) => id === outsideId)
      return {
        number: row.number,
        orderId: row.orderId,
        orderNumber: row.orderNumber,
        tradeNumber: row.tradeNumber,
        amount: formatYuan(amountFen),
        state: state === 'done' ? ('outside' as const) : ('parked' as const),
        buyer: maskName(people.get(buyerId)?.nickName ?? ''),
        code: code ?? '',
        words: row.words,
        parkedAt: parkedAt.toISOString(),
        proposal: outside ? proposalOf(outside, buyerId) : null,
      }
    })
  }
}
