// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { chineseDesk, forgetScreen, renderScreen } from '../../../test/render.tsx'
import type { FilterValues } from './face.ts'
import { ListSearch } from './list-search.tsx'

afterEach(forgetScreen)

/** A list whose address lags behind what was asked for, as on a slow machine. */
function Slow() {
  const [filter, setFilter] = useState<FilterValues>({})
  const [asked, setAsked] = useState<FilterValues[]>([])
  const arrive = () => {
    setFilter(asked[0] ?? filter)
    setAsked(asked.slice(1))
  }
  return (
    <>
      <button type="button" onClick={arrive}>
        arrive
      </button>
      <button type="button" onClick={() => setFilter({ keyword: 'cpu' })}>
        elsewhere
      </button>
      <output>{asked.length}</output>
      <ListSearch
        url={{ filter, change: (values) => setAsked((now) => [...now, values]) }}
        placeholder=""
        label="search"
      />
    </>
  )
}

it('what is typed stays while the address of what was typed before arrives, and gives way to words from elsewhere', async () => {
  await renderScreen(<Slow />, chineseDesk)
  const box = screen.getByLabelText('search') as HTMLInputElement
  const type = (value: string) => fireEvent.change(box, { target: { value } })
  const asked = (count: number) => waitFor(() => expect(screen.getByRole('status').textContent).toBe(String(count)))
  type('gpu')
  await asked(1)
  type('gpu 24')
  await asked(2)
  type('gpu 24 gb')
  fireEvent.click(screen.getByText('arrive'))
  expect(box.value).toBe('gpu 24 gb')
  // The timer of what was typed last was not stopped either.
  await asked(2)
  fireEvent.click(screen.getByText('arrive'))
  fireEvent.click(screen.getByText('arrive'))
  expect(box.value).toBe('gpu 24 gb')
  fireEvent.click(screen.getByText('elsewhere'))
  expect(box.value).toBe('cpu')
})

it('letters that an input method still makes Chinese of are not searched for, what comes of them is', async () => {
  await renderScreen(<Slow />, chineseDesk)
  const box = screen.getByLabelText('search') as HTMLInputElement
  const asked = () => screen.getByRole('status').textContent
  fireEvent.compositionStart(box)
  // As React reads it of an event of the browser.
  const compose = (value: string) => fireEvent.input(box, { target: { value }, isComposing: true })
  compose('xian')
  await act(() => new Promise((resolve) => setTimeout(resolve, 600)))
  compose('xian ka')
  await act(() => new Promise((resolve) => setTimeout(resolve, 600)))
  expect([asked(), box.value]).toEqual(['0', 'xian ka'])
  compose('显卡')
  fireEvent.compositionEnd(box)
  await waitFor(() => expect(asked()).toBe('1'))
  expect(box.value).toBe('显卡')
})
