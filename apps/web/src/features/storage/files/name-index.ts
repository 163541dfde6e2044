import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { listOrderNotes } from '@trove/contract/chain/own-orders'
import type { Bytes } from '@trove/stored-file/bytes'
import { useEffect, useMemo } from 'react'
import { api } from '../../../lib/calls/api.ts'
import { isAwaitingNew, seeOrders } from './awaited.ts'
import { readNote } from './read-note.ts'

/**
 * Names of all of one's files, opened once by this page: folders and search are made of them. A name never changes, so what was
 * opened is not asked for again; only orders that are newer than all of them are.
 */

/** So many names are opened by themselves; older ones once a list has come to its end. */
const NAMED_MAX = 20_000
/** Newer orders in one answer. More than that since the page was opened, and the index is made anew. */
const NEWER_SIZE = 50
/** While an order waits for the server's index, a page looks again this often: one block. */
const WAITING_MS = 6_000
/** Else this often: an order may come from another tab or device, or from before this page was loaded. */
const LOOKING_MS = 30_000

export type NamedOrder = { order: number; name: string }

async function readNames(
  query: { account: string; before?: number; size?: number },
  vaultKey: Bytes,
): Promise<{ names: NamedOrder[]; hasMore: boolean }> {
  const { content, hasMore } = await api(listOrderNotes, { query })
  seeOrders(content)
  // The keys beside the names are not kept.
  const open = async ({ index, note }: (typeof content)[number]) => ({
    order: index,
    name: (await readNote({ note }, vaultKey))?.name ?? '',
  })
  return { names: await Promise.all(content.map(open)), hasMore }
}

/** Names of an account's files, newest first; undefined while the vault is locked or the first of them are on their way. */
export function useNameIndex(account: string, vaultKey: Bytes | undefined) {
  const index = useInfiniteQuery({
    queryKey: ['storage', 'names', account],
    queryFn: ({ pageParam }) => readNames({ account, before: pageParam }, vaultKey!),
    enabled: vaultKey !== undefined,
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ names, hasMore }) => (hasMore ? names.at(-1)?.order : undefined),
    structuralSharing: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    gcTime: 0,
  })
  const pages = index.data?.pages
  const newer = useQuery({
    // Below the key of files: what makes those anew looks for newer ones too.
    queryKey: ['storage', 'files', account, 'newer'],
    queryFn: () => readNames({ account, size: NEWER_SIZE }, vaultKey!),
    enabled: vaultKey !== undefined && pages !== undefined,
    initialData: { names: [], hasMore: false },
    initialDataUpdatedAt: Date.now,
    refetchInterval: () => (isAwaitingNew() ? WAITING_MS : LOOKING_MS),
    structuralSharing: false,
    gcTime: 0,
  }).data
  const names = useMemo(() => {
    const read = pages?.flatMap((page) => page.names)
    const newest = read?.[0]?.order ?? -1
    return read && [...newer.names.filter(({ order }) => order > newest), ...read]
  }, [pages, newer])
  const hasGap = newer.hasMore && newer.names.every(({ order }) => order > (pages?.[0]?.names[0]?.order ?? -1))
  const { hasNextPage, isFetching, isError, fetchNextPage, refetch } = index
  const isReadingOn = hasNextPage && !isError && (names?.length ?? 0) < NAMED_MAX
  useEffect(() => {
    if (hasGap && !isFetching) void refetch()
    else if (isReadingOn && !isFetching) void fetchNextPage()
  }, [hasGap, isReadingOn, isFetching, fetchNextPage, refetch])
  return { ...index, names: vaultKey && names, isReadingOn }
}
