import { z } from 'zod'
import { choiceCounts } from '../kit/choices.ts'
import { route } from '../kit/route.ts'
import { barsFrom, pageOf, paging, YuanText } from '../kit/shapes.ts'
import { RankedWork, WORK_PAGE_SIZE, WORK_SORTS, WorkCard, WorkFilter } from './shapes.ts'

/** The public side of the code market: its list and its rankings. */

export const listWorks = route({
  id: 'code.list-works',
  method: 'GET',
  path: '/api/codemart/product/page',
  summary: 'Works that are online, with the count of all that match, up to 1,000',
  auth: 'none',
  query: WorkFilter.extend({
    ...paging(WORK_PAGE_SIZE),
    sort: z.preprocess((v) => (v === '' ? undefined : v), z.enum(WORK_SORTS).optional()),
  }),
  ok: pageOf(WorkCard),
})

export const countWorks = route({
  id: 'code.count-works',
  method: 'GET',
  path: '/api/codemart/product/count',
  summary: 'How many works match a filter, up to 1,000',
  auth: 'none',
  query: WorkFilter,
  ok: z.object({ productCount: z.number().int() }),
})

export const spreadOfWorks = route({
  id: 'code.spread',
  method: 'GET',
  path: '/api/codemart/product/spread',
  summary: 'How works that are online are spread over their price (up to a minute old)',
  auth: 'none',
  ok: z.object({ price: barsFrom(YuanText) }),
})

export const openWorks = route({
  id: 'code.open-works',
  method: 'GET',
  path: '/api/codemart/open',
  summary: 'How many works are online right now (up to a minute old)',
  auth: 'none',
  ok: z.object({ openWorks: z.number().int() }),
})

export const choicesOfWorks = route({
  id: 'code.choices',
  method: 'GET',
  path: '/api/codemart/product/choices',
  summary: 'How many works match each language and rating under the rest of a filter, up to 1,000 (up to 10 s old)',
  auth: 'none',
  query: WorkFilter,
  ok: z.object({ language: choiceCounts, ratingFrom: choiceCounts }),
})

/** So many works stand in a ranking. */
export const RANKING_SIZE = 10
/** Days that count for the rankings of what people got, and for the newest version's freshness (decision 31). */
export const RANKING_DAYS = 90
/** The MVP ranking's weights: of persons who got it (natural logarithm), of the rating, and of a version as of today. */
export const MVP_WEIGHTS = { gets: 10, rating: 4, freshness: 10 } as const
/** Ratings are drawn to this mean by so many ratings that nobody gave, so that one of five stars is not the best. */
export const MVP_PRIOR = { mean: 3.5, count: 5 } as const

const ranking = <const Id extends string>(id: Id, path: string, summary: string) =>
  route({ id, method: 'GET', path, summary, auth: 'none', ok: z.array(RankedWork) })

export const rankPopular = ranking(
  'code.rank-popular',
  '/api/codemart/recommend/hot/get/product',
  'Works most persons got in the last 90 days (up to a minute old)',
)
export const rankCommented = ranking(
  'code.rank-commented',
  '/api/codemart/recommend/hot/get/comment',
  'Works that most persons other than their author commented on (up to a minute old)',
)
export const rankMvp = ranking(
  'code.rank-mvp',
  '/api/codemart/recommend/hot/mvp/product',
  'Works by what persons got, by rating and by how fresh the newest version is (decision 31; up to a minute old)',
)

export const codeMarketRoutes = [
  listWorks,
  countWorks,
  openWorks,
  spreadOfWorks,
  choicesOfWorks,
  rankPopular,
  rankCommented,
  rankMvp,
] as const
