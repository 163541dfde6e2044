import { useEffect } from 'react'
import type { Paged } from '../../../lib/lists/growing-list.tsx'

/** So many rows are looked through for a case whose address somebody sent. */
const ROWS_LOOKED_THROUGH = 200

/** A case that is read with its list: further pages are asked for until it came. `isGone`: it is in none of them. */
export function useListedCase<T extends { id: string }>({ list, items }: { list: Paged; items: T[] }, id: string) {
  const { fetchNextPage, refetch } = list
  const data = items.findLast((item) => item.id === id)
  const isLeft = data === undefined && list.hasNextPage && items.length < ROWS_LOOKED_THROUGH
  const mayAsk = isLeft && list.error === null && !list.isFetchingNextPage && !list.isRefetching
  useEffect(() => {
    if (mayAsk) void fetchNextPage()
  }, [mayAsk, fetchNextPage])
  const isGone = data === undefined && !list.isPending && list.error === null && !isLeft
  return { data, error: list.error, refetch, isGone }
}
