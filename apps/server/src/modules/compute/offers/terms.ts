import { ContractError } from '@trove/contract/errors/codes'
import type { OfferRow } from './store.ts'

/**
 * What a buyer gets for which price: the period of the offer, or so many hours at the price of an hour. Nothing is rounded.
 * @throws ContractError `compute.not-by-hour` when hours are wanted of what is not let by the hour
 */
export function priceOf(
  offer: Pick<OfferRow, 'period_days' | 'hour_price_fen'>,
  periodFen: bigint,
  hours: number | undefined,
): { priceFen: bigint; periodDays: number | null; periodHours: number | null } {
  if (hours === undefined) return { priceFen: periodFen, periodDays: offer.period_days, periodHours: null }
  if (offer.hour_price_fen === null) throw new ContractError('compute.not-by-hour')
  return { priceFen: offer.hour_price_fen * BigInt(hours), periodDays: null, periodHours: hours }
}
