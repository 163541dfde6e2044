// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { getHomepage, listExperts } from '@trove/contract/talent/experts'
import i18next from 'i18next'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Pages } from '../../../src/app/router.tsx'
import Manpower from '../../../src/features/talent/experts/manpower.tsx'
import { type FakeServer, fakeServer } from '../../fake-server.ts'
import { chineseDesk, forgetScreen, renderScreen, views } from '../../render.tsx'

/** The list of experts at a desk. */

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
  server.on(listExperts, { content: [], totalElements: 0, nextCursor: null })
})
afterEach(() => {
  vi.restoreAllMocks()
  forgetScreen()
})

it.each([true, false])(
  'has one filter: beside the list where it is wide (%s), else behind a button',
  async (isWide) => {
    const media = { matches: isWide, addEventListener() {}, removeEventListener() {} } as unknown as MediaQueryList
    vi.spyOn(window, 'matchMedia').mockReturnValue(media)
    await renderScreen(<Pages />, chineseDesk, { path: '/manpower?tab=experts' })
    await screen.findByText(i18next.t('talent.empty.title'))
    const title = i18next.t('market.filter.title')
    expect(screen.queryByRole('complementary', { name: title }) !== null).toBe(isWide)
    expect(screen.queryByRole('button', { name: new RegExp(`^${title}`) }) === null).toBe(isWide)
  },
)

it.each(views)(
  'is headed by its title while it is not known whose page it will be, on $device in $language',
  async (view) => {
    server.on(getHomepage, () => new Promise<Response>(() => undefined))
    await renderScreen(<Manpower />, view, { path: '/manpower' })
    screen.getByRole('status', { name: i18next.t('common.loading') })
    screen.getByRole('heading', { level: 1, name: i18next.t('titles.manpower') })
  },
)

it.each(views)(
  'leads from an expert’s page back to it before that page is there, on $device in $language',
  async (view) => {
    server.on(getHomepage, () => new Promise<Response>(() => undefined))
    await renderScreen(<Manpower />, view, { path: '/manpower?productId=p1' })
    screen.getByRole('heading', { level: 1, name: i18next.t('titles.manpower') })
    screen.getByRole('button', { name: i18next.t('common.back') })
  },
)
