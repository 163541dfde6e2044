import type { Language } from '@trove/messages/kit/say'
import type { Device } from '@trove/ui/base/device'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router'
import { figureRoutes } from './app/pages/landing/use-figures.ts'
import { AppFrame } from './app/parts/app-frame.tsx'
import { Providers } from './app/providers.tsx'
import { Pages } from './app/router.tsx'
import { findRoute } from './app/routes/find-route.ts'
import { preloadRoute } from './app/routes/preload-route.ts'
import { routeTable } from './app/routes/route-table.ts'
import { isLaterScreen } from './lib/addresses/later-screens.ts'
import { paths } from './lib/addresses/paths.ts'
import { queryClient } from './lib/calls/query.ts'
import { startLanguage } from './lib/session/language.ts'

/** Runs at build time in Node: the landing pages as text, as a visitor without a session sees them before any figure is known. */

/** Addresses that are drawn ahead: those with a body per device. */
export const landingPaths: string[] = routeTable.filter((entry) => entry.byDevice).map((entry) => entry.path)

/** What the server tells of an address before any script runs; patterns are the route table's. */
export type PageWords = { path: string; isOpen: boolean; isLater: boolean; titles: Record<Language, string> }

/** Draws until nothing is waited for. An error ends the build: a boundary would show its bones in the page's place for ever. */
async function draw(page: ReactNode): Promise<string> {
  const errors: unknown[] = []
  const { prelude } = await prerender(page, {
    onError: (error) => void errors.push(error),
    // A page that is sent in pieces would show its bones until a script of its own has put it in their place.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
  })
  const html = await new Response(prelude).text()
  if (errors.length > 0) throw errors[0]
  return html
}

/** The frame all other pages begin with, and the words that stand for a page without a script. */
export async function renderFrame(language: Language, device: Device) {
  await startLanguage(language)
  const html = await draw(
    <StaticRouter location={paths.root()}>
      <Providers device={device}>
        <AppFrame device={device} />
      </Providers>
    </StaticRouter>,
  )
  queryClient.clear()
  return { html, title: i18next.t('common.brand'), description: i18next.t('shell.tagline') }
}

/** What to say where scripts are off. */
export function wordsWithoutScript(): string {
  return i18next.t('common.noScript')
}

/** Titles of all addresses in both languages. */
export async function listPages(): Promise<PageWords[]> {
  const shown = routeTable.filter(({ redirectTo }) => !redirectTo)
  const pages = shown.map(
    ({ path, access, screen }): PageWords => ({
      path,
      isOpen: access === 'open',
      isLater: isLaterScreen(screen),
      titles: { 'zh-CN': '', en: '' },
    }),
  )
  for (const language of ['zh-CN', 'en'] as const) {
    await startLanguage(language)
    for (const [index, page] of pages.entries())
      page.titles[language] = `${i18next.t(`titles.${shown[index]!.title}`)} · ${i18next.t('common.brand')}`
  }
  return pages
}

/** Where a landing page asks for the live figures, one address after the other. */
export const figurePaths = figureRoutes.map(({ path }) => path).join(' ')

/** The sentence that stands for a landing page in a search or beside a link. */
function leadOf(path: string): string {
  if (path === paths.computingPower()) return i18next.t('landing.compute.lead')
  if (path === paths.workCodeForce()) return i18next.t('landing.code.lead')
  return i18next.t('landing.home.lead')
}

/** One landing page in one language and layout. */
export async function renderLanding(
  path: string,
  language: Language,
  device: Device,
): Promise<{ html: string; title: string; description: string }> {
  await startLanguage(language)
  await preloadRoute(path, device)
  const html = await draw(
    <StaticRouter location={path}>
      <Providers device={device}>
        <Pages />
      </Providers>
    </StaticRouter>,
  )
  // What drawing put into the cache has timers that would keep the build waiting.
  queryClient.clear()
  const title = `${i18next.t(`titles.${findRoute(path)!.title}`)} · ${i18next.t('common.brand')}`
  return { html, title, description: leadOf(path) }
}
