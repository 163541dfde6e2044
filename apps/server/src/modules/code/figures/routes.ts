import { getFigures } from '@trove/contract/code/figures'
import { requireThat } from '@trove/contract/errors/codes'
import { yuan } from '@trove/contract/kit/shapes'
import { type ServedRoute, serve } from '../../../platform/http/call/serve.ts'
import type { CodeNeeds } from '../model/needs.ts'
import { type Facts, listByWork, listDays } from './store.ts'

/** What an author's works brought by day. */
export function figureRoutes({ db }: Pick<CodeNeeds, 'db'>): ServedRoute[] {
  return [
    serve(getFigures, async ({ query }, { caller: { userId } }) => {
      const [days, workId] = [Number(query.days), query.work]
      const works = await listByWork(db, { ownerId: userId, days })
      requireThat(workId === undefined || works.some(({ id }) => id === workId), 'resource.not-found')
      const byDay = await listDays(db, { ownerId: userId, days, workId })
      return {
        days: byDay.map(({ date, ...facts }) => ({ date, ...shown(facts) })),
        works: works.map(({ id, title, state, ...facts }) => ({ id, title, state, ...shown(facts) })),
      }
    }),
  ]
}

const shown = ({ soldFen, returnedFen, ...counts }: Facts) => ({
  ...counts,
  soldAmount: yuan(soldFen),
  returnedAmount: yuan(returnedFen),
})
