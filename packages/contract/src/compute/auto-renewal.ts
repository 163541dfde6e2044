import { z } from 'zod'
import { route } from '../kit/route.ts'
import { Id, Moment, YuanText } from '../kit/shapes.ts'
import { type LeaseTerm, termHours } from './lease-terms.ts'
import { LeasePrice } from './shapes.ts'

/**
 * A buyer lets the renewal of a lease be prepared before its end. The server makes the order, which the buyer pays or
 * does not; nothing is ever charged by itself.
 */

/** How many hours before the end the order is made: a quarter of the lease, and a day at most. */
export const ASK_PART_OF_LEASE = 4
export const ASK_HOURS_MOST = 24
export function askHours(term: LeaseTerm): number {
  return Math.min(ASK_HOURS_MOST, termHours(term) / ASK_PART_OF_LEASE)
}

export const AUTO_RENEWAL_STATES = ['off', 'waiting', 'asked', 'above', 'refused'] as const

export const AutoRenewal = z.object({
  orderId: Id,
  /**
   * `waiting` for its time, or what became of it for this end: `asked` with an order to be paid, `above` what it may
   * cost, `refused` because the lease could not be renewed.
   */
  state: z.enum(AUTO_RENEWAL_STATES),
  /** What a renewal may cost; null while it is off. */
  mostPrice: YuanText.nullable(),
  /** What a renewal of the same length costs now; null when the machine is not let by the hour any more. */
  price: YuanText.nullable(),
  /** When the order is made, `askHours` before the end. */
  asksAt: Moment,
  serveEndTime: Moment,
  /** The order that was made for this end. */
  renewalOrderId: Id.nullable(),
})

const PATH = '/api/computing/lease/auto-renewal/{id}'
const REFUSALS = ['orders.not-found', 'compute.lease-over', 'compute.not-provisioned'] as const

export const getAutoRenewal = route({
  id: 'compute.get-auto-renewal',
  method: 'GET',
  path: PATH,
  summary: 'Whether the renewal of a running lease of one’s own is prepared before its end, by the id of its order',
  auth: 'user',
  params: z.object({ id: Id }),
  ok: AutoRenewal,
  errors: REFUSALS,
})

export const putAutoRenewal = route({
  id: 'compute.put-auto-renewal',
  method: 'PUT',
  path: PATH,
  summary:
    'Let the renewal of a running lease of one’s own be prepared before its end for `mostPrice` at most, or no more (null); an order is made that waits to be paid, and nothing is charged',
  auth: 'user',
  params: z.object({ id: Id }),
  body: z.strictObject({ mostPrice: LeasePrice.nullable() }),
  ok: AutoRenewal,
  errors: REFUSALS,
})

export const autoRenewalRoutes = [getAutoRenewal, putAutoRenewal] as const
