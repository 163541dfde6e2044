// @vitest-environment jsdom
// In a worker of its own: the module knows which page was shown before.
import { act, cleanup, render } from '@testing-library/react'
import { MemoryRouter, type NavigateFunction, useLocation, useNavigate } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

let go: NavigateFunction
let fresh: typeof import('./scroll-place.ts')
/** How far the page of this test can be scrolled now. */
let longest: number
let grow: () => void

beforeEach(() => {
  vi.resetModules()
  longest = 5000
  let top = 0
  vi.spyOn(window, 'scrollY', 'get').mockImplementation(() => top)
  vi.spyOn(window, 'scrollTo').mockImplementation(((_: number, wanted: number) => {
    top = Math.min(wanted, longest)
    window.dispatchEvent(new Event('scroll'))
  }) as typeof window.scrollTo)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        grow = callback
      }
      observe() {}
      disconnect() {
        grow = () => undefined
      }
    },
  )
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function Page() {
  fresh.useScrollPlace(useLocation().pathname)
  go = useNavigate()
  return null
}

async function openList(): Promise<void> {
  fresh = await import('./scroll-place.ts')
  render(
    <MemoryRouter initialEntries={['/list']}>
      <Page />
    </MemoryRouter>,
  )
}

const scroll = (top: number) => window.scrollTo(0, top)
const navigate = (to: string, options?: { replace: boolean }) => act(async () => void (await go(to, options)))
const goBy = (steps: number) => act(async () => void (await go(steps)))

test('a page opened from a list begins at its top, and going back leads to where the list was left', async () => {
  await openList()
  scroll(1800)
  await navigate('/one')
  expect(window.scrollY).toBe(0)
  scroll(300)
  await goBy(-1)
  expect(window.scrollY).toBe(1800)
  await goBy(1)
  expect(window.scrollY).toBe(300)
})

test('a list that is still growing is followed until it is long enough', async () => {
  await openList()
  scroll(1800)
  await navigate('/one')
  longest = 400
  await goBy(-1)
  expect(window.scrollY).toBe(400)
  longest = 2500
  grow()
  expect(window.scrollY).toBe(1800)
  longest = 9000
  scroll(2400)
  grow()
  expect(window.scrollY).toBe(2400)
})

test('who has begun to read is not moved, and a place on the way is not taken for the one that was left', async () => {
  await openList()
  scroll(1800)
  await navigate('/one')
  longest = 400
  await goBy(-1)
  await goBy(1)
  longest = 2500
  await goBy(-1)
  expect(window.scrollY).toBe(1800)
  await navigate('/two')
  longest = 400
  await goBy(-1)
  window.dispatchEvent(new Event('wheel'))
  longest = 2500
  grow()
  expect(window.scrollY).toBe(400)
})

test('another address of the same page moves nothing', async () => {
  await openList()
  scroll(700)
  await navigate('/list?sort=price', { replace: true })
  expect(window.scrollY).toBe(700)
})
