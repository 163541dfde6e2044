import { SEARCH_CHARS } from '@trove/contract/kit/search'
import { useCallback, useMemo } from 'react'
import { useSearch } from '../../lib/addresses/use-search.ts'
import type { FilterValues } from './face.ts'

/** Filter, order, view and ticks of a list live in the address, so that a search can be shared and the back key works. */

export type ListView = 'cards' | 'table'
/** So many can be compared at once. */
export const PICKS_MOST = 4
const VALUE_MAX = SEARCH_CHARS
/** The field under which the text search of a list stands. */
export const KEYWORD = 'keyword'
const PICK = 'pick'

// biome-ignore lint/suspicious/noControlCharactersInRegex: no server takes them
const CONTROL = /[\u0000-\u001f]/g

/** Reads the named values out of an address; unknown and empty ones are left out, and so are control characters. */
export function readFilter(search: URLSearchParams, fields: readonly string[]): FilterValues {
  const filter: FilterValues = {}
  for (const field of fields) {
    const value = search.get(field)?.replace(CONTROL, '').slice(0, VALUE_MAX)
    if (value) filter[field] = value
  }
  return filter
}

/** A filter as it is asked for: a figure that is still being typed, such as `0.`, counts as far as it goes. Words stay: `node.` too. */
export function wholeFilter(values: FilterValues): FilterValues {
  return Object.fromEntries(
    Object.entries(values).map(([field, value]) => [field, field === KEYWORD ? value : value?.replace(/\.$/, '')]),
  )
}

/** Writes a filter into an address, leaving the rest of it as it is. */
export function writeFilter(search: URLSearchParams, fields: readonly string[], filter: FilterValues): URLSearchParams {
  return withValues(search, wholeFilter(Object.fromEntries(fields.map((field) => [field, filter[field]]))))
}

function withValues(search: URLSearchParams, values: FilterValues): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const [name, value] of Object.entries(values)) {
    if (value) next.set(name, value)
    else next.delete(name)
  }
  return next
}

/** Ids that were ticked: the first few of those an address names. */
export function readPicks(text: string | null | undefined): string[] {
  return [...new Set(text?.split(',').filter(Boolean))].slice(0, PICKS_MOST)
}

/**
 * What the page in view lists, how, and how to change it. An unknown order is the usual one. `setFilter` is the whole filter,
 * `change` some fields of it; the others are left as they are by then.
 */
export function useListUrl(fields: readonly string[], sorts: readonly { value: string }[]) {
  const [search, edit] = useSearch()
  const text = search.toString()
  const filter = useMemo(() => readFilter(new URLSearchParams(text), fields), [text, fields])
  const picked = useMemo(() => readPicks(new URLSearchParams(text).get(PICK)), [text])
  const usual = sorts[0]?.value ?? ''
  const set = useCallback(
    (values: FilterValues, replace = false) => edit((now) => withValues(now, values), replace),
    [edit],
  )
  const setFilter = useCallback(
    (next: FilterValues, replace = false) => edit((now) => writeFilter(now, fields, next), replace),
    [edit, fields],
  )
  const change = useCallback((values: FilterValues, replace = false) => set(wholeFilter(values), replace), [set])
  const pick = (id: string) =>
    edit((now) => {
      const before = readPicks(now.get(PICK))
      const next = before.includes(id) ? before.filter((one) => one !== id) : [...before, id]
      return next.length > PICKS_MOST ? now : withValues(now, { [PICK]: next.join(',') })
    }, true)
  return {
    filter,
    setFilter,
    change,
    sort: sorts.find(({ value }) => value === search.get('sort'))?.value ?? usual,
    setSort: (sort: string) => set({ sort: sort === usual ? undefined : sort }),
    view: (search.get('view') === 'table' ? 'table' : 'cards') as ListView,
    setView: (view: ListView) => set({ view: view === 'cards' ? undefined : view }, true),
    picked,
    pick,
    clearPicks: () => set({ [PICK]: undefined }, true),
  }
}

export type ListUrl = ReturnType<typeof useListUrl>

const ONLY_SEARCHED = [KEYWORD]
const IN_ONE_ORDER: { value: string }[] = []

/** The address of a list that is only searched. `name` is what is searched for, empty when nothing is. */
export function useSearchUrl() {
  const url = useListUrl(ONLY_SEARCHED, IN_ONE_ORDER)
  return { url, name: url.filter[KEYWORD] ?? '' }
}
