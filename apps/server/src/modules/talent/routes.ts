import * as contract from '@trove/contract/talent/experts'
import { type ServedRoute, serve } from '../../platform/http/call/serve.ts'
import * as cases from './cases/service.ts'
import * as experts from './experts/service.ts'
import { viewHomepage } from './homepage/service.ts'
import type { TalentNeeds } from './model/needs.ts'

/** Experts, their homepages and cases. */
export function expertRoutes(needs: TalentNeeds): ServedRoute[] {
  return [
    serve(contract.alterHourSalary, ({ body }, { caller }) =>
      experts.setHourSalary(needs, caller.userId, body.hourSalary),
    ),
    serve(contract.listSalaryBands, (_, { caller, language }) =>
      experts.listSalaryBands(needs, caller.userId, language),
    ),
    serve(contract.getHomepage, ({ query }, { caller, language }) =>
      viewHomepage(needs, { productId: query.productId, userId: caller?.userId, language }),
    ),
    serve(contract.listExperts, ({ query }, { language }) => experts.list(needs, query, language)),
    serve(contract.getExpert, ({ params }, { language }) => experts.find(needs, params.id, language)),
    serve(contract.uploadCasePicture, (_, { caller, request }) =>
      cases.storeCasePicture(needs, caller.userId, request),
    ),
    serve(contract.addCase, ({ body }, { caller }) => cases.addCase(needs, caller.userId, body)),
    serve(contract.changeCase, ({ params, body }, { caller }) =>
      cases.changeCase(needs, caller.userId, params.id, body),
    ),
    serve(contract.removeCase, async ({ params }, { caller }) => {
      await cases.removeCase(needs, caller.userId, params.id)
      return null
    }),
    serve(contract.orderCases, ({ body }, { caller }) => cases.orderCases(needs, caller.userId, body.ids)),
    serve(contract.getConsultant, () => ({ url: needs.consultantUrl() })),
  ]
}
