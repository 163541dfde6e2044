// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import i18next from 'i18next'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { fakeServer } from '../../../../test/fake-server.ts'
import { forgetScreen, renderScreen, views } from '../../../../test/render.tsx'
import Manpower from './manpower.tsx'

/** The homepage of an expert while its code is on its way. */

const { code, come } = vi.hoisted(() => {
  const { promise, resolve } = Promise.withResolvers<{ default: () => null }>()
  return { code: promise, come: () => resolve({ default: () => null }) }
})
vi.mock('./homepage.tsx', () => code)
afterEach(forgetScreen)
afterAll(come)

it.each(views)('is awaited in the shape in which the page is, on $device in $language', async (view) => {
  fakeServer()
  const { container } = await renderScreen(<Manpower />, view, { path: '/manpower?productId=e1' })
  screen.getByRole('status', { name: i18next.t('common.loading') })
  expect(container.querySelector('[data-shape="thing"] [class*="boxes"]')).not.toBeNull()
  screen.getByRole('button', { name: i18next.t('common.back') })
})
