// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { listExperts } from '@trove/contract/talent/experts'
import i18next from 'i18next'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Pages } from '../../../src/app/router.tsx'
import { type FakeServer, fakeServer } from '../../fake-server.ts'
import { chineseDesk, forgetScreen, renderScreen } from '../../render.tsx'

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
