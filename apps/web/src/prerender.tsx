import { marketFigures } from '@trove/contract/compute'
import type { Language } from '@trove/messages/say'
import type { Device } from '@trove/ui/device'
import i18next from 'i18next'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { findRoute } from './app/find-route.ts'
import { preloadRoute } from './app/preload-route.ts'
import { Providers } from './app/providers.tsx'
import { routeTable } from './app/route-table.ts'
import { Pages } from './app/router.tsx'
import { startLanguage } from './lib/language.ts'
import { queryClient } from './lib/query.ts'

/** Runs at build time in Node: the landing pages as text, as a visitor without a session sees them before any figure is known. */

/** Addresses that are drawn ahead: those with a body per device. */
export const landingPaths: string[] = routeTable.filter((entry) => entry.byDevice).map((entry) => entry.path)

/** Where a landing page asks for the live figures. */
export const figuresPath = marketFigures.path

/** One landing page in one language and layout. */
export async function renderLanding(
  path: string,
  language: Language,
  device: Device,
): Promise<{ html: string; title: string; description: string }> {
  await startLanguage(language)
  await preloadRoute(path, device)
  const html = renderToString(
    <StaticRouter location={path}>
      <Providers device={device}>
        <Pages />
      </Providers>
    </StaticRouter>,
  )
  // What drawing put into the cache has timers that would keep the build waiting.
  queryClient.clear()
  const title = `${i18next.t(`titles.${findRoute(path)!.title}`)} · ${i18next.t('common.brand')}`
  return { html, title, description: i18next.t('landing.home.lead') }
}
