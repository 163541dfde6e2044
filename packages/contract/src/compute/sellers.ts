import { z } from 'zod'
import { route } from '../kit/route.ts'
import { Id, Moment, PersonCard } from '../kit/shapes.ts'
import { ComputeProduct } from './shapes.ts'

/** A seller as everybody sees them: their machines, and what was measured of these and of their leases. */

export const SELLER_MACHINES = 50
/** Checks of so many days are counted. */
export const SELLER_CHECK_DAYS = 30

/** One of their machines that is online. */
const SellerMachine = ComputeProduct.extend({
  /** It can be rented now. */
  isAvailable: z.boolean(),
  /** Leases of it that were served. */
  pastOrders: z.number().int(),
})

export const ComputeSeller = z.object({
  seller: PersonCard,
  /** When their first machine was published. */
  since: Moment,
  /** The newest ones; `machineCount` are online in all. */
  machines: z.array(SellerMachine),
  machineCount: z.number().int(),
  /** Checks of all their machines in 30 days that ended, and those of them that could log in. */
  checks: z.number().int(),
  reached: z.number().int(),
  /** Leases that were served, whole minutes of them, and minutes in which the machine answered no probe. */
  leases: z.number().int(),
  servedMinutes: z.number().int(),
  silentMinutes: z.number().int(),
})

export const getSeller = route({
  id: 'compute.seller',
  method: 'GET',
  path: '/api/computing/seller/{id}',
  summary: 'Who shares machines: these, since when, and what was measured of them and of their leases (up to 30 s old)',
  auth: 'optional',
  params: z.object({ id: Id }),
  ok: ComputeSeller,
  errors: ['resource.not-found'],
})

export const sellerRoutes = [getSeller] as const
