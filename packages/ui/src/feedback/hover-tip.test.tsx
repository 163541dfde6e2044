// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { show } from '../../test/show.tsx'
import { HoverTip } from './hover-tip.tsx'

vi.mock('./tip-body.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

afterEach(cleanup)

it('a pointer over a thing whose words cannot be had leaves it as it is', async () => {
  show(
    <HoverTip label="Verified">
      <button type="button">mark</button>
    </HoverTip>,
  )
  await act(async () => {
    fireEvent.pointerEnter(screen.getByText('mark'))
    await new Promise((resolve) => setTimeout(resolve, 50))
  })
  expect(screen.getByText('mark')).toBeTruthy()
})
