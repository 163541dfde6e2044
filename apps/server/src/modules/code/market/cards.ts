import type { WorkCard } from '@trove/contract/code/shapes'
import { yuan } from '@trove/contract/kit/shapes'
import type { z } from 'zod'
import type { CodeNeeds } from '../model/needs.ts'
import { pictureSrc } from '../works/pictures.ts'
import { ratingOf } from '../works/rules.ts'
import { authorOf } from '../works/service.ts'
import type { WorkRow } from '../works/store.ts'

/** Works as cards of the market, in the order given. */
export async function cardsOf({ identity }: Pick<CodeNeeds, 'identity'>, rows: WorkRow[]) {
  const people = await identity.findPeople([...new Set(rows.map(({ ownerId }) => ownerId))])
  return rows.map((row) => cardOf(row, authorOf(row.ownerId, people.get(row.ownerId))))
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
