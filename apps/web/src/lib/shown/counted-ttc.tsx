import { CountUp } from '@trove/ui/feedback/count-up'
import { formatTtc } from '@trove/units/token'
import type { ReactNode } from 'react'

/** Shown with six decimals, as prices are; what counts up must fit a number. */
const PLANCK_PER_SHOWN = 1_000_000n
const SHOWN_DECIMALS = 6

type CountedTtcProps = {
  planck: bigint
  /** The least decimals written; none unless told. */
  least?: number
  /** The amount with its unit, where the unit does not stand beside it. */
  write?: (amount: string) => ReactNode
}

/** An amount of TTC that counts to its new value when it changes. */
export function CountedTtc({ planck, least, write = (amount) => amount }: CountedTtcProps) {
  return (
    <CountUp
      value={Number(planck / PLANCK_PER_SHOWN)}
      format={(shown) =>
        write(formatTtc(BigInt(Math.trunc(shown)) * PLANCK_PER_SHOWN, { least, most: SHOWN_DECIMALS }))
      }
    />
  )
}
