import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, type RenderResult, render } from '@testing-library/react'
import type { Language } from '@trove/messages/kit/say'
import type { Device } from '@trove/ui/base/device'
import { LinkProvider } from '@trove/ui/base/link'
import { TroveThemeProvider } from '@trove/ui/base/theme'
import { type ToastStore, Toasts } from '@trove/ui/feedback/toasts'
import type { ReactElement } from 'react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router'
import { vi } from 'vitest'
import { SiteLink } from '../src/app/router-link.tsx'
import { toastStore } from '../src/lib/calls/notify.ts'
import { queryClient } from '../src/lib/calls/query.ts'
import { loadMoreWords, startLanguage } from '../src/lib/session/language.ts'
import { forgetSession, keepToken, keepUser } from '../src/lib/session/session.ts'
import { DeviceChoiceProvider } from '../src/lib/session/use-device.tsx'
import { buyer } from './people.ts'

/** Draws a screen as the site does, on one device and in one language. Every screen test runs over `views`. */

export type View = { device: Device; language: Language }
/** For what looks the same wherever it is drawn. */
export const chineseDesk: View = { device: 'pc', language: 'zh-CN' }
const VIEWS: Record<'everyday' | 'other', View[]> = {
  everyday: [chineseDesk, { device: 'mobile', language: 'en' }],
  other: [
    { device: 'pc', language: 'en' },
    { device: 'mobile', language: 'zh-CN' },
  ],
}
/** Two of the four in `npm test`, the other two in `npm run test:deep`; all where a file is named (vitest.config.ts). */
export const views: View[] = Object.entries(VIEWS).flatMap(([lane, of]) =>
  (process.env.TEST_VIEWS ?? lane) === lane ? of : [],
)

// What jsdom lacks.
window.matchMedia ??= (query: string) =>
  ({ matches: false, media: query, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
globalThis.IntersectionObserver ??= class {
  observe() {}
  disconnect() {}
} as unknown as typeof IntersectionObserver
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
window.scrollTo = () => undefined
Element.prototype.scrollIntoView ??= () => undefined

function Address({ report }: { report: (address: string) => void }) {
  const { pathname, search } = useLocation()
  report(pathname + search)
  return null
}

/**
 * Messages as the site shows them, that stay until the next one: on a busy machine the two seconds of one may be over before
 * the test looks for it. That it goes by itself is shown where it is drawn (packages/ui).
 */
const stayingToasts: ToastStore = { ...toastStore, dismiss: () => {} }

export type Screen = RenderResult & { address: () => string }

/** Draws `element` at `path`, come to from `before`; `pattern` names the parameters. Signed in as the buyer unless told. */
export async function renderScreen(
  element: ReactElement,
  { device, language }: View,
  {
    path = '/',
    before,
    pattern = '*',
    isSignedIn = true,
    hasStayingMessages = false,
  }: { path?: string; before?: string; pattern?: string; isSignedIn?: boolean; hasStayingMessages?: boolean } = {},
): Promise<Screen> {
  await startLanguage(language)
  await loadMoreWords()
  // Files share one window: a call of the screen before may have failed when its server was gone.
  forgetToast()
  localStorage.setItem('device', device)
  if (isSignedIn) {
    keepToken('access')
    keepUser(buyer)
  }
  let address = path
  const shown = render(
    <MemoryRouter initialEntries={before === undefined ? [path] : [before, path]}>
      <QueryClientProvider client={queryClient}>
        <DeviceChoiceProvider first={device}>
          <TroveThemeProvider env="test" forceColorScheme="light">
            <LinkProvider component={SiteLink}>
              <Routes>
                <Route path={pattern} element={element} />
                <Route path="*" element={null} />
              </Routes>
              <Address
                report={(now) => {
                  address = now
                }}
              />
              <Toasts store={hasStayingMessages ? stayingToasts : toastStore} />
            </LinkProvider>
          </TroveThemeProvider>
        </DeviceChoiceProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  )
  return { ...shown, address: () => address }
}

/** Leaves nothing of one test to the next. */
export function forgetScreen(): void {
  cleanup()
  queryClient.clear()
  forgetSession()
  localStorage.clear()
  sessionStorage.clear()
  forgetToast()
  vi.unstubAllGlobals()
}

function forgetToast(): void {
  const toast = toastStore.getCurrent()
  if (toast) toastStore.dismiss(toast.id)
}
