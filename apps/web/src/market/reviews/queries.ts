import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { PRODUCT_TYPES } from '@trove/contract/order-lists/kinds'
import {
  getOrderReviews,
  listReviews,
  listSellerReviews,
  replyToReview,
  reportReview,
  writeReview,
} from '@trove/contract/reviews/routes'
import type { Review as ReviewShape } from '@trove/contract/reviews/shapes'
import type { z } from 'zod'
import { pageAfter, rowsOf } from '../../lib/addresses/pages.ts'
import { api } from '../../lib/calls/api.ts'

export type Review = z.output<typeof ReviewShape>
export type Kind = (typeof PRODUCT_TYPES)[number]
/** What is reviewed: one offer of a market, or all that a person sold. */
export type Reviewed = { kind: Kind; aboutId: string } | { sellerId: string }

const PAGE_SIZE = 10

/** What buyers wrote about an offer or a seller, growing by pages, and how many gave one to five stars. */
export function useReviews(what: Reviewed, stars?: number) {
  const list = useInfiniteQuery({
    queryKey: ['reviews', 'list', what, stars],
    queryFn: ({ pageParam: page }) => {
      const query = { stars, page, size: PAGE_SIZE }
      return 'sellerId' in what
        ? api(listSellerReviews, { query: { ...query, ...what } })
        : api(listReviews, { query: { ...query, ...what } })
    },
    initialPageParam: 0,
    getNextPageParam: pageAfter(PAGE_SIZE),
    // While others are on their way those before stay in sight: of the same subject only.
    placeholderData: (before, query) =>
      JSON.stringify(query?.queryKey[2]) === JSON.stringify(what) ? before : undefined,
  })
  return { ...list, reviews: rowsOf(list.data?.pages, ({ id }) => id), counts: list.data?.pages[0]?.counts }
}

/** Both sides of an order as one of them sees it. */
export function useOrderReviews(kind: Kind, orderId: string) {
  return useQuery({
    queryKey: ['reviews', 'order', kind, orderId],
    queryFn: () => api(getOrderReviews, { query: { kind, orderId } }),
  })
}

/** Writing, replying and reporting; whatever the answer, the page shows how it stands now. */
export function useReviewActions() {
  const client = useQueryClient()
  const onSettled = () => client.invalidateQueries({ queryKey: ['reviews'] })
  const write = useMutation({
    mutationFn: (body: { kind: Kind; orderId: string; stars: number; text: string }) => api(writeReview, { body }),
    onSettled,
  })
  const reply = useMutation({
    mutationFn: ({ id, text }: { id: string; text: string }) => api(replyToReview, { params: { id }, body: { text } }),
    onSettled,
  })
  const report = useMutation({
    mutationFn: ({ id, reason }: { id: string; reason: string }) =>
      api(reportReview, { params: { id }, body: { reason } }),
  })
  return { write, reply, report }
}

/** How many reviews there are, and the mean of their stars with one decimal; undefined where there is none. */
export function meanOf(counts: readonly number[] | undefined): { count: number; mean: string } | undefined {
  const count = counts?.reduce((sum, n) => sum + n, 0) ?? 0
  if (!counts || count === 0) return undefined
  const sum = counts.reduce((all, n, i) => all + n * (i + 1), 0)
  return { count, mean: (sum / count).toFixed(1) }
}
