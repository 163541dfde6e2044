// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import i18next from 'i18next'
import { Suspense, useState } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeServer } from '../../test/fake-server.ts'
import { chineseDesk, forgetScreen, renderScreen } from '../../test/render.tsx'
import { startLanguage } from '../lib/session/language.ts'
import { Providers } from './providers.tsx'
import { Pages } from './router.tsx'
import { LazyScreen } from './routes/lazy-screen.tsx'
import { PageErrorBoundary } from './routes/page-error-boundary.tsx'

/** Code that cannot be had: the network is away for a moment, or a new release took the files of an open page away. */

vi.mock('./shell/sign-in-window.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

let isOffline = true
beforeEach(() => {
  isOffline = true
  fakeServer()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.restoreAllMocks()
  cleanup()
  forgetScreen()
})

const reload = () => screen.findByRole('button', { name: i18next.t('common.reload') })

it('a window of the frame whose code cannot be had leaves no empty page, but one that can be loaded anew', async () => {
  await startLanguage('zh-CN')
  render(
    <MemoryRouter initialEntries={['/home?signIn']}>
      <Providers device="pc">
        <Pages />
      </Providers>
    </MemoryRouter>,
  )
  expect(await reload()).toBeTruthy()
})

const makeLoad = () => async () => {
  if (isOffline) throw new TypeError('Failed to fetch dynamically imported module')
  return { default: () => <p>the screen</p> }
}

/** A screen is kept once it was had, so each test has one of its own. */
function Visits({ load }: { load: ReturnType<typeof makeLoad> }) {
  const [visit, setVisit] = useState(0)
  return (
    <>
      <button type="button" onClick={() => setVisit(visit + 1)}>
        again
      </button>
      <PageErrorBoundary key={visit}>
        <Suspense fallback={null}>
          <LazyScreen load={load} />
        </Suspense>
      </PageErrorBoundary>
    </>
  )
}

it('a screen that is not here yet says so offline, and opens by itself once the network is back', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await renderScreen(<Visits load={makeLoad()} />, chineseDesk)
  expect(await screen.findByText(i18next.t('common.offlinePage'))).toBeTruthy()
  // A reload would lead to the browser's own page.
  expect(screen.queryByRole('button', { name: i18next.t('common.reload') })).toBeNull()
  isOffline = false
  act(() => void window.dispatchEvent(new Event('online')))
  expect(await screen.findByText('the screen')).toBeTruthy()
})

it('a screen that could not be had is fetched anew when it is opened again', async () => {
  await renderScreen(<Visits load={makeLoad()} />, chineseDesk)
  expect(await reload()).toBeTruthy()
  isOffline = false
  await userEvent.click(screen.getByText('again'))
  expect(await screen.findByText('the screen')).toBeTruthy()
})
