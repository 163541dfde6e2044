import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { RouteData } from '@trove/contract/kit/route'
import {
  listHiddenReviews,
  listReviewReports,
  openHiddenReview,
  openReportedReview,
  type REVIEW_PARTS,
  settleReviewReports,
  showReviewAgain,
} from '@trove/contract/reviews/desk'
import { api } from '../../../lib/calls/api.ts'
import type { CaseFilter } from '../filters/case-filter.ts'
import { type Listed, useListed, usePages } from '../queries.ts'

export type Reported = RouteData<typeof listReviewReports>['content'][number]
export type Hidden = RouteData<typeof listHiddenReviews>['content'][number]

export type Part = (typeof REVIEW_PARTS)[number]

const PAGE_SIZE = 20

/** Reviews with open reports. */
export function useReportedReviews({ waitsFor, keyword }: CaseFilter) {
  return usePages<Reported>(['review-reports', 'reported', JSON.stringify({ waitsFor, keyword })], (page) =>
    api(listReviewReports, { query: { waitsFor, keyword, page, size: PAGE_SIZE } }),
  )
}

/** One of them. */
export function useReportedReview(id: string, pages: Listed<Reported>) {
  return useListed(['review-reports', id], pages, () => api(openReportedReview, { params: { id } }))
}

/** Reviews that are hidden, or whose reply is. */
export function useHiddenReviews(filter: CaseFilter<Part>) {
  return usePages<Hidden>(['review-reports', 'hidden', JSON.stringify(filter)], (page) =>
    api(listHiddenReviews, { query: { ...filter, page, size: PAGE_SIZE } }),
  )
}

/** One of them. */
export function useHiddenReview(id: string, pages: Listed<Hidden>) {
  return useListed(['hidden-reviews', id], pages, () => api(openHiddenReview, { params: { id } }))
}

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
