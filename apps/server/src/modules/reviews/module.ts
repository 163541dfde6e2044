import * as contract from '@trove/contract/reviews/routes'
import { type ServedRoute, serve } from '../../platform/http/call/serve.ts'
import type { ReviewsNeeds } from './needs.ts'
import * as service from './service.ts'
import * as store from './store.ts'

/** Builds the reviews of all markets; app ties what was traded to orders. */
export function createReviews(needs: ReviewsNeeds): { routes: ServedRoute[] } {
  const { db } = needs
  return {
    routes: [
      serve(contract.writeReview, ({ body }, { caller }) => service.write(needs, body, caller.userId)),
      serve(contract.getOrderReviews, ({ query }, { caller }) => service.ofOrder(needs, query, caller.userId)),
      serve(contract.listReviews, ({ query }) => service.listAbout(needs, query, query)),
      serve(contract.listSellerReviews, ({ query }) => service.listAbout(needs, query, query)),
      serve(contract.replyToReview, ({ params, body }, { caller }) =>
        service.reply(needs, params.id, caller.userId, body.text),
      ),
      serve(contract.reportReview, async ({ params, body }, { caller }) => {
        await service.report(needs, params.id, caller.userId, body.reason)
        return null
      }),
      serve(contract.listReviewReports, async ({ query }) => {
        const rows = await store.listReported(db, query)
        const views = await service.viewAll(needs, rows)
        const content = views.map((view, i) => ({ ...view, reasons: rows[i]!.reasons }))
        return { content, totalElements: rows[0]?.total ?? 0 }
      }),
      serve(contract.settleReviewReport, async ({ params, body }, { caller }) => {
        await service.settle(needs, { ...body, id: params.id, operatorId: caller.userId })
        return null
      }),
    ],
  }
}
