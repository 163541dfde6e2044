// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { show } from '../../test/show.tsx'
import { InfiniteList, loadDelayMs } from './infinite-list.tsx'

let report: (isNear: boolean) => void = () => undefined
let margin: string | undefined

beforeEach(() => {
  vi.useFakeTimers()
  globalThis.IntersectionObserver = class {
    constructor(callback: (entries: { isIntersecting: boolean }[]) => void, options: { rootMargin: string }) {
      report = (isNear) => act(() => callback([{ isIntersecting: isNear }]))
      margin = options.rootMargin
    }
    observe() {}
    disconnect() {}
  } as unknown as typeof IntersectionObserver
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms))

function list(
  onLoadMore: () => void,
  state: Partial<{ loaded: number; hasMore: boolean; isLoading: boolean; error: string }>,
) {
  return (
    <InfiniteList
      loadedCount={state.loaded ?? 20}
      hasMore={state.hasMore ?? true}
      isLoading={state.isLoading ?? false}
      onLoadMore={onLoadMore}
      loadingLabel="Loading"
      endLabel="No more"
      addedLabel={(count) => `${count} more loaded`}
      empty={<p>Nothing here</p>}
      error={state.error}
    >
      <p>Rows</p>
    </InfiniteList>
  )
}

describe('an infinite list', () => {
  it('says how many came with a page, where screen readers listen, until the next one is loaded', () => {
    const onLoadMore = vi.fn()
    const { container, rerender } = show(list(onLoadMore, {}))
    const said = () => container.querySelector('[aria-live=polite]')!.textContent
    expect(said()).not.toContain('loaded')
    rerender(list(onLoadMore, { isLoading: true }))
    rerender(list(onLoadMore, { loaded: 27 }))
    expect(said()).toContain('7 more loaded')
    rerender(list(onLoadMore, { loaded: 27, isLoading: true }))
    expect(said()).not.toContain('loaded')
    rerender(list(onLoadMore, { loaded: 30, hasMore: false }))
    expect(said()).toBe('3 more loadedNo more')
    // A page that failed brought nothing.
    rerender(list(onLoadMore, { loaded: 30, isLoading: true }))
    rerender(list(onLoadMore, { loaded: 30, error: 'Failed' }))
    expect(said()).not.toContain('loaded')
  })

  it('asks for the next page 100 ms after its end comes within 20 px, once', () => {
    const onLoadMore = vi.fn()
    show(list(onLoadMore, {}))
    expect(margin).toBe('0px 0px 20px 0px')
    report(true)
    wait(loadDelayMs - 1)
    expect(onLoadMore).not.toHaveBeenCalled()
    wait(1)
    expect(onLoadMore).toHaveBeenCalledTimes(1)
    report(false)
    report(true)
    wait(1000)
    expect(onLoadMore).toHaveBeenCalledTimes(1)
  })

  it('asks again when the page came and its end is still in sight', () => {
    const onLoadMore = vi.fn()
    const { rerender } = show(list(onLoadMore, {}))
    report(true)
    wait(loadDelayMs)
    rerender(list(onLoadMore, { isLoading: true }))
    rerender(list(onLoadMore, { loaded: 40 }))
    wait(loadDelayMs)
    expect(onLoadMore).toHaveBeenCalledTimes(2)
  })

  it('goes on when a page brought nothing that was not there already', () => {
    const onLoadMore = vi.fn()
    const { rerender } = show(list(onLoadMore, {}))
    report(true)
    wait(loadDelayMs)
    rerender(list(onLoadMore, { isLoading: true }))
    rerender(list(onLoadMore, {}))
    wait(loadDelayMs)
    expect(onLoadMore).toHaveBeenCalledTimes(2)
  })

  it('does not ask when scrolled away before the wait is over', () => {
    const onLoadMore = vi.fn()
    show(list(onLoadMore, {}))
    report(true)
    wait(50)
    report(false)
    wait(1000)
    expect(onLoadMore).not.toHaveBeenCalled()
  })

  it('says that there is no more when all is loaded, and asks no more', () => {
    const onLoadMore = vi.fn()
    show(list(onLoadMore, { loaded: 45, hasMore: false }))
    report(true)
    wait(1000)
    expect(onLoadMore).not.toHaveBeenCalled()
    expect(screen.getByText('No more')).toBeTruthy()
    expect(screen.queryByText('Loading')).toBeNull()
  })

  it('shows the loading line while fewer are loaded than exist', () => {
    show(list(() => undefined, { isLoading: true }))
    expect(screen.getByText('Loading')).toBeTruthy()
  })

  it('shows the empty state when the total is 0, but not while loading', () => {
    const { rerender } = show(list(() => undefined, { loaded: 0, hasMore: false, isLoading: true }))
    expect(screen.queryByText('Nothing here')).toBeNull()
    rerender(list(() => undefined, { loaded: 0, hasMore: false }))
    expect(screen.getByText('Nothing here')).toBeTruthy()
  })

  it('waits for the person after an error, then may ask for the same page again', () => {
    const onLoadMore = vi.fn()
    const { rerender } = show(list(onLoadMore, {}))
    report(true)
    wait(loadDelayMs)
    rerender(list(onLoadMore, { error: 'Failed' }))
    wait(1000)
    expect(onLoadMore).toHaveBeenCalledTimes(1)
    rerender(list(onLoadMore, {}))
    wait(loadDelayMs)
    expect(onLoadMore).toHaveBeenCalledTimes(2)
  })
})
