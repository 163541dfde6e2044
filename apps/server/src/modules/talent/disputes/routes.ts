import * as contract from '@trove/contract/talent/disputes'
import { type ServedRoute, serve } from '../../../platform/http/call/serve.ts'
import type { HoursNeeds } from '../model/needs.ts'
import * as desk from './desk.ts'
import * as parties from './parties.ts'
import { list, read } from './views.ts'

/** Disputes: what the two of a hire do, and the desk. */
export function disputeRoutes(needs: HoursNeeds): ServedRoute[] {
  return [...partyRoutes(needs), ...deskRoutes(needs)]
}

function partyRoutes(needs: HoursNeeds): ServedRoute[] {
  return [
    serve(contract.openDispute, ({ body }, { caller: { userId } }) => parties.openDispute(needs, { ...body, userId })),
    serve(contract.addDisputeWords, ({ params: { id }, body }, { caller: { userId } }) =>
      parties.addWords(needs, { id, userId }, body.words),
    ),
    serve(contract.withdrawDispute, async ({ params: { id } }, { caller: { userId } }) => {
      await parties.withdraw(needs, { id, userId })
      return null
    }),
    serve(contract.agreeDispute, async ({ params: { id } }, { caller: { userId } }) => {
      await parties.agree(needs, { id, userId })
      return null
    }),
  ]
}

function deskRoutes(needs: HoursNeeds): ServedRoute[] {
  return [
    serve(contract.listDisputes, ({ query }, { caller }) => list(needs, query, caller.userId)),
    serve(contract.readDispute, ({ params }, { caller }) => read(needs, params.id, caller.userId)),
    serve(contract.ruleDispute, ({ params: { id }, body }, { caller: { userId: operatorId } }) =>
      desk.rule(needs, { id, operatorId, ...body }),
    ),
    serve(contract.confirmRuling, ({ params: { id }, body }, { caller: { userId: operatorId } }) =>
      desk.confirm(needs, { id, operatorId, ...body }),
    ),
    serve(contract.declineRuling, ({ params: { id }, body }, { caller: { userId: operatorId } }) =>
      desk.decline(needs, { id, operatorId, ...body }),
    ),
  ]
}
