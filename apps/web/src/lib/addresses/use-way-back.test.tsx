// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { chineseDesk, forgetScreen, renderScreen } from '../../../test/render.tsx'
import { useWayBack } from './use-way-back.ts'

afterEach(() => {
  window.history.replaceState(null, '')
  forgetScreen()
})

function Offer() {
  const goBack = useWayBack('/market')
  return (
    <button type="button" onClick={goBack}>
      back
    </button>
  )
}

it.each([
  ['to the list as it was left', { idx: 1 }, '/market?minPrice=3&view=table'],
  ['to the bare list where the page was opened by its address', { idx: 0 }, '/market'],
  ['there, too, where the browser knows nothing', null, '/market'],
])('leads %s', async (_, state, to) => {
  window.history.replaceState(state, '')
  const where = { before: '/market?minPrice=3&view=table', path: '/market/offer', pattern: '/market/offer' }
  const { address } = await renderScreen(<Offer />, chineseDesk, where)
  await userEvent.click(screen.getByRole('button', { name: 'back' }))
  await waitFor(() => expect(address()).toBe(to))
})
