import { useQuery } from '@tanstack/react-query'
import type { Bytes } from '@trove/stored-file/bytes'
import { useEffect, useState } from 'react'
import { lookInto, type Named, searchNames, wayTo } from './folder-view.ts'
import { type FileOrder, readNote, type useFiles } from './use-files.ts'

/** So many files are opened and searched by a page at most; older ones show once they are scrolled to. */
const NAMED_MAX = 5_000

/** Names of files, as far as an open vault reads them; the keys beside them are not kept. */
function useNames(orders: readonly FileOrder[], vaultKey: Bytes | undefined): Named<FileOrder>[] | undefined {
  const names = useQuery({
    queryKey: ['storage', 'names', orders.map(({ index }) => index).join()],
    queryFn: async () => {
      const notes = await Promise.all(orders.map((order) => readNote(order, vaultKey)))
      return new Map(orders.map(({ index }, i) => [index, notes[i]?.name ?? '']))
    },
    enabled: vaultKey !== undefined && orders.length > 0,
    structuralSharing: false,
    placeholderData: (before) => before,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  }).data
  return vaultKey && names ? orders.map((order) => ({ order, name: names.get(order.index) ?? '' })) : undefined
}

/**
 * Folders and search over one's files. Names are sealed, so this page reads all of them and searches by itself. Where one is and
 * what one looks for stays in the page: in its address the server would read both.
 */
export function useFolders(
  list: ReturnType<typeof useFiles>,
  orders: readonly FileOrder[],
  vaultKey: Bytes | undefined,
) {
  const [folder, setFolder] = useState('')
  const [search, setSearch] = useState('')
  const names = useNames(orders, vaultKey)
  const { hasNextPage, isFetchingNextPage, isError, fetchNextPage } = list
  const isReadingOn = vaultKey !== undefined && hasNextPage && !isError && orders.length < NAMED_MAX
  const count = orders.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page may come so soon that nothing but the count has changed
  useEffect(() => {
    if (isReadingOn && !isFetchingNextPage) void fetchNextPage()
  }, [isReadingOn, isFetchingNextPage, fetchNextPage, count])
  const isSearching = search.trim() !== ''
  const here = names && lookInto(names, folder)
  const files = !names || !here ? orders : isSearching ? searchNames(names, search) : here.files
  return {
    hasNames: names !== undefined,
    isReadingOn,
    isSearching,
    folder,
    search,
    way: wayTo(folder),
    folders: isSearching || !here ? [] : here.folders,
    files,
    enter: (path: string) => {
      setSearch('')
      setFolder(path)
    },
    setSearch,
  }
}

export type FoldersModel = ReturnType<typeof useFolders>
