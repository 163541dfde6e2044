// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { getHomepage } from '@trove/contract/talent/experts'
import i18next from 'i18next'
import { afterEach, expect, it } from 'vitest'
import { fakeServer } from '../../../../test/fake-server.ts'
import { forgetScreen, renderScreen, views } from '../../../../test/render.tsx'
import CheckoutTalent from './checkout-talent.tsx'

afterEach(forgetScreen)

it.each(views)('waits with its panels and its button in their places, on $device in $language', async (view) => {
  fakeServer().on(getHomepage, () => new Promise<Response>(() => undefined))
  await renderScreen(<CheckoutTalent />, view, { path: '/manpower/orderNow/e1', pattern: '/manpower/orderNow/:id' })
  const waiting = screen.getByRole('status', { name: i18next.t('common.loading') })
  expect(waiting.querySelectorAll('section')).toHaveLength(6)
  expect(waiting.querySelectorAll('[class*="mainAction"]')).toHaveLength(1)
})
