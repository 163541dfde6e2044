// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { forgetScreen, renderScreen } from '../../../test/render.tsx'
import type { FilterValues } from './face.ts'
import { FilterRail } from './filter-rail.tsx'

afterEach(forgetScreen)

function Rail({ values, onChange }: { values: FilterValues; onChange: (field: string, value?: string) => void }) {
  return (
    <input aria-label="From" value={values.from ?? ''} onChange={(event) => onChange('from', event.target.value)} />
  )
}

/** A list whose address can be set from elsewhere, and which is drawn anew with an equal filter. */
function List() {
  const [filter, setFilter] = useState<FilterValues>({ from: '1' })
  return (
    <>
      <button type="button" onClick={() => setFilter({})}>
        Clear
      </button>
      <button type="button" onClick={() => setFilter((now) => ({ ...now }))}>
        Again
      </button>
      <output>{filter.from ?? 'none'}</output>
      <FilterRail Rail={Rail} filter={filter} setFilter={setFilter} />
    </>
  )
}

it('keeps what is being typed when the list is drawn again with the same filter, also after it was cleared elsewhere', async () => {
  await renderScreen(<List />, { device: 'pc', language: 'en' })
  const field = (await screen.findByLabelText('From')) as HTMLInputElement
  const shown = (text: string) => waitFor(() => expect(screen.getByRole('status').textContent).toBe(text))
  await userEvent.type(field, '2')
  await shown('12')
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }))
  await waitFor(() => expect(field.value).toBe(''))
  await userEvent.type(field, '3')
  await userEvent.click(screen.getByRole('button', { name: 'Again' }))
  expect(field.value).toBe('3')
  await shown('3')
})
