import { useDebouncedValue } from '@mantine/hooks'
import type { Bytes } from '@trove/stored-file/bytes'
import { useMemo, useState } from 'react'
import { lookInto, searchNames, wayTo } from './folder-view.ts'
import { useNameIndex } from './name-index.ts'

/** The list follows what is typed after this pause, so that not every letter asks for files. */
const TYPED_MS = 250

/**
 * Folders and search over one's files. Names are sealed, so this page reads all of them once and searches by itself. Where one is
 * and what one looks for stays in the page: in its address the server would read both.
 */
export function useFolders(account: string, vaultKey: Bytes | undefined) {
  const [folder, setFolder] = useState('')
  const [typed, setTyped] = useState('')
  const [settled] = useDebouncedValue(typed, TYPED_MS)
  // Cleared at once: whoever clears wants the folder back.
  const search = typed.trim() === '' ? '' : settled.trim()
  const index = useNameIndex(account, vaultKey)
  const { names } = index
  const here = useMemo(() => (names ? lookInto(names, folder) : undefined), [names, folder])
  const shown = useMemo(() => {
    if (!names || !here) return undefined
    return search === ''
      ? { name: `in ${folder}`, ids: here.files }
      : { name: `search ${search}`, ids: searchNames(names, search) }
  }, [names, here, folder, search])
  return {
    index,
    shown,
    isReadingOn: index.isReadingOn,
    isSearching: search !== '',
    folder,
    search: typed,
    way: wayTo(folder),
    folders: search !== '' || !here ? [] : here.folders,
    enter: (path: string) => {
      setTyped('')
      setFolder(path)
    },
    setSearch: setTyped,
  }
}

export type FoldersModel = ReturnType<typeof useFolders>
