import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ContractError } from '@trove/contract/errors/codes'
import {
  choicesOfExperts,
  type EXPERT_SORTS,
  type ExpertCard,
  getHomepage,
  type Homepage,
  listExperts,
  listSalaryBands,
  spreadOfExperts,
} from '@trove/contract/talent/experts'
import { getAgreement } from '@trove/contract/talent/hours'
import type { z } from 'zod'
import { rowsOf } from '../../../lib/addresses/pages.ts'
import { api } from '../../../lib/calls/api.ts'
import { certificationQuery } from '../../../lib/calls/certification.ts'
import { currentLanguage } from '../../../lib/session/language.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useDelayed } from '../../../lib/shown/use-delayed.ts'
import type { Count, FilterValues } from '../../../market/list/face.ts'
import { useChoices } from '../../../market/list/use-choices.ts'

export type Expert = z.output<typeof ExpertCard> & { id: string }
export type Page = z.output<typeof Homepage>
type Sort = (typeof EXPERT_SORTS)[number]

const SIZE = 20
const COUNT_DELAY_MS = 500

/** A field that is still being typed counts as far as it is an amount. */
const queryOf = (filter: FilterValues) => ({ ...filter, name: filter.name?.trim() })

/** Experts of the market, page by page by the server's cursor, in the reader's language. */
export function useExperts(filter: FilterValues, sort: string) {
  const list = useInfiniteQuery({
    queryKey: ['talent', 'list', currentLanguage(), filter, sort],
    queryFn: ({ pageParam }) =>
      api(listExperts, { query: { ...queryOf(filter), sort: sort as Sort, size: SIZE, page: 0, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  })
  const pages = list.data?.pages
  const offers: Expert[] = rowsOf(pages, ({ productId }) => productId).map((one) => ({ ...one, id: one.productId }))
  return { list, offers, total: pages?.[0]?.totalElements }
}

/** How many experts match, asked again when the last change is a moment ago. */
export function useExpertCount(filter: FilterValues): Count {
  const key = JSON.stringify(filter)
  const settled = useDelayed(key, COUNT_DELAY_MS)
  const { data, isError } = useQuery({
    queryKey: ['talent', 'count', settled],
    queryFn: () => api(listExperts, { query: { ...queryOf(JSON.parse(settled) as FilterValues), size: 1, page: 0 } }),
  })
  return settled === key ? { count: data?.totalElements, isUnknown: isError && !data } : {}
}

/** How experts are spread over what an hour costs, for the bars over the range; null while that is read, undefined where it could not be. */
export function useSpread() {
  const { data, isError } = useQuery({
    queryKey: ['talent', 'spread'],
    queryFn: () => api(spreadOfExperts, {}),
    staleTime: 60_000,
  })
  return data ?? (isError ? undefined : null)
}

/** How many experts match each choice. */
export function useExpertChoices(filter: FilterValues) {
  return useChoices('talent', filter, (asked) => api(choicesOfExperts, { query: queryOf(asked) }))
}

/** The homepage of an expert. */
export function useHomepage(productId: string) {
  return useQuery({
    queryKey: ['talent', 'homepage', currentLanguage(), productId],
    queryFn: () => api(getHomepage, { query: { productId } }),
    retry: false,
  })
}

/** One's own homepage; null for somebody who is no certified expert, who has none that could be asked for. */
export function useOwnHomepage() {
  return useQuery({
    queryKey: ['talent', 'homepage', currentLanguage(), 'own'],
    queryFn: async ({ client }): Promise<Page | null> => {
      const { status } = await client.fetchQuery(certificationQuery)
      if (status !== 2) return null
      // The certification may end between the two.
      return api(getHomepage, { query: {} }).catch((error: unknown) => {
        if (error instanceof ContractError && error.code === 'talent.not-found') return null
        throw error
      })
    },
    enabled: useSession().state === 'signed-in',
    retry: false,
  })
}

/** What others with one's skills ask for an hour. A help beside the form: without an answer there is none. */
export function useSalaryBands() {
  return useQuery({
    queryKey: ['talent', 'bands', currentLanguage()],
    queryFn: () => api(listSalaryBands, {}),
    retry: false,
  })
}

/** The agreement of today, in the reader's language. */
export function useAgreement() {
  return useQuery({
    queryKey: ['talent', 'agreement', currentLanguage()],
    queryFn: () => api(getAgreement, { query: {} }),
    // What is read and accepted must not change under the reader: it is asked once a visit.
    staleTime: Number.POSITIVE_INFINITY,
  })
}
export type Agreed = ReturnType<typeof useAgreement>
