import { ComputeProduct } from '@trove/contract/compute-shapes'
import type { Offer } from './queries.ts'

/** The offer a person chose, in session storage under the specification's key; checkout shows it at once and then asks anew. */

const KEY = 'superPoints'

/** Keeps the chosen offer for checkout. */
export function keepChosenOffer(offer: Offer): void {
  sessionStorage.setItem(KEY, JSON.stringify(offer))
}

/** The chosen offer when it is the one of this id and still of the right shape. */
export function readChosenOffer(id: string): Offer | undefined {
  try {
    const offer = ComputeProduct.safeParse(JSON.parse(sessionStorage.getItem(KEY) ?? 'null'))
    return offer.success && offer.data.id === id ? offer.data : undefined
  } catch {
    return undefined
  }
}
