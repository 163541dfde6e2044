// @vitest-environment jsdom
import { cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import DayBars from './day-bars.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** The figures beside the bars of one day. */
async function figuresOf(value: number): Promise<string[]> {
  // jsdom measures nothing, and what has no size draws nothing.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function measure(this: Element) {
    return this.className === 'recharts-responsive-container' ? new DOMRect(0, 0, 600, 200) : new DOMRect(0, 0, 9, 9)
  })
  render(<DayBars days={[{ date: '2026-11-28', value, text: '' }]} currency="¥" />)
  const figures = () =>
    [...document.querySelectorAll('text')].map(({ textContent }) => textContent!).filter((text) => text.startsWith('¥'))
  await waitFor(() => expect(figures().length).toBeGreaterThan(1))
  return figures()
}

it.each([1, 3, 7, 15, 93_485])('of %i fen no figure beside the bars is a part of a fen', async (fen) => {
  for (const figure of await figuresOf(fen)) expect(figure).toMatch(/^¥\d+(\.\d{1,2})?$/)
})
