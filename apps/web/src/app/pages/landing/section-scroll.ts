import { useEffect, useRef } from 'react'

/** Going from one full-page section to the next with one turn of the wheel or one key (b-markets 2: 700 ms). */

/** How long the way to another section takes. */
export const SECTION_MS = 700
/** Wheels and touch pads send on for a while after a turn: until such a silence, and no longer than that in all. */
const SILENCE_MS = 140
const AFTERGLOW_MS = 500
const NEAR_PX = 4
const KEYS: Record<string, 1 | -1> = { PageDown: 1, PageUp: -1 }
/** Over the page: it scrolls by itself, and the page stays. */
const LAYER = '[role="dialog"], [role="alertdialog"]'

export type Stops = {
  /** Where each section begins, in px of the scrolled page, ascending. */
  tops: readonly number[]
  /** The furthest the page scrolls. */
  end: number
  /** How much of the page is seen at once. */
  view: number
}

/**
 * Where one turn leads from `at`; undefined when it should scroll as usual, because the section in view is higher than the
 * window and has more to show that way, or because nothing comes after it.
 */
export function nextStop({ tops, end, view }: Stops, at: number, way: 1 | -1): number | undefined {
  const stops = [...new Set(tops.map((top) => Math.min(top, end)))]
  const here = stops.findLast((stop) => stop <= at + NEAR_PX)
  if (here === undefined) return undefined
  const next = stops.find((stop) => stop > here) ?? end
  if (way === -1) {
    const back = at - here > NEAR_PX ? here : stops.findLast((stop) => stop < here)
    return back === undefined || at - back > view + NEAR_PX ? undefined : back
  }
  const isMoreToSee = next - here > view + NEAR_PX && at + view < next - NEAR_PX
  return isMoreToSee || next <= at + NEAR_PX ? undefined : next
}

const ease = (part: number) => (part < 0.5 ? 4 * part ** 3 : 1 - (2 - 2 * part) ** 3 / 2)

function glide(to: number): () => void {
  const from = window.scrollY
  const begin = performance.now()
  let frame = requestAnimationFrame(function step(now) {
    const part = Math.min(1, (now - begin) / SECTION_MS)
    window.scrollTo(0, from + (to - from) * ease(part))
    if (part < 1) frame = requestAnimationFrame(step)
  })
  return () => cancelAnimationFrame(frame)
}

function stopsOf(page: HTMLElement): Stops {
  const header = page.getBoundingClientRect().top + window.scrollY
  return {
    tops: [...page.children].map((section) => section.getBoundingClientRect().top + window.scrollY - header),
    end: document.documentElement.scrollHeight - window.innerHeight,
    view: window.innerHeight - header,
  }
}

/** Whether a turn or a key is for the page, and nothing else has taken it. */
function isForPage({ target, defaultPrevented }: Event): boolean {
  return !defaultPrevented && !(target instanceof Element && target.closest(LAYER))
}

function listen(page: HTMLElement): () => void {
  let cancel: (() => void) | undefined
  let busyUntil = Number.NEGATIVE_INFINITY
  let lastWheel = Number.NEGATIVE_INFINITY
  const go = (way: 1 | -1): boolean => {
    const to = nextStop(stopsOf(page), window.scrollY, way)
    if (to === undefined) return false
    cancel?.()
    cancel = glide(to)
    busyUntil = performance.now() + SECTION_MS
    return true
  }
  const wheel = (event: WheelEvent) => {
    if (!isForPage(event) || event.ctrlKey || Math.abs(event.deltaY) <= Math.abs(event.deltaX)) return
    const now = performance.now()
    const isSameTurn = now - lastWheel < SILENCE_MS && now < busyUntil + AFTERGLOW_MS
    lastWheel = now
    if (now < busyUntil || isSameTurn) return event.preventDefault()
    if (go(event.deltaY > 0 ? 1 : -1)) event.preventDefault()
  }
  const key = (event: KeyboardEvent) => {
    const way = KEYS[event.key]
    if (way && isForPage(event) && go(way)) event.preventDefault()
  }
  // Whoever takes hold of the page has it at once.
  const release = () => {
    cancel?.()
    busyUntil = Number.NEGATIVE_INFINITY
  }
  window.addEventListener('wheel', wheel, { passive: false })
  window.addEventListener('keydown', key)
  window.addEventListener('pointerdown', release)
  return () => {
    release()
    window.removeEventListener('wheel', wheel)
    window.removeEventListener('keydown', key)
    window.removeEventListener('pointerdown', release)
  }
}

/** Gives a page of full-page sections its calm way on; a reader who asked for less motion scrolls as everywhere. */
export function useSectionScroll() {
  const page = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!page.current || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
    return listen(page.current)
  }, [])
  return page
}
