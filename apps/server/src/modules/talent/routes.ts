import * as calendars from '@trove/contract/talent/calendar'
import * as contract from '@trove/contract/talent/experts'
import { formatYuan } from '@trove/units/money'
import { brieflyKept } from '../../platform/base/briefly-kept.ts'
import { type ServedRoute, serve } from '../../platform/http/call/serve.ts'
import { keepCalendar, listFreeHours } from './calendar/service.ts'
import { findCalendar } from './calendar/store.ts'
import * as cases from './cases/service.ts'
import { createExpertChoices } from './experts/choices.ts'
import * as experts from './experts/service.ts'
import { countAllOpen, spreadPrices } from './experts/store.ts'
import { viewHomepage } from './homepage/service.ts'
import type { TalentNeeds } from './model/needs.ts'

/** How old what is counted over all experts may be. */
const COUNTED_FRESH_MS = 60_000

/** Experts, their homepages and cases. */
export function expertRoutes(needs: TalentNeeds): ServedRoute[] {
  const spread = brieflyKept(() => spreadPrices(needs.db), COUNTED_FRESH_MS)
  const open = brieflyKept(() => countAllOpen(needs.db), COUNTED_FRESH_MS)
  const choices = createExpertChoices(needs)
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
    serve(contract.spreadOfExperts, async () => ({
      price: (await spread()).map(({ from, count }) => ({ from: formatYuan(BigInt(from)), count })),
    })),
    serve(contract.openExperts, async () => ({ openExperts: await open() })),
    serve(contract.choicesOfExperts, ({ query }) => choices(experts.filterOf(query))),
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
    serve(calendars.getCalendar, async (_, { caller }) => (await findCalendar(needs.db, caller.userId)) ?? null),
    serve(calendars.keepCalendar, ({ body }, { caller }) => keepCalendar(needs, caller.userId, body)),
    serve(calendars.listFreeHours, ({ params }) => listFreeHours(needs, params.id)),
    serve(contract.getConsultant, () => ({ url: needs.consultantUrl() })),
  ]
}
