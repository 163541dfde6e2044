import { titles } from '@trove/messages/site/shell'
import type { RouteEntry } from '../../lib/addresses/route-entry.ts'
import type { Session } from '../../lib/session/session.ts'
import type { Find } from '../../market/palette/face.ts'

/** Pages that stand by themselves: no part of the address has to be known, and nobody is sent on from there. */
function standsAlone({ path, redirectTo, screen, byDevice }: RouteEntry): boolean {
  const isWhole = !path.includes('/:') || /\/:\w+\?$/.test(path)
  return isWhole && redirectTo === undefined && (screen !== undefined || byDevice !== undefined)
}

/** Addresses that lead nowhere a person would ask for by name. */
const UNASKED = new Set(['login', 'notFound', 'test', 'bindAlipay', 'setUserinfo', 'interestTag'])

/**
 * The pages of the site that a person may enter, by their titles in either language: who reads Chinese may type `orders`.
 * @param words everything when empty
 */
export function findPages(
  routes: readonly RouteEntry[],
  words: string,
  { state, titleOf }: { state: Session['state']; titleOf: (title: RouteEntry['title']) => string },
): Find[] {
  const asked = words.trim().toLowerCase()
  const isAsked = ({ title, path }: RouteEntry) =>
    [titles[title].zh, titles[title].en, path].some((text) => text.toLowerCase().includes(asked))
  const found = routes
    .filter((route) => standsAlone(route) && !UNASKED.has(route.title) && !route.name.endsWith('Desk'))
    .filter(({ access }) => access === 'open' || state === 'signed-in')
    .filter(isAsked)
    .map(({ path, title }) => ({ path: path.replace(/\/:\w+\?$/, ''), label: titleOf(title) }))
  return [...new Map(found.map((find) => [find.label, find])).values()]
}
