import * as deskContract from '@trove/contract/reviews/desk'
import * as contract from '@trove/contract/reviews/routes'
import { type ServedRoute, serve } from '../../platform/http/call/serve.ts'
import type { ActSubject } from '../identity/module.ts'
import * as desk from './desk.ts'
import type { ReviewsNeeds } from './needs.ts'
import * as service from './service.ts'

/** Builds the reviews of all markets; app ties what was traded to orders. */
export function createReviews(needs: ReviewsNeeds): { routes: ServedRoute[]; actSubjects: ActSubject[] } {
  return {
    actSubjects: [desk.namedReviews(needs)],
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
      serve(deskContract.listReviewReports, ({ query }, { caller }) => desk.listReported(needs, query, caller.userId)),
      serve(deskContract.openReportedReview, ({ params }) => desk.openReported(needs, params.id)),
      serve(deskContract.listHiddenReviews, ({ query }, { caller }) => desk.listHidden(needs, query, caller.userId)),
      serve(deskContract.openHiddenReview, ({ params }) => desk.openHidden(needs, params.id)),
      serve(deskContract.settleReviewReports, async ({ params, body }, { caller }) => {
        await desk.settle(needs, { ...body, id: params.id, operatorId: caller.userId })
        return null
      }),
      serve(deskContract.showReviewAgain, async ({ params, body }, { caller }) => {
        await desk.showAgain(needs, { ...body, id: params.id, operatorId: caller.userId })
        return null
      }),
    ],
  }
}
