// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
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

beforeEach(() => {
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

let isOffline = true
const load = async () => {
  if (isOffline) throw new TypeError('Failed to fetch dynamically imported module')
  return { default: () => <p>the screen</p> }
}

function Visits() {
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

it('a screen that could not be had is fetched anew when it is opened again', async () => {
  await renderScreen(<Visits />, chineseDesk)
  expect(await reload()).toBeTruthy()
  isOffline = false
  await userEvent.click(screen.getByText('again'))
  expect(await screen.findByText('the screen')).toBeTruthy()
})
