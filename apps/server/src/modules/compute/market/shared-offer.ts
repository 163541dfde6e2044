import { yuan } from '@trove/contract/kit/shapes'
import { fill } from '@trove/messages/kit/say'
import { sharedPages } from '@trove/messages/site/shared-pages'
import type { DescribePage } from '../../../platform/http/site/page-words.ts'
import type { PublicPages } from '../../../platform/http/site/site-map.ts'
import type { OfferRow } from '../offers/store.ts'

const OFFER = /^\/computingPowerMarket\/offer\/([\w-]{1,64})\/?$/

type SharedFacts = Pick<
  OfferRow,
  'cpu_cores' | 'ram_gb' | 'disk_gb' | 'price_fen' | 'period_days' | 'description' | 'listing'
>

/** What the link of an offer says of itself where it is pasted; an offer that is not listed says nothing. */
export function createSharedOffer(find: (id: string) => Promise<SharedFacts | undefined>): DescribePage {
  return async (path, language) => {
    const id = OFFER.exec(path)?.[1]
    const offer = id === undefined ? undefined : await find(id)
    if (offer?.listing !== 'online') return undefined
    const facts = {
      cores: offer.cpu_cores,
      ram: String(offer.ram_gb),
      disk: String(offer.disk_gb),
      price: yuan(offer.price_fen),
      days: offer.period_days,
    }
    return {
      title: fill(sharedPages.offer.title, language, facts),
      description: offer.description || fill(sharedPages.offer.description, language),
    }
  }
}

type OpenOffers = {
  figures(): Promise<{ open: number }>
  openIds(range: { skip: number; most: number }): Promise<string[]>
}

/** The pages of all offers that can be taken now. */
export function createPublicOffers(store: OpenOffers): PublicPages {
  return {
    count: async () => (await store.figures()).open,
    list: async (range) => (await store.openIds(range)).map((id) => `/computingPowerMarket/offer/${id}`),
  }
}
