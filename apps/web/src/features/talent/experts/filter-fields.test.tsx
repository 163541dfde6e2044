// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import i18next from 'i18next'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { fakeServer } from '../../../../test/fake-server.ts'
import { chineseDesk, forgetScreen, renderScreen } from '../../../../test/render.tsx'
import type { FilterValues } from '../../../market/list/face.ts'
import FilterFields from './filter-fields.tsx'

afterEach(forgetScreen)

function Fields({ onApply }: { onApply: (value: string | undefined) => void }) {
  const [values, setValues] = useState<FilterValues>({})
  const change = (field: string, value: string | undefined) => {
    onApply(value)
    setValues((now) => ({ ...now, [field]: value }))
  }
  return <FilterFields values={values} onChange={change} />
}

it('a day is searched for once its year is whole, and stays in its field while it is typed', async () => {
  fakeServer()
  const applied: (string | undefined)[] = []
  await renderScreen(<Fields onApply={(value) => applied.push(value)} />, chineseDesk)
  const day = (await screen.findByLabelText(i18next.t('freeHours.filterDay'))) as HTMLInputElement
  for (const typed of ['0002-05-01', '0020-05-01', '0202-05-01']) {
    fireEvent.change(day, { target: { value: typed } })
    expect([day.value, applied]).toEqual([typed, []])
  }
  fireEvent.change(day, { target: { value: '2027-05-01' } })
  expect([day.value, applied]).toEqual(['2027-05-01', [new Date('2027-05-01T10:00:00').toISOString()]])
  fireEvent.change(day, { target: { value: '' } })
  expect([day.value, applied.at(-1)]).toEqual(['', undefined])
})
