import { formatTtc, TTC } from '@trove/units/token'
import { useGigabytePrice } from './queries.ts'

const DAYS_PER_YEAR = 365
const DECIMALS = 2
/** The smallest step that is shown. */
const STEP = TTC / 10n ** BigInt(DECIMALS)

/** A price as `12.34`: never shown lower than it is. */
export function writePrice(planck: bigint): string {
  return formatTtc(((planck + STEP - 1n) / STEP) * STEP, { least: DECIMALS, most: DECIMALS })
}

/** What 1 GB costs in a year on three nodes at the chain's price now; undefined while it is not known. */
export function useYearPrice(): string | undefined {
  const { data } = useGigabytePrice(DAYS_PER_YEAR)
  return data && writePrice(BigInt(data.price))
}
