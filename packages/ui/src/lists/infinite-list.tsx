import { VisuallyHidden } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import classes from './infinite-list.module.css'

type InfiniteListProps = {
  children: ReactNode
  loadedCount: number
  /** Whether there is a next page; the only thing that says where the list ends. */
  hasMore: boolean
  isLoading: boolean
  /** What is loaded is being read anew: the next page waits for that, as it may begin elsewhere by then. */
  isRenewing?: boolean
  onLoadMore: () => void
  loadingLabel: string
  /** Said at the end; nothing when empty. */
  endLabel: string
  /** Said to screen readers, unseen, when so many came to those that stood there. */
  addedLabel?: (count: number) => string
  /** Shown in place of everything when nothing is there and nothing is to come. */
  empty: ReactNode
  /** Shown under what is loaded when the last page failed (an `ErrorState` with retry); no page is asked for by itself then. */
  error?: ReactNode
}

/** Distance from the bottom at which the next page is asked for, and the wait before it (section 9 of the specification). */
export const loadWithinPx = 20
/** See `loadWithinPx`. */
export const loadDelayMs = 100

/** How many came with the last page that was asked for at the end of the list; 0 while the next one is loaded. */
function useAdded(loadedCount: number, isLoading: boolean): number {
  const [added, setAdded] = useState(0)
  const before = useRef<number>(undefined)
  useEffect(() => {
    if (isLoading) {
      before.current ??= loadedCount
      setAdded(0)
    } else if (before.current !== undefined) {
      setAdded(Math.max(0, loadedCount - before.current))
      before.current = undefined
    }
  }, [loadedCount, isLoading])
  return added
}

/**
 * A list that asks for its next page near its end, once for each page, while there is a next one.
 * Give it a `key` of the filter, so that another filter starts a new list.
 */
export function InfiniteList(props: InfiniteListProps) {
  const { children, loadedCount, hasMore, isLoading, isRenewing, onLoadMore } = props
  const { loadingLabel, endLabel, addedLabel, empty, error } = props
  const { ref: sentinel, entry } = useIntersection({ rootMargin: `0px 0px ${loadWithinPx}px 0px` })
  const isNear = entry?.isIntersecting ?? false
  const added = useAdded(loadedCount, isLoading)
  const askedAt = useRef<number>(undefined)
  const loadMore = useRef(onLoadMore)
  loadMore.current = onLoadMore
  const mayAsk = hasMore && !isLoading && !isRenewing && !error && isNear

  useEffect(() => {
    if (!mayAsk || askedAt.current === loadedCount) return
    const timer = setTimeout(() => {
      askedAt.current = loadedCount
      loadMore.current()
    }, loadDelayMs)
    return () => clearTimeout(timer)
  }, [mayAsk, loadedCount])

  useEffect(() => {
    // A failed or renewed list may ask for the same place again, and so may one whose next page brought nothing new.
    if (error || isLoading || loadedCount === 0) askedAt.current = undefined
  }, [error, isLoading, loadedCount])

  if (loadedCount === 0 && !hasMore && !isLoading && !error) return <>{empty}</>
  const isEnd = !hasMore && !isLoading && loadedCount > 0 && endLabel !== ''
  return (
    <>
      {children}
      {error}
      <div ref={sentinel} className={`${classes.tail} ${isEnd ? classes.end : ''}`} aria-live="polite">
        {(isLoading || (hasMore && !error)) && (
          <>
            <span className={classes.spinner} aria-hidden />
            {loadingLabel}
          </>
        )}
        {added > 0 && addedLabel && <VisuallyHidden>{addedLabel(added)}</VisuallyHidden>}
        {isEnd && endLabel}
      </div>
    </>
  )
}
