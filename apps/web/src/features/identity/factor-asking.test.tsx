// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { ContractError } from '@trove/contract/errors/codes'
import { afterEach, expect, it, vi } from 'vitest'
import { chineseDesk, forgetScreen, renderScreen } from '../../../test/render.tsx'
import { withFactor } from '../../lib/calls/factor.ts'
import { FactorAsking } from './factor-asking.tsx'

vi.mock('./factor-prompt.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})
afterEach(forgetScreen)

it('a second factor that cannot be asked for refuses the call, and leaves the site and what was typed as they are', async () => {
  await renderScreen(
    <>
      <input aria-label="typed" defaultValue="words" />
      <FactorAsking />
    </>,
    chineseDesk,
  )
  const refused = async () => {
    throw new ContractError('factor.needed')
  }
  const ended = vi.fn()
  withFactor(refused).catch((error: ContractError) => ended(error.code))
  await waitFor(() => expect(ended).toHaveBeenCalledWith('factor.needed'))
  expect(screen.getByLabelText<HTMLInputElement>('typed').value).toBe('words')
})
