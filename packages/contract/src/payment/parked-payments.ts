import { z } from 'zod'
import { route } from '../kit/route.ts'
import { Id, Moment, pageOf, paging, personText, YuanText } from '../kit/shapes.ts'

/** Attempts of which the provider reports something impossible: polling stops, and one of the staff investigates. */

/** What of the provider's word does not fit; `unclear`: it gave no word that could be understood. */
export const PARKED_KINDS = ['amount', 'trade', 'refunded', 'denied', 'unclear'] as const

export const ParkedPayment = z.object({
  /** Of the attempt while it is parked, then of what was found out about it. */
  id: Id,
  /** Our number at the provider. */
  number: z.string(),
  orderId: Id,
  amount: YuanText,
  kind: z.enum(PARKED_KINDS),
  /** The same as the log has it, with what the provider named. */
  reason: z.string(),
  parkedAt: Moment,
  closedAt: Moment.nullable(),
  /** Who of the staff investigated, and what they found. */
  closedBy: z.string().nullable(),
  note: z.string().nullable(),
})

const ONE = z.object({ id: Id })

export const listParkedPayments = route({
  id: 'payment.list-parked',
  method: 'GET',
  path: '/api/admin/payment/parked/page',
  summary: 'Payment attempts that wait for a person, the oldest first, then those looked into, newest first',
  auth: 'operator',
  staff: ['cashier'],
  query: z.object({ ...paging(20) }),
  ok: pageOf(ParkedPayment),
  errors: ['request.invalid'],
})

export const openParkedPayment = route({
  id: 'payment.open-parked',
  method: 'GET',
  path: '/api/admin/payment/parked/open/{id}',
  summary: 'A payment attempt that waits for a person, by its id also what was found out about it last',
  auth: 'operator',
  staff: ['cashier'],
  params: ONE,
  ok: ParkedPayment,
  errors: ['payment.parked-not-found'],
})

export const askParkedPayment = route({
  id: 'payment.ask-parked',
  method: 'POST',
  path: '/api/admin/payment/parked/ask/{id}',
  summary: 'Ask the provider about a parked attempt once more; what fits by now is taken in, or given back',
  auth: 'operator',
  staff: ['cashier'],
  needsFactor: true,
  params: ONE,
  ok: z.object({
    /** `parked`: it still does not fit, for the reason named; `settled`: the payment was taken in or is on its way back. */
    outcome: z.enum(['parked', 'settled']),
    reason: z.string().nullable(),
  }),
  errors: ['payment.parked-not-found', 'payment.unavailable'],
})

export const closeParkedPayment = route({
  id: 'payment.close-parked',
  method: 'POST',
  path: '/api/admin/payment/parked/close/{id}',
  summary: 'Note what was found out about a parked attempt; it stays in the list',
  auth: 'operator',
  staff: ['cashier'],
  needsFactor: true,
  params: ONE,
  body: z.strictObject({ note: personText(1, 500) }),
  ok: ParkedPayment,
  errors: ['payment.parked-not-found'],
})

export const parkedPaymentRoutes = [
  listParkedPayments,
  openParkedPayment,
  askParkedPayment,
  closeParkedPayment,
] as const
