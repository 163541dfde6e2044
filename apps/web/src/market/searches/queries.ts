import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { RouteInput } from '@trove/contract/kit/route'
import {
  changeSearch,
  listSearches,
  removeSearch,
  type SavedSearch,
  saveSearch,
  seeSearch,
} from '@trove/contract/searches/routes'
import type { z } from 'zod'
import { api } from '../../lib/calls/api.ts'

export type Search = z.output<typeof SavedSearch>
export type SearchKind = Search['kind']

const KEY = ['searches']

/** One's saved searches of all markets. */
export function useSearches() {
  return useQuery({ queryKey: KEY, queryFn: () => api(listSearches, {}) })
}

/** Saves, changes or deletes; the list is asked again whatever the outcome. */
export function useSearchActions() {
  const client = useQueryClient()
  const onSettled = () => client.invalidateQueries({ queryKey: KEY })
  return {
    save: useMutation({
      mutationFn: (body: RouteInput<typeof saveSearch>['body']) => api(saveSearch, { body }),
      onSettled,
    }),
    change: useMutation({
      mutationFn: (body: RouteInput<typeof changeSearch>['body']) => api(changeSearch, { body }),
      onSettled,
    }),
    see: useMutation({
      mutationFn: (id: string) => api(seeSearch, { body: { id } }),
      // Whoever looks has seen it, whatever becomes of the note.
      meta: { isHandled: true },
      onSettled,
    }),
    remove: useMutation({ mutationFn: (id: string) => api(removeSearch, { body: { id } }), onSettled }),
  }
}
