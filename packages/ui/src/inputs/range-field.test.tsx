// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { show } from '../../test/show.tsx'
import { type Bar, RangeField } from './range-field.tsx'

afterEach(cleanup)

const spread = [
  { from: 0, count: 1 },
  { from: 5, count: 2 },
]

it('bars that are read have their place before they are there, and none where there are none', () => {
  const field = (bars: Bar[] | null | undefined) => (
    <RangeField
      label="Cores"
      bars={bars}
      barsLabel="How they are spread"
      from={{ label: 'from', value: '', onChange: () => undefined }}
    />
  )
  const { rerender } = show(field(null))
  const shape = () => [...screen.getByRole('group', { name: 'Cores' }).children].map(({ className }) => className)
  const early = shape()
  expect(screen.queryByRole('img')).toBeNull()
  rerender(field(spread))
  screen.getByRole('img', { name: 'How they are spread' })
  expect(shape()).toEqual(early)
  rerender(field(undefined))
  expect(shape()).toHaveLength(early.length - 2)
})
