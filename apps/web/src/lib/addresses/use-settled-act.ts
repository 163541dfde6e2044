import { useEffect, useMemo, useRef } from 'react'

/**
 * Runs what was asked for last, once nothing new was for so many milliseconds, and never after the page was left. A page that was
 * left may stay in sight, and alive, until the next one is there: what it would write into its address would then take the place
 * of the next page's address.
 */
export function useSettledAct(delayMs: number): { run: (act: () => void) => void; cancel: () => void } {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return useMemo(() => {
    const cancel = () => clearTimeout(timer.current)
    const run = (act: () => void) => {
      cancel()
      // Of the window and not of the router, whose word comes only with the next page.
      const { pathname } = window.location
      timer.current = setTimeout(() => {
        if (window.location.pathname === pathname) act()
      }, delayMs)
    }
    return { run, cancel }
  }, [delayMs])
}
