import { requireThat } from '@trove/contract/errors/codes'
import {
  askParkedPayment,
  closeParkedPayment,
  listParkedPayments,
  openParkedPayment,
} from '@trove/contract/payment/parked-payments'
import { formatYuan } from '@trove/units/money'
import { noteAct } from '../../../platform/audit.ts'
import { newId } from '../../../platform/base/id.ts'
import type { Log } from '../../../platform/base/log.ts'
import type { Db } from '../../../platform/db/handle.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { type ServedRoute, serve } from '../../../platform/http/call/serve.ts'
import type { Identity } from '../../identity/module.ts'
import { parkedKindOf } from '../model/reasons.ts'
import type { Asking } from '../settling/asking.ts'
import { closeParked, findCase, findParked, listParked, type Parked } from './store.ts'

type Deps = {
  db: Db
  log: Log
  /** Absent while no provider is configured. */
  asking: Asking | undefined
  findPeople: Identity['findPeople']
}

/** Parked attempts as the staff sees them: why, asking once more, and noting what was found out. */
export function createParked({ db, log, asking, findPeople }: Deps) {
  return { list, open, ask, close }

  async function list(query: { page: number; size: number }) {
    const { parked, total } = await listParked(db, query)
    return { content: await wiresOf(parked), totalElements: total }
  }

  /** @throws ContractError `payment.parked-not-found` */
  async function open(id: string) {
    const found = await findCase(db, id)
    requireThat(found, 'payment.parked-not-found')
    return (await wiresOf([found]))[0]!
  }

  /** @throws ContractError `payment.parked-not-found`, `payment.unavailable` */
  async function ask(id: string, operatorId: string) {
    const attempt = await findParked(db, id)
    requireThat(attempt, 'payment.parked-not-found')
    requireThat(asking, 'payment.unavailable')
    // Noted first: what the provider says may move money at once.
    const subject = { kind: 'payment', id }
    await inTransaction(db, (tx) => noteAct(tx, { operatorId, act: 'payment.ask-parked', subject }))
    const looked = await asking.look(attempt)
    const after = await findParked(db, id)
    log.info(
      { attemptId: id, operatorId, looked, isParked: after !== undefined },
      'a parked attempt was asked about again',
    )
    return { outcome: after ? ('parked' as const) : ('settled' as const), reason: after?.reason ?? null }
  }

  /** @throws ContractError `payment.parked-not-found` */
  async function close(attemptId: string, operatorId: string, note: string) {
    const id = newId()
    const isClosed = await inTransaction(db, async (tx) => {
      const isNews = await closeParked(tx, { id, attemptId, operatorId, note })
      const subject = { kind: 'payment', id: attemptId }
      if (isNews) await noteAct(tx, { operatorId, act: 'payment.close-parked', subject, reason: note })
      return isNews
    })
    requireThat(isClosed, 'payment.parked-not-found')
    log.info({ attemptId, operatorId }, 'a parked attempt was looked into')
    return open(id)
  }

  async function wiresOf(parked: Parked[]) {
    const ids = parked.flatMap((each) => (each.operatorId ? [each.operatorId] : []))
    const people = await findPeople([...new Set(ids)])
    return parked.map(({ amountFen, parkedAt, closedAt, operatorId, ...rest }) => ({
      ...rest,
      kind: parkedKindOf(rest.reason),
      amount: formatYuan(amountFen),
      parkedAt: parkedAt.toISOString(),
      closedAt: closedAt?.toISOString() ?? null,
      closedBy: operatorId && (people.get(operatorId)?.nickName ?? operatorId),
    }))
  }
}

/** The staff's routes of parked attempts. */
export function parkedRoutes(parked: ReturnType<typeof createParked>): ServedRoute[] {
  return [
    serve(listParkedPayments, ({ query }) => parked.list(query)),
    serve(openParkedPayment, ({ params }) => parked.open(params.id)),
    serve(askParkedPayment, ({ params }, { caller }) => parked.ask(params.id, caller.userId)),
    serve(closeParkedPayment, ({ params, body }, { caller }) => parked.close(params.id, caller.userId, body.note)),
  ]
}
