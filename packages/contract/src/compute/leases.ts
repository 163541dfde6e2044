import { z } from 'zod'
import { route } from '../kit/route.ts'
import { Id, Moment, Nothing, queryInt, YuanText } from '../kit/shapes.ts'
import { LEASE_HOURS_MAX } from './lease-terms.ts'
import { LeasePrice } from './shapes.ts'

/** What a buyer does with a lease that runs: ending it before its time, and renewing it; and what its seller says of renewals. */

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
  /** Days or, of a lease by the hour, hours that have begun, and whole ones that have not. */
  unit: z.enum(['day', 'hour']),
  used: z.number().int(),
  unused: z.number().int(),
  /** When the next one begins and less would go back. */
  nextAt: Moment,
  serveEndTime: Moment,
  /** A paid renewal that has not begun: it goes back whole, besides. */
  renewalAmount: YuanText.nullable(),
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
    'End a running lease of one’s own now: whole days (of a lease by the hour hours) not begun go back at what rulings left of their price, the machine is taken back at once; `refundAmount` is what the buyer was shown',
  auth: 'user',
  params: z.object({ id: Id }),
  body: z.strictObject({ refundAmount: YuanText }),
  ok: Nothing,
  errors: ['orders.not-found', 'compute.lease-over', 'compute.stop-changed'],
})

/** What going on with a lease costs now. It is paid as an order of its own (`create/payment` with `renews`). */
export const RenewalQuote = z.object({
  orderId: Id,
  productId: Id,
  /** What the seller asks now for another period, or for so many hours. */
  price: YuanText,
  feeAmount: YuanText,
  /** Days; 0 by the hour. */
  servePeriod: z.number().int(),
  serveHours: z.number().int().nullable(),
  /** What an hour costs now; null where it is not let by the hour. */
  hourPrice: YuanText.nullable(),
  /** The end as it is, from which the renewal counts, and the end after it. */
  serveEndTime: Moment,
  renewedEndTime: Moment,
})

export const quoteRenewal = route({
  id: 'compute.quote-renewal',
  method: 'GET',
  path: `${LEASE}/renew/{id}`,
  summary: 'What renewing a running lease of one’s own costs now and until when it then lasts, by the id of its order',
  auth: 'user',
  params: z.object({ id: Id }),
  /** For so many hours; without it for the period of the offer. */
  query: z.object({ serveHours: queryInt(1, LEASE_HOURS_MAX) }),
  ok: RenewalQuote,
  errors: [
    'orders.not-found',
    'orders.not-renewable',
    'orders.already-renewed',
    'orders.renewal-late',
    'compute.not-by-hour',
  ],
})

export const setRenewal = route({
  id: 'compute.set-renewal',
  method: 'PUT',
  path: '/api/computing/product/renewal/{id}',
  summary: 'Whether whoever rents the machine may renew, and at which price; also while it is rented',
  auth: 'user',
  params: z.object({ id: Id }),
  body: z.strictObject({
    isOffered: z.boolean(),
    /** For another period of whoever rents it now; without it the price of the offer. */
    price: LeasePrice.optional(),
  }),
  ok: Nothing,
  errors: ['compute.not-found'],
})

export const leaseRoutes = [quoteStop, stopLease, quoteRenewal, setRenewal] as const
