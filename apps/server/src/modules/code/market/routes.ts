import * as contract from '@trove/contract/code/market'
import { yuan } from '@trove/contract/kit/shapes'
import { brieflyKept } from '../../../platform/base/briefly-kept.ts'
import { type ServedRoute, serve } from '../../../platform/http/call/serve.ts'
import type { CodeNeeds } from '../model/needs.ts'
import { cardsOf } from './cards.ts'
import { createWorkChoices } from './choices.ts'
import { createRankings, type Ranked } from './rankings.ts'
import * as store from './store.ts'

/** How old what is counted over all works may be. */
const COUNTED_FRESH_MS = 60_000

/** The public list of works and their rankings. */
export function marketRoutes(needs: CodeNeeds): ServedRoute[] {
  const { db } = needs
  const rankings = createRankings(db)
  const spread = brieflyKept(() => store.spreadPrices(db), COUNTED_FRESH_MS)
  const online = brieflyKept(() => store.countOnline(db), COUNTED_FRESH_MS)
  const choices = createWorkChoices(db)
  return [
    serve(contract.listWorks, async ({ query: { page, size, sort = 'newest', ...filter } }) => {
      const [rows, totalElements] = await Promise.all([
        store.listWorks(db, { filter, sort, page, size }),
        store.countWorks(db, filter),
      ])
      return { content: await cardsOf(needs, rows), totalElements }
    }),
    serve(contract.countWorks, async ({ query }) => ({ productCount: await store.countWorks(db, query) })),
    serve(contract.spreadOfWorks, async () => ({
      price: (await spread()).map(({ from, count }) => ({ from: yuan(BigInt(from)), count })),
    })),
    serve(contract.openWorks, async () => ({ openWorks: await online() })),
    serve(contract.choicesOfWorks, ({ query }) => choices(query)),
    serve(contract.rankPopular, async () => (await rankings.popular()).map(rankedOf)),
    serve(contract.rankCommented, async () => (await rankings.commented()).map(rankedOf)),
    serve(contract.rankMvp, async () => (await rankings.mvp()).map(rankedOf)),
  ]
}

const rankedOf = ({ id, title, gets, comments, priceFen, score }: Ranked) => ({
  productId: id,
  productName: title,
  productCountDownloads: gets,
  productCountComments: comments,
  productPrice: yuan(priceFen),
  score,
})
