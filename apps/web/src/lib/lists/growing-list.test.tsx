// @vitest-environment jsdom
import { useInfiniteQuery } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { chineseDesk, forgetScreen, renderScreen } from '../../../test/render.tsx'
import { queryClient } from '../calls/query.ts'
import { GrowingList } from './growing-list.tsx'

let report = (_: boolean) => {}
const usual = globalThis.IntersectionObserver
beforeEach(() => {
  globalThis.IntersectionObserver = class {
    constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
      report = (isIntersecting) => act(() => callback([{ isIntersecting }]))
    }
    observe() {}
    disconnect() {}
  } as unknown as typeof IntersectionObserver
})
afterEach(() => {
  globalThis.IntersectionObserver = usual
  forgetScreen()
})

/** Pages as they are at the moment of their answer; each answer waits to be let go. */
let pages: string[][] = []
let waiting: { page: number; answer: () => void }[] = []
const answerNext = async () => {
  await waitFor(() => expect(waiting.length).toBeGreaterThan(0))
  const { page, answer } = waiting.shift()!
  await act(async () => answer())
  return page
}

function List() {
  const list = useInfiniteQuery({
    queryKey: ['growing'],
    queryFn: async ({ pageParam: page }) => {
      await new Promise<void>((resolve) => waiting.push({ page, answer: resolve }))
      return pages[page]!
    },
    initialPageParam: 0,
    getNextPageParam: (_, all) => (all.length < pages.length ? all.length : undefined),
  })
  const rows = list.data?.pages.flat() ?? []
  return (
    <GrowingList list={list} count={rows.length} skeleton={null} empty={null}>
      <output>{rows.join(' ')}</output>
    </GrowingList>
  )
}

const shown = (rows: string) => waitFor(() => expect(screen.getByRole('status').textContent).toBe(rows))

it('the next page waits while those in sight are read anew, so that what was taken away goes', async () => {
  pages = [['a', 'b'], ['c']]
  waiting = []
  await renderScreen(<List />, chineseDesk)
  await answerNext()
  await shown('a b')
  pages = [['b', 'c'], ['d']]
  // As after an action: everything is asked again, and meanwhile the reader comes to the end.
  act(() => void queryClient.invalidateQueries({ queryKey: ['growing'] }))
  report(true)
  await act(() => new Promise((resolve) => setTimeout(resolve, 300)))
  expect(await answerNext()).toBe(0)
  await shown('b c')
  expect(await answerNext()).toBe(1)
  await shown('b c d')
})
