import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { RouteData } from '@trove/contract/kit/route'
import {
  listHiddenReviews,
  listReviewReports,
  settleReviewReports,
  showReviewAgain,
} from '@trove/contract/reviews/desk'
import { api } from '../../../lib/calls/api.ts'
import { usePages } from '../queries.ts'

export type Reported = RouteData<typeof listReviewReports>['content'][number]
export type Hidden = RouteData<typeof listHiddenReviews>['content'][number]

const PAGE_SIZE = 20

/** Reviews with open reports. */
export const useReportedReviews = () =>
  usePages<Reported, RouteData<typeof listReviewReports>>(['review-reports', 'reported'], (page) =>
    api(listReviewReports, { query: { page, size: PAGE_SIZE } }),
  )

/** Reviews that are hidden, or whose reply is. */
export const useHiddenReviews = () =>
  usePages<Hidden, RouteData<typeof listHiddenReviews>>(['review-reports', 'hidden'], (page) =>
    api(listHiddenReviews, { query: { page, size: PAGE_SIZE } }),
  )

/** What each act hides. */
const HIDES = { leave: [], hideReview: ['review'], hideReply: ['reply'], hideBoth: ['review', 'reply'] } as const
const SHOWS = { showReview: 'review', showReply: 'reply' } as const
export type Settling = keyof typeof HIDES
export type ReviewAct = Settling | keyof typeof SHOWS

/** What is decided about a review that stands as it was seen; settling names the last report that was read. */
export type Decision = { id: string; decisions: number } & (
  | { act: Settling; lastReport: number }
  | { act: keyof typeof SHOWS }
)

/** Deciding; whatever the answer, the lists show how it stands now. */
export function useReviewDecisions(onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ decision, reason }: { decision: Decision; reason: string }) => {
      const { id, decisions } = decision
      const shared = { decisions, reason }
      if ('lastReport' in decision) {
        const hide = [...HIDES[decision.act]]
        return api(settleReviewReports, { params: { id }, body: { ...shared, hide, lastReport: decision.lastReport } })
      }
      return api(showReviewAgain, { params: { id }, body: { ...shared, part: SHOWS[decision.act] } })
    },
    onSuccess: onDone,
    onSettled: () => client.invalidateQueries({ queryKey: ['desk'] }),
  })
}
