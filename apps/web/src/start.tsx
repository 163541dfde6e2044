import { fetchCodes } from '@trove/contract/errors/known/known'
import { StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
// The page is sent with a frame that the app itself never draws; its styles come out of the app's sheet (build/prerender.ts).
import './app/parts/app-frame.css'
import { preloadRoute } from './app/routes/preload-route.ts'
import { fetchLaterScreens } from './lib/addresses/later-screens.ts'
import { resumeSession } from './lib/calls/api.ts'
import { type Figures, figuresKey } from './lib/calls/figures.ts'
import { queryClient } from './lib/calls/query.ts'
import { keepDevice, readDevice } from './lib/session/device.ts'
import { startLanguage } from './lib/session/language.ts'
import { followOtherTabs } from './lib/session/session.ts'

/** Milliseconds for which an empty frame is better than shapes that go at once. */
const BRIEF_MS = 400

/**
 * Mounts the site. Waits for words, session and the screen first, so that the first drawing is the whole page; where those
 * take long, the page comes in the shape it is awaited in. On a prerendered page it takes the place of the same picture, and
 * of nothing less. `figures`: what that page has asked for already; `draw` is around the moment of the change.
 */
export async function start(figures?: Figures, draw?: (show: () => void) => void): Promise<void> {
  const device = readDevice()
  keepDevice(device)
  followOtherTabs()
  if (figures) queryClient.setQueryData(figuresKey, figures)
  const whole = Promise.all([resumeSession(), preloadRoute(location.pathname, device)])
  await Promise.all([startLanguage(), draw ? whole : Promise.race([whole, pause(BRIEF_MS)])])
  const root = createRoot(document.getElementById('root')!)
  const show = () =>
    flushSync(() =>
      root.render(
        <StrictMode>
          <App />
        </StrictMode>,
      ),
    )
  if (draw) draw(show)
  else show()
  whenIdle(() => {
    // A browser may keep a file that could not be fetched as failed: without network nothing is fetched ahead.
    if (!navigator.onLine) return
    void fetchLaterScreens()
    void fetchCodes()
  })
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const whenIdle = (act: () => void) => (window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 2000)))(act)
