import { type InfiniteData, type QueryKey, useQueryClient } from '@tanstack/react-query'

/**
 * One row as a list had it whose answers are still there: what was pressed, until its own page knows more. A list that
 * something changed since is left aside: what it says may be over.
 * @param listKey what the keys of those lists begin with
 */
export function useListed<Page, Row>(
  listKey: QueryKey,
  rowsOf: (page: Page) => readonly Row[],
  isIt: (row: Row) => boolean,
): Row | undefined {
  const lists = useQueryClient().getQueriesData<InfiniteData<Page>>({
    queryKey: listKey,
    predicate: ({ state }) => !state.isInvalidated,
  })
  return lists
    .flatMap(([, list]) => list?.pages ?? [])
    .flatMap((page) => rowsOf(page))
    .find(isIt)
}
