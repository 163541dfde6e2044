import { yuan } from '@trove/contract/kit/shapes'
import { fill } from '@trove/messages/kit/say'
import { sharedPages } from '@trove/messages/site/shared-pages'
import type { DescribePage } from '../../../platform/http/site/page-words.ts'
import type { PublicPages } from '../../../platform/http/site/site-map.ts'
import { pictureSrc } from '../works/pictures.ts'
import type { WorkRow } from '../works/store.ts'

const WORK = /^\/codeForce\/(?:codeDetails|shareCode)\/([\w-]{1,64})\/?$/

type SharedFacts = Pick<WorkRow, 'title' | 'blurb' | 'priceFen' | 'cover' | 'state'>

/** What the link of a work says of itself where it is pasted; a work that is not online says nothing. */
export function createSharedWork(find: (id: string) => Promise<SharedFacts | undefined>): DescribePage {
  return async (path, language) => {
    const id = WORK.exec(path)?.[1]
    const work = id === undefined ? undefined : await find(id)
    if (work?.state !== 'online') return undefined
    const { title, free, price, description } = sharedPages.work
    const priceText = work.priceFen ? fill(price, language, { price: yuan(work.priceFen) }) : fill(free, language)
    return {
      title: fill(title, language, { title: work.title, price: priceText }),
      description: work.blurb || fill(description, language),
      picture: work.cover ? pictureSrc(work.cover) : undefined,
      path: `/codeForce/codeDetails/${id}`,
    }
  }
}

type Online = { count(): Promise<number>; ids(range: { skip: number; most: number }): Promise<string[]> }

/** The pages of all works that are online. */
export function createPublicWorks(store: Online): PublicPages {
  return {
    count: store.count,
    list: async (range) => (await store.ids(range)).map((id) => `/codeForce/codeDetails/${id}`),
  }
}
