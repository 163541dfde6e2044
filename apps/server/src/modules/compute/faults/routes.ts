import * as contract from '@trove/contract/compute/faults'
import { type ServedRoute, serve } from '../../../platform/http/call/serve.ts'
import type { FaultCases } from './cases.ts'
import type { FaultDesk } from './desk.ts'

/** Reported faults: what the two of a lease do, and the desk. */
export function faultServedRoutes(cases: FaultCases, desk: FaultDesk): ServedRoute[] {
  return [
    serve(contract.listFaults, ({ params: { id } }, { caller: { userId } }) => cases.list(userId, id)),
    serve(contract.reportFault, ({ body }, { caller: { userId } }) => cases.report({ ...body, userId })),
    serve(contract.answerFault, ({ params: { id }, body }, { caller: { userId } }) =>
      cases.answer({ id, userId }, body),
    ),
    serve(contract.contestSilence, ({ body }, { caller: { userId } }) =>
      cases.contest({ ...body, from: new Date(body.from), userId }),
    ),
    serve(contract.answerContest, ({ params: { id }, body }, { caller: { userId } }) =>
      cases.answerContest({ id, userId }, body.words),
    ),
    serve(contract.acceptFault, async ({ params: { id } }, { caller: { userId } }) => {
      await cases.accept({ id, userId })
      return null
    }),
    serve(contract.handFault, ({ params: { id }, body }, { caller: { userId } }) =>
      cases.hand({ id, userId }, body.words),
    ),
    serve(contract.pageFaults, ({ query }, { caller }) => desk.page(query, caller.userId)),
    serve(contract.readFault, ({ params }, { caller }) => desk.read(params.id, caller.userId)),
    serve(contract.ruleFault, ({ params: { id }, body }, { caller: { userId: operatorId } }) =>
      desk.rule({ id, operatorId, refundFen: body.refundAmount, restFen: body.restAmount, reason: body.reason }),
    ),
    serve(contract.ruleContest, ({ params: { id }, body }, { caller: { userId: operatorId } }) =>
      desk.ruleContest({ id, operatorId, ...body }),
    ),
    serve(contract.confirmFaultRuling, ({ params: { id }, body }, { caller: { userId: operatorId } }) =>
      desk.confirm({ id, operatorId, ...body }),
    ),
    serve(contract.declineFaultRuling, ({ params: { id }, body }, { caller: { userId: operatorId } }) =>
      desk.decline({ id, operatorId, ...body }),
    ),
  ]
}
