import type { RouteSpec } from '@trove/contract/kit/route'
import type { ServedRoute } from '../call/serve.ts'

/** What is wrong between the contract and its handlers, one line each: no handler, two handlers, or a stranger. */
export function findRouteProblems(routes: readonly RouteSpec[], served: readonly ServedRoute[]): string[] {
  const counts = new Map<string, number>(routes.map(({ id }) => [id, 0]))
  const strangers: string[] = []
  for (const { route } of served) {
    const count = counts.get(route.id)
    if (count === undefined) strangers.push(`${route.id} is served but not in the contract`)
    else counts.set(route.id, count + 1)
  }
  const wrong = [...counts].filter(([, count]) => count !== 1)
  return [...strangers, ...wrong.map(([id, count]) => `${id} has ${count === 0 ? 'no handler' : `${count} handlers`}`)]
}
