import type { Offer } from './queries.ts'

/** Under which key of session storage the chosen offer is kept (specification part B 3). */
export const CHOSEN_OFFER_KEY = 'superPoints'

/** Keeps the offer a person chose; checkout shows it at once and then asks anew. */
export function keepChosenOffer(offer: Offer): void {
  sessionStorage.setItem(CHOSEN_OFFER_KEY, JSON.stringify(offer))
}
