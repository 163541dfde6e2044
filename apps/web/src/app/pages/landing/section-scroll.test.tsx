// @vitest-environment jsdom
import { cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { nextStop, SECTION_MS, useSectionScroll } from './section-scroll.ts'

/** The home page goes from section to section (b-markets 2). */

const VIEW_PX = 836
const even = { tops: [0, 836, 1672, 2508], end: 1900, view: VIEW_PX }
const high = { tops: [0, 2000], end: 2836, view: VIEW_PX }

describe('where a turn of the wheel leads', () => {
  it.each([
    ['down from the top to the second section', even, 0, 1, 836],
    ['down from the middle of a section to the next one', even, 400, 1, 836],
    ['down to the end, where less than a section is left', even, 1672, 1, 1900],
    ['up from the end to the section before', even, 1900, -1, 1672],
    ['up from the middle of a section to its top', even, 1000, -1, 836],
    ['nowhere at the end', even, 1900, 1, undefined],
    ['nowhere above the first', even, 0, -1, undefined],
    ['on as usual inside a section higher than the window', high, 300, 1, undefined],
    ['on to the next once all of a high section was seen', high, 1164, 1, 2000],
    ['back as usual inside a high section', high, 1500, -1, undefined],
  ] as const)('is %s', (_name, stops, at, way, to) => expect(nextStop(stops, at, way)).toBe(to))
})

function Home() {
  return (
    <div ref={useSectionScroll()} data-testid="page">
      <section />
      <section />
    </div>
  )
}

describe('the home page', () => {
  const scrolled: number[] = []
  let isCalm = false
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'cancelAnimationFrame', 'performance'] })
    scrolled.length = 0
    vi.stubGlobal('matchMedia', () => ({ matches: isCalm }))
    vi.stubGlobal('scrollY', 0)
    vi.stubGlobal('innerHeight', VIEW_PX)
    vi.stubGlobal('scrollTo', (_x: number, y: number) => scrolled.push(y))
    vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(2 * VIEW_PX)
    vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
      return { top: this.previousElementSibling && this.tagName === 'SECTION' ? VIEW_PX : 0 } as DOMRect
    })
  })
  afterEach(() => {
    cleanup()
    isCalm = false
    vi.useRealTimers()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })

  it('takes 700 ms to the next section, and one turn moves one section only', () => {
    render(<Home />)
    expect(fireEvent.wheel(window, { deltaY: 100 })).toBe(false)
    vi.advanceTimersByTime(SECTION_MS / 2)
    expect(scrolled.at(-1)).toBeGreaterThan(0)
    expect(scrolled.at(-1)).toBeLessThan(VIEW_PX)
    expect(fireEvent.wheel(window, { deltaY: 100 })).toBe(false)
    vi.advanceTimersByTime(SECTION_MS / 2 + 32)
    expect(scrolled.at(-1)).toBe(VIEW_PX)
    const steps = scrolled.length
    vi.advanceTimersByTime(SECTION_MS)
    expect(scrolled).toHaveLength(steps)
  })

  it('goes on by Page Down as well, and stops where a person presses', () => {
    render(<Home />)
    expect(fireEvent.keyDown(window, { key: 'PageDown' })).toBe(false)
    vi.advanceTimersByTime(SECTION_MS / 2)
    fireEvent.pointerDown(window)
    const steps = scrolled.length
    vi.advanceTimersByTime(SECTION_MS)
    expect(scrolled).toHaveLength(steps)
  })

  it('stays where it is while a window over it is scrolled, or takes the turn itself', () => {
    const { getByText } = render(
      <>
        <Home />
        <div role="dialog">
          <p>The agreement</p>
        </div>
      </>,
    )
    const words = getByText('The agreement')
    expect(fireEvent.wheel(words, { deltaY: 100 })).toBe(true)
    expect(fireEvent.keyDown(words, { key: 'PageDown' })).toBe(true)
    const take = (event: Event) => event.preventDefault()
    document.addEventListener('wheel', take, { passive: false })
    fireEvent.wheel(document.body, { deltaY: 100 })
    document.removeEventListener('wheel', take)
    vi.advanceTimersByTime(SECTION_MS)
    expect(scrolled).toEqual([])
  })

  it('scrolls as everywhere for whoever asked for less motion, and while zooming', () => {
    render(<Home />)
    expect(fireEvent.wheel(window, { deltaY: 100, ctrlKey: true })).toBe(true)
    cleanup()
    isCalm = true
    render(<Home />)
    expect(fireEvent.wheel(window, { deltaY: 100 })).toBe(true)
    expect(scrolled).toEqual([])
  })
})
