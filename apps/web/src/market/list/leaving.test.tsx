// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react'
import { TroveThemeProvider } from '@trove/ui/base/theme'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { forgetScreen } from '../../../test/render.tsx'
import type { FilterValues } from './face.ts'
import { FilterRail } from './filter-rail.tsx'
import { ListSearch } from './list-search.tsx'

/** A list that was left stays in sight until the next page is there: what was typed last is not written into that address. */

beforeEach(() => {
  vi.useFakeTimers()
  window.history.replaceState(null, '', '/list')
})
afterEach(() => {
  vi.useRealTimers()
  forgetScreen()
  window.history.replaceState(null, '', '/')
})

const NOTHING: FilterValues = {}
function Rail({ onChange }: { onChange: (field: string, value?: string) => void }) {
  return <input aria-label="From" onChange={(event) => onChange('from', event.target.value)} />
}
const rail = (change: () => void) => <FilterRail Rail={Rail} filter={NOTHING} change={change} />
const search = (change: () => void) => (
  <TroveThemeProvider env="test">
    <ListSearch url={{ filter: NOTHING, change }} placeholder="" label="Search" />
  </TroveThemeProvider>
)

it.each([
  ['the text search', search, 'Search'],
  ['the filter beside the list', rail, 'From'],
])('%s writes what was typed into its own address only', (_, draw, label) => {
  const change = vi.fn()
  render(draw(change))
  const type = (value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
  type('gpu')
  act(() => vi.runAllTimers())
  expect(change).toHaveBeenCalledTimes(1)
  type('gpus')
  window.history.pushState(null, '', '/next')
  act(() => vi.runAllTimers())
  expect(change).toHaveBeenCalledTimes(1)
})
