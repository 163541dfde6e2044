import { useLayoutEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/**
 * Where each page of this tab's history was scrolled to: a new page begins at its top, and one that is gone back to
 * stands where it was left. The browser does this by itself only for pages that are whole at once; ours grow as their
 * answers come. (React Router's own ScrollRestoration scrolls once, too, and needs its data router.)
 */

/** The list of a tab that was open for days stays small. */
const MOST_PLACES = 50
/** A page that has not grown long enough by then has changed, and nobody is moved who reads it already. */
const LONGEST_WAIT_MS = 5000
const SIGNS_OF_READING = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const

const places = new Map<string, number>()
let shown: { page: string; entry: string } | undefined
let stopWaiting: (() => void) | undefined

/** Keeps the place of the page in view. `page` tells one page from another: several addresses may be one page. */
export function useScrollPlace(page: string): void {
  const { key: entry } = useLocation()
  const isNew = useNavigationType() !== 'POP'
  useLayoutEffect(() => {
    const before = shown
    shown = { page, entry }
    // The first page is where the browser or the landing page left it.
    if (before === undefined) return listen()
    if (before.page === page && before.entry === entry) return
    stopWaiting?.()
    const left = isNew ? undefined : places.get(entry)
    if (left !== undefined) returnTo(left)
    else if (before.page !== page) window.scrollTo(0, 0)
  }, [page, entry, isNew])
}

/** The browser's own way serves again where the whole site is left or loaded anew. */
function listen(): void {
  const take = () => {
    history.scrollRestoration = 'manual'
  }
  take()
  window.addEventListener('scroll', keepPlace, { passive: true })
  window.addEventListener('pageshow', take)
  window.addEventListener('pagehide', () => {
    history.scrollRestoration = 'auto'
  })
}

function keepPlace(): void {
  if (shown === undefined || stopWaiting) return
  places.delete(shown.entry)
  places.set(shown.entry, window.scrollY)
  if (places.size > MOST_PLACES) places.delete(places.keys().next().value!)
}

/** Scrolls there as soon as the page is long enough, unless its reader has begun to move. */
function returnTo(top: number): void {
  const ending = new AbortController()
  const stop = () => ending.abort()
  stopWaiting = stop
  const tryNow = () => {
    window.scrollTo(0, top)
    if (Math.abs(window.scrollY - top) <= 1) stop()
  }
  const growth = new ResizeObserver(tryNow)
  const timer = setTimeout(stop, LONGEST_WAIT_MS)
  for (const sign of SIGNS_OF_READING) window.addEventListener(sign, stop, { passive: true, signal: ending.signal })
  ending.signal.addEventListener('abort', () => {
    stopWaiting = undefined
    growth.disconnect()
    clearTimeout(timer)
  })
  growth.observe(document.body)
  tryNow()
}
