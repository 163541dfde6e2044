import * as contract from '@trove/contract/code/market'
import { yuan } from '@trove/contract/kit/shapes'
import { type ServedRoute, serve } from '../../../platform/http/call/serve.ts'
import type { CodeNeeds } from '../model/needs.ts'
import { cardsOf } from './cards.ts'
import * as store from './store.ts'

/** The public list of works and their rankings. */
export function marketRoutes(needs: CodeNeeds): ServedRoute[] {
  const { db } = needs
  return [
    serve(contract.listWorks, async ({ query: { page, size, sort = 'newest', ...filter } }) => {
      const [rows, totalElements] = await Promise.all([
        store.listWorks(db, { filter, sort, page, size }),
        store.countWorks(db, filter),
      ])
      return { content: await cardsOf(needs, rows), totalElements }
    }),
    serve(contract.countWorks, async ({ query }) => ({ productCount: await store.countWorks(db, query) })),
    serve(contract.rankPopular, async () => (await store.rankPopular(db)).map(rankedOf)),
    serve(contract.rankCommented, async () => (await store.rankCommented(db)).map(rankedOf)),
    serve(contract.rankMvp, async () => (await store.rankMvp(db)).map(rankedOf)),
  ]
}

const rankedOf = ({ id, title, gets, comments, priceFen, score }: store.Ranked) => ({
  productId: id,
  productName: title,
  productCountDownloads: gets,
  productCountComments: comments,
  productPrice: yuan(priceFen),
  score,
})
