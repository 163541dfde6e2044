import { fill } from '@trove/messages/kit/say'
import { sharedPages } from '@trove/messages/site/shared-pages'
import { formatYuan } from '@trove/units/money'
import type { DescribePage } from '../../../platform/http/site/page-words.ts'
import type { PublicPages } from '../../../platform/http/site/site-map.ts'
import type { ExpertRow } from './store.ts'

const EXPERT = /^[\w-]{1,64}$/
const pageOf = (id: string) => `/manpower?productId=${id}`

type SharedFacts = Pick<ExpertRow, 'realName' | 'hourFen' | 'isOpen' | 'headImgUrl'>

/** What the link of an expert says of itself where it is pasted; somebody who cannot be hired says nothing. */
export function createSharedExpert(find: (id: string) => Promise<SharedFacts | undefined>): DescribePage {
  return async (path, language, query) => {
    const id = query.get('productId') ?? ''
    const expert = /^\/manpower\/?$/.test(path) && EXPERT.test(id) ? await find(id) : undefined
    if (!expert?.isOpen || expert.hourFen === null) return undefined
    return {
      title: fill(sharedPages.expert.title, language, { name: expert.realName, price: formatYuan(expert.hourFen) }),
      description: fill(sharedPages.expert.description, language),
      picture: expert.headImgUrl?.startsWith('/') ? expert.headImgUrl : undefined,
      path: pageOf(id),
    }
  }
}

type Open = { count(): Promise<number>; ids(range: { skip: number; most: number }): Promise<string[]> }

/** The pages of all experts who can be hired. */
export function createPublicExperts(store: Open): PublicPages {
  return { count: store.count, list: async (range) => (await store.ids(range)).map(pageOf) }
}
