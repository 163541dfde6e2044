import { useQuery } from '@tanstack/react-query'
import { getPurse, type Purse as PurseShape } from '@trove/contract/wallet/routes'
import type { z } from 'zod'
import { api } from '../../lib/calls/api.ts'

export type Purse = z.output<typeof PurseShape>

const MOVING_POLL_MS = 5_000
const CALM_POLL_MS = 60_000

/** The receiving account and the amounts around it; looked at again sooner while a payout is on its way. */
export function usePurse() {
  return useQuery({
    queryKey: ['wallet', 'purse'],
    queryFn: () => api(getPurse, {}),
    refetchInterval: ({ state }) =>
      state.data && state.data.inFlightAmount !== '0.00' ? MOVING_POLL_MS : CALM_POLL_MS,
  })
}
