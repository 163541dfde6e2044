import { ComputeProduct } from '@trove/contract/compute-shapes'
import { CHOSEN_OFFER_KEY } from './chosen-offer.ts'
import type { Offer } from './queries.ts'

/** The chosen offer when it is the one of this id and still of the right shape. */
export function readChosenOffer(id: string): Offer | undefined {
  try {
    const offer = ComputeProduct.safeParse(JSON.parse(sessionStorage.getItem(CHOSEN_OFFER_KEY) ?? 'null'))
    return offer.success && offer.data.id === id ? offer.data : undefined
  } catch {
    return undefined
  }
}
