// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
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
      <FilterRail Rail={Rail} filter={filter} change={(values) => setFilter((now) => ({ ...now, ...values }))} />
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

/** The rail beside a text search, as an address with both. */
function Both() {
  const [filter, setFilter] = useState<FilterValues>({ keyword: 'gpu', to: '9' })
  return (
    <>
      <button type="button" onClick={() => setFilter(({ keyword, ...rest }) => rest)}>
        Drop the text
      </button>
      <output>{JSON.stringify(filter)}</output>
      <FilterRail Rail={Rail} filter={filter} change={(values) => setFilter((now) => ({ ...now, ...values }))} />
    </>
  )
}

it('what was chosen in it stays when the rest of the filter changes before it is applied, and takes nothing back', async () => {
  await renderScreen(<Both />, { device: 'pc', language: 'en' })
  const field = (await screen.findByLabelText('From')) as HTMLInputElement
  fireEvent.change(field, { target: { value: '7' } })
  fireEvent.click(screen.getByRole('button', { name: 'Drop the text' }))
  await waitFor(() => expect(JSON.parse(screen.getByRole('status').textContent!)).toEqual({ from: '7', to: '9' }))
  expect(field.value).toBe('7')
})

function TwoFields({ values, onChange }: { values: FilterValues; onChange: (field: string, value?: string) => void }) {
  return ['from', 'to'].map((field) => (
    <input
      key={field}
      aria-label={field}
      value={values[field] ?? ''}
      onChange={(event) => onChange(field, event.target.value)}
    />
  ))
}

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
        Arrive
      </button>
      <output>{JSON.stringify(asked)}</output>
      <FilterRail
        Rail={TwoFields}
        filter={filter}
        change={(values) => setAsked((now) => [...now, { ...(now.at(-1) ?? filter), ...values }])}
      />
    </>
  )
}

it('what was applied first is kept when more is chosen before the address has it', async () => {
  await renderScreen(<Slow />, { device: 'pc', language: 'en' })
  const from = (await screen.findByLabelText('from')) as HTMLInputElement
  const to = screen.getByLabelText('to') as HTMLInputElement
  const asked = (filters: FilterValues[]) =>
    waitFor(() => expect(JSON.parse(screen.getByRole('status').textContent!)).toEqual(filters))
  fireEvent.change(from, { target: { value: '7' } })
  await asked([{ from: '7' }])
  fireEvent.change(to, { target: { value: '9' } })
  await asked([{ from: '7' }, { from: '7', to: '9' }])
  fireEvent.click(screen.getByRole('button', { name: 'Arrive' }))
  expect([from.value, to.value]).toEqual(['7', '9'])
  fireEvent.change(from, { target: { value: '' } })
  await asked([
    { from: '7', to: '9' },
    { from: '', to: '9' },
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Arrive' }))
  expect([from.value, to.value]).toEqual(['', '9'])
})
