import { useState } from 'react'
import { keep, readKept } from '../../../lib/session/kept.ts'
import { useSession } from '../../../lib/session/session.ts'

/** What a list of the desk is filtered by, under a name: the path of its page and the query of its address. */
export type SavedFilter = { name: string; path: string; query: string }

const isSaved = (one: unknown): one is SavedFilter => {
  const { name, path, query } = Object(one) as Record<string, unknown>
  return typeof name === 'string' && typeof path === 'string' && typeof query === 'string'
}

/** What this browser keeps under a key; nothing where it cannot be read. */
function readFilters(key: string): SavedFilter[] {
  try {
    const kept: unknown = JSON.parse(readKept(key) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isSaved) : []
  } catch {
    return []
  }
}

/** The filters that the person signed in saved in this browser, for all lists of the desk; nobody else sees them there. */
export function useSavedFilters() {
  const { user } = useSession()
  const key = `trove-desk-filters-${user?.userId ?? ''}`
  const [, setDrawn] = useState(0)
  const write = (filters: SavedFilter[]) => {
    keep(key, filters.length > 0 ? JSON.stringify(filters) : null)
    setDrawn((count) => count + 1)
  }
  // Read at each change: another tab may have saved one since.
  const isOther = (it: SavedFilter) => (one: SavedFilter) => one.path !== it.path || one.query !== it.query
  return {
    filters: readFilters(key),
    save: (it: SavedFilter) => write([...readFilters(key).filter(isOther(it)), it]),
    remove: (it: SavedFilter) => write(readFilters(key).filter(isOther(it))),
  }
}
