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

const CHANGE = ['favourites', 'change'] as const

/** A set with one of its ids taken out or put in. */
const withMark = (id: string, isOn: boolean) => (ids: string[] | undefined) => {
  const others = (ids ?? []).filter((one) => one !== id)
  return isOn ? [...others, id] : others
}

/**
 * Adds or removes, one after the other: of two presses the last one counts. Cards show it at once and go back if it fails; once
 * the last is through everything is asked again.
 */
export function useFavouriteChange(onDone: (isAdded: boolean) => void) {
  const client = useQueryClient()
  const mark = ({ kind, id }: Subject, isOn: boolean) =>
    client.setQueriesData<string[]>({ queryKey: [...MARKS, kind] }, withMark(id, isOn))
  return useMutation({
    mutationKey: CHANGE,
    scope: { id: CHANGE.join(' ') },
    mutationFn: ({ subject, isAdded }: { subject: Subject; isAdded: boolean }) =>
      api(isAdded ? addFavourite : removeFavourite, { body: subject }),
    onMutate: async ({ subject, isAdded }) => {
      // An answer that is on its way knows nothing of this change.
      await client.cancelQueries({ queryKey: [...MARKS, subject.kind] })
      mark(subject, isAdded)
    },
    onError: (_error, { subject, isAdded }) => mark(subject, !isAdded),
    onSuccess: (_, { subject: { kind, id }, isAdded }) => {
      client.setQueryData(['favourites', 'is', kind, id], isAdded)
      onDone(isAdded)
    },
    onSettled: () => {
      // What is read before the next change is through would take that one back for a moment.
      if (client.isMutating({ mutationKey: CHANGE }) > 1) return undefined
      return client.invalidateQueries({ queryKey: ['favourites'] })
    },
  })
}
