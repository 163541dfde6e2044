import type { z } from 'zod'
import { attempt } from '../../lib/session/kept.ts'

/** The offer a person chose, kept for this tab under its kind (specification part B 3): checkout shows it at once and then asks anew. */

/** Keeps the offer a person chose. Storage may be forbidden or full: checkout then shows it once it was asked for. */
export function keepChosen(kind: string, offer: object): void {
  attempt(() => sessionStorage.setItem(kind, JSON.stringify(offer)))
}

/** The chosen offer when it is the one of this id and still of the right shape. */
export function readChosen<S extends z.ZodType<{ id: string }>>(
  kind: string,
  shape: S,
  id: string,
): z.output<S> | undefined {
  const offer = shape.safeParse(attempt(() => JSON.parse(sessionStorage.getItem(kind) ?? 'null')))
  return offer.success && offer.data.id === id ? offer.data : undefined
}
