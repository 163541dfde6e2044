// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { screen, waitFor } from '@testing-library/react'
import { listOffers } from '@trove/contract/compute/routes'
import i18next from 'i18next'
import { afterEach, expect, it, vi } from 'vitest'
import { Pages } from '../../../src/app/router.tsx'
import { fakeServer } from '../../fake-server.ts'
import { offerOf } from '../../people.ts'
import { chineseDesk, forgetScreen, renderScreen } from '../../render.tsx'

const { code, come } = vi.hoisted(() => {
  const { promise, resolve } = Promise.withResolvers<{ default: () => string }>()
  return { code: promise, come: () => resolve({ default: () => 'saves' }) }
})
vi.mock('../../../src/market/searches/save-search.tsx', () => code)
afterEach(forgetScreen)

const CHIPS = import.meta.resolve('@trove/ui/inputs/chip-list').replace(/tsx$/, 'module.css')

it('what saves a search has its room before its code is there', async () => {
  fakeServer().on(listOffers, { productCount: 1, products: { content: [offerOf('m1')] }, nextCursor: null })
  await renderScreen(<Pages />, chineseDesk, { path: '/computingPowerMarket/computing-list?coresFrom=8' })
  const chips = await screen.findByRole('list', { name: i18next.t('market.filter.active') })
  expect(chips.querySelectorAll('li:empty')).toHaveLength(1)
  expect(readFileSync(new URL(CHIPS), 'utf8')).toMatch(/\.list > li:empty \{\n {2}width: \d+px;\n {2}height: \d+px;/)
  come()
  await waitFor(() => expect(chips.querySelector('li:last-child')?.textContent).toBe('saves'))
})
