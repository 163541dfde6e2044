import * as contract from '@trove/contract/code/market'
import type { WorkCard } from '@trove/contract/code/shapes'
import { yuan } from '@trove/contract/kit/shapes'
import type { z } from 'zod'
import { type ServedRoute, serve } from '../../../platform/http/call/serve.ts'
import type { CodeNeeds } from '../model/needs.ts'
import { pictureSrc } from '../works/pictures.ts'
import { ratingOf } from '../works/rules.ts'
import { authorOf } from '../works/service.ts'
import type { WorkRow } from '../works/store.ts'
import * as store from './store.ts'

/** The public list of works and their rankings. */
export function marketRoutes({ db, identity }: CodeNeeds): ServedRoute[] {
  const cardsOf = async (rows: WorkRow[]) => {
    const people = await identity.findPeople([...new Set(rows.map(({ ownerId }) => ownerId))])
    return rows.map((row) => cardOf(row, authorOf(row.ownerId, people.get(row.ownerId))))
  }
  return [
    serve(contract.listWorks, async ({ query: { page, size, sort = 'newest', ...filter } }) => {
      const [rows, totalElements] = await Promise.all([
        store.listWorks(db, { filter, sort, page, size }),
        store.countWorks(db, filter),
      ])
      return { content: await cardsOf(rows), totalElements }
    }),
    serve(contract.countWorks, async ({ query }) => ({ productCount: await store.countWorks(db, query) })),
    serve(contract.rankPopular, async () => (await store.rankPopular(db)).map(rankedOf)),
    serve(contract.rankCommented, async () => (await store.rankCommented(db)).map(rankedOf)),
    serve(contract.rankMvp, async () => (await store.rankMvp(db)).map(rankedOf)),
  ]
}

function cardOf(row: WorkRow, author: ReturnType<typeof authorOf>): z.input<typeof WorkCard> {
  const { id, title, cover, blurb, language, labels, createdAt, publishedAt } = row
  return {
    ...{ id, blurb, language, labels, author },
    productName: title,
    productUrl: cover && pictureSrc(cover),
    price: yuan(row.priceFen ?? 0n),
    countBrowses: row.browses,
    countComments: row.comments,
    countDownloads: row.gets,
    rating: ratingOf(row),
    publishTime: (publishedAt ?? createdAt).toISOString(),
    updateTime: row.renewedAt.toISOString(),
  }
}

const rankedOf = ({ id, title, gets, comments, priceFen, score }: store.Ranked) => ({
  productId: id,
  productName: title,
  productCountDownloads: gets,
  productCountComments: comments,
  productPrice: yuan(priceFen),
  score,
})
