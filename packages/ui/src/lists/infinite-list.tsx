import { useIntersection } from '@mantine/hooks'
import { type ReactNode, useEffect, useRef } from 'react'
import classes from './infinite-list.module.css'

type InfiniteListProps = {
  children: ReactNode
  loadedCount: number
  /** Whether there is a next page; the only thing that says where the list ends. */
  hasMore: boolean
  isLoading: boolean
  onLoadMore: () => void
  loadingLabel: string
  /** Said at the end; nothing when empty. */
  endLabel: string
  /** Shown in place of everything when nothing is there and nothing is to come. */
  empty: ReactNode
  /** Shown under what is loaded when the last page failed (an `ErrorState` with retry); no page is asked for by itself then. */
  error?: ReactNode
}

/** Distance from the bottom at which the next page is asked for, and the wait before it (section 9 of the specification). */
export const loadWithinPx = 20
/** See `loadWithinPx`. */
export const loadDelayMs = 100

/**
 * A list that asks for its next page near its end, once for each page, while there is a next one.
 * Give it a `key` of the filter, so that another filter starts a new list.
 */
export function InfiniteList(props: InfiniteListProps) {
  const { children, loadedCount, hasMore, isLoading, onLoadMore, loadingLabel, endLabel, empty, error } = props
  const { ref: sentinel, entry } = useIntersection({ rootMargin: `0px 0px ${loadWithinPx}px 0px` })
  const isNear = entry?.isIntersecting ?? false
  const askedAt = useRef<number>(undefined)
  const loadMore = useRef(onLoadMore)
  loadMore.current = onLoadMore
  const mayAsk = hasMore && !isLoading && !error && isNear

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
        {isEnd && endLabel}
      </div>
    </>
  )
}
