import { useCallback, useLayoutEffect, useRef } from 'react'
import { useLocation, useSearchParams } from 'react-router'

/**
 * The query of the address in view, and how to change it. A change stands on what was asked for last: a slow machine draws an
 * address only a while after it was asked for, and a change of what is drawn would take back what came in between.
 */
export function useSearch() {
  const [search, setSearch] = useSearchParams()
  const location = useLocation()
  /** What was asked for and is not drawn yet, the oldest first. */
  const asked = useRef<string[]>([])
  const latest = useRef({ search, setSearch })
  useLayoutEffect(() => {
    latest.current = { search, setSearch }
  }, [search, setSearch])
  useLayoutEffect(() => {
    // An address nobody asked for here came by a link or by Back: what was asked for before it comes no more.
    const at = asked.current.lastIndexOf(new URLSearchParams(location.search).toString())
    asked.current = at < 0 ? [] : asked.current.slice(at + 1)
  }, [location])
  const change = useCallback((edit: (now: URLSearchParams) => URLSearchParams, replace = false) => {
    const next = edit(new URLSearchParams(asked.current.at(-1) ?? latest.current.search))
    asked.current.push(next.toString())
    latest.current.setSearch(next, { replace })
  }, [])
  return [search, change] as const
}
