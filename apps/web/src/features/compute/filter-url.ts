import { COMPUTE_SORTS } from '@trove/contract/compute-shapes'
import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'

/** The filter and the order live in the address, so that a search can be shared and the back key works. */

export const FILTER_FIELDS = ['operationSystem', 'servePeriod', 'cpuAndRAM', 'diskSize', 'bandwidth'] as const
export type FilterField = (typeof FILTER_FIELDS)[number]
/** Values as they stand in the address: texts, absent when not chosen. */
export type FilterValues = { [K in FilterField]?: string }
export type Sort = (typeof COMPUTE_SORTS)[number]

/** Reads the filter out of an address; unknown and empty fields are left out. */
export function readFilter(search: URLSearchParams): FilterValues {
  const filter: FilterValues = {}
  for (const field of FILTER_FIELDS) {
    const value = search.get(field)?.slice(0, 40)
    if (value) filter[field] = value
  }
  return filter
}

/** Reads the order; an unknown one is the newest first. */
export function readSort(search: URLSearchParams): Sort {
  const sort = search.get('sort')
  return COMPUTE_SORTS.find((known) => known === sort) ?? 'newest'
}

/** Writes a filter into an address, leaving the rest of it as it is. */
export function writeFilter(search: URLSearchParams, filter: FilterValues): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const field of FILTER_FIELDS) {
    const value = filter[field]
    if (value) next.set(field, value)
    else next.delete(field)
  }
  return next
}

/** The filter and order of the page in view, and how to change them. */
export function useFilterUrl() {
  const [search, setSearch] = useSearchParams()
  const text = search.toString()
  const filter = useMemo(() => readFilter(new URLSearchParams(text)), [text])
  const setFilter = useCallback((next: FilterValues) => setSearch((now) => writeFilter(now, next)), [setSearch])
  const setSort = useCallback(
    (sort: Sort) =>
      setSearch((now) => {
        const next = new URLSearchParams(now)
        if (sort === 'newest') next.delete('sort')
        else next.set('sort', sort)
        return next
      }),
    [setSearch],
  )
  return { filter, sort: readSort(search), setFilter, setSort }
}
