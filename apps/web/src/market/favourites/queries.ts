import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  addFavourite,
  type FavouriteSubject,
  isFavourite,
  listFavourites,
  removeFavourite,
} from '@trove/contract/favourites/routes'
import type { z } from 'zod'
import { pageAfter, rowsOf } from '../../lib/addresses/pages.ts'
import { api } from '../../lib/calls/api.ts'
import { useSession } from '../../lib/session/session.ts'

export type Subject = z.output<typeof FavouriteSubject>

const PAGE_SIZE = 20
/** Under which it is kept what of the cards in view is one's favourite. */
export const MARKS = ['favourites', 'among'] as const

/** One's favourites of all markets, growing by pages. */
export function useFavourites() {
  const list = useInfiniteQuery({
    queryKey: ['favourites', 'list'],
    queryFn: ({ pageParam: page }) => api(listFavourites, { query: { page, size: PAGE_SIZE } }),
    initialPageParam: 0,
    getNextPageParam: pageAfter(PAGE_SIZE),
  })
  return { ...list, favourites: rowsOf(list.data?.pages, ({ kind, id }) => `${kind} ${id}`) }
}

/** Whether an offer is a favourite of who is signed in; undefined while that is not known, and for strangers. */
export function useIsFavourite({ kind, id }: Subject): boolean | undefined {
  const { data } = useQuery({
    queryKey: ['favourites', 'is', kind, id],
    queryFn: () => api(isFavourite, { query: { kind, id } }),
    enabled: useSession().state === 'signed-in',
  })
  return data
}

/** Adds or removes. Cards show it at once and go back if it fails; then everything is asked again. */
export function useFavouriteChange(onDone: (isAdded: boolean) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ subject, isAdded }: { subject: Subject; isAdded: boolean }) =>
      api(isAdded ? addFavourite : removeFavourite, { body: subject }),
    onMutate: async ({ subject: { kind, id }, isAdded }) => {
      const queryKey = [...MARKS, kind]
      // An answer that is on its way knows nothing of this change.
      await client.cancelQueries({ queryKey })
      const before = client.getQueriesData<string[]>({ queryKey })
      const others = (ids: string[] = []) => ids.filter((one) => one !== id)
      client.setQueriesData<string[]>({ queryKey }, (ids) => (isAdded ? [...others(ids), id] : others(ids)))
      return before
    },
    onError: (_error, _change, before) => {
      for (const [key, ids] of before ?? []) client.setQueryData(key, ids)
    },
    onSuccess: (_, { subject: { kind, id }, isAdded }) => {
      client.setQueryData(['favourites', 'is', kind, id], isAdded)
      onDone(isAdded)
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['favourites'] }),
  })
}
