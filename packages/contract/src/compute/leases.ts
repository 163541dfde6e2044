import { z } from 'zod'
import { route } from '../kit/route.ts'
import { Id, Moment, Nothing, YuanText } from '../kit/shapes.ts'

/** What a buyer does with a lease that runs: ending it before its time. */

const LEASE = '/api/computing/lease'

/** What ending a lease now brings, before it is confirmed (`stopShares`). */
export const StopQuote = z.object({
  orderId: Id,
  /** Goes back to the buyer. */
  refundAmount: YuanText,
  /** Stays the seller's, of it what the seller has cleared already. */
  keptAmount: YuanText,
  /** Trove's fee for ending early: nothing. */
  feeAmount: YuanText,
  /** Days that have begun, and whole days that have not. */
  usedDays: z.number().int(),
  unusedDays: z.number().int(),
  /** When the next day begins and less would go back. */
  nextDayAt: Moment,
  serveEndTime: Moment,
})

export const quoteStop = route({
  id: 'compute.quote-stop',
  method: 'GET',
  path: `${LEASE}/stop/{id}`,
  summary: 'What ending a running lease of one’s own now would give back, by the id of its order',
  auth: 'user',
  params: z.object({ id: Id }),
  ok: StopQuote,
  errors: ['orders.not-found', 'compute.lease-over'],
})

export const stopLease = route({
  id: 'compute.stop-lease',
  method: 'POST',
  path: `${LEASE}/stop/{id}`,
  summary:
    'End a running lease of one’s own now: whole days not begun go back, the machine is taken back at once; `refundAmount` is what the buyer was shown',
  auth: 'user',
  params: z.object({ id: Id }),
  body: z.strictObject({ refundAmount: YuanText }),
  ok: Nothing,
  errors: ['orders.not-found', 'compute.lease-over', 'compute.stop-changed'],
})

export const leaseRoutes = [quoteStop, stopLease] as const
