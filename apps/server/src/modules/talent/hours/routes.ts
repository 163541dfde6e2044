import type { Income } from '@trove/contract/orders/shapes'
import * as contract from '@trove/contract/talent/hours'
import { type HumanOrder, listHumanConsume, listHumanProfit } from '@trove/contract/talent/orders'
import type { z } from 'zod'
import { type ServedRoute, serve } from '../../../platform/http/call/serve.ts'
import type { HoursNeeds } from '../model/needs.ts'
import { viewAgreement } from './agreement.ts'
import { addEntry, removeEntry, viewAsk, viewSheet } from './sheet.ts'
import * as steps from './steps.ts'
import { setWeekLimit } from './week-limit.ts'

const KIND = 'manpower'
type Page<T> = { content: T[]; totalElements: number; nextCursor: string | null }
type Order = z.input<typeof HumanOrder>

/** Hires: their lists, and what expert and buyer do. */
export function hireRoutes(needs: HoursNeeds): ServedRoute[] {
  return [...listRoutes(needs), ...sheetRoutes(needs), ...stepRoutes(needs)]
}

function listRoutes({ orders }: HoursNeeds): ServedRoute[] {
  // What `describe` of the sellable adds is what the shapes ask for; the route checks it.
  return [
    serve(
      listHumanConsume,
      ({ query }, { caller }) =>
        orders.list(KIND, 'consume', caller.userId, query) as Promise<unknown> as Promise<Page<Order>>,
    ),
    serve(
      listHumanProfit,
      ({ query }, { caller }) =>
        orders.list(KIND, 'profit', caller.userId, query) as Promise<unknown> as Promise<
          Page<Order & { income: z.input<typeof Income> }>
        >,
    ),
  ]
}

function sheetRoutes(needs: HoursNeeds): ServedRoute[] {
  return [
    serve(contract.getAgreement, ({ query }, { language }) => viewAgreement(needs.db, query.hash, language)),
    serve(contract.getHireSheet, ({ params }, { caller }) => viewSheet(needs, params.id, caller.userId)),
    serve(contract.addSheetEntry, ({ params, body }, { caller }) => addEntry(needs, params.id, caller.userId, body)),
    serve(contract.setWeekLimit, async ({ params, body }, { caller: { userId } }) => {
      await setWeekLimit(needs, { orderId: params.id, userId, ...body })
      return null
    }),
    serve(contract.removeSheetEntry, async ({ params }, { caller }) => {
      await removeEntry(needs, params.id, caller.userId)
      return null
    }),
  ]
}

function stepRoutes(needs: HoursNeeds): ServedRoute[] {
  return [
    serve(contract.startHire, async ({ params }, { caller: { userId } }) => {
      await steps.start(needs, { orderId: params.id, userId })
      return null
    }),
    serve(contract.deliverHire, async ({ params, body }, { caller: { userId } }) => {
      await steps.deliver(needs, { orderId: params.id, userId }, body.note)
      return null
    }),
    serve(contract.acceptHire, ({ params }, { caller: { userId } }) =>
      steps.accept(needs, { orderId: params.id, userId }),
    ),
    serve(contract.giveHoursBack, async ({ params, body }, { caller: { userId } }) => {
      await steps.giveBack(needs, { orderId: params.id, userId }, body)
      return null
    }),
    serve(contract.askRefund, async ({ body: { orderId, ...ask } }, { caller: { userId } }) =>
      viewAsk(await steps.askForHours(needs, { orderId, userId }, ask)),
    ),
    serve(contract.answerRefund, async ({ params, body }, { caller }) => {
      await steps.answer(needs, caller.userId, params.id, body.isAgreed)
      return null
    }),
  ]
}
