import { z } from 'zod'
import { route } from '../kit/route.ts'
import { Id, Moment, YuanText } from '../kit/shapes.ts'
import { type LeaseTerm, termHours } from './lease-terms.ts'

/**
 * The promise about a leased machine: minutes in which it could not be reached go back to the buyer by themselves. Pure and
 * exact: bigint only; server, screens and documents read this one rule (ADR 19).
 */

const MINUTES_PER_HOUR = 60

/** A silence of up to so many minutes may be a restart, the buyer's own too: it is never paid back, whoever did it. */
export const RESTART_MINUTES = 10

/** Whether a silence of so many minutes goes back. If so, all of its minutes do, from the first on. */
export function isPaidBack(minutes: number): boolean {
  return minutes > RESTART_MINUTES
}

/**
 * What so many minutes of a lease cost, rounded down to the fen. It is rounded here and nowhere else: of several silences
 * it is asked for their sum, so that parts never lose more than one fen together.
 */
export function downtimeFen(amountFen: bigint, term: LeaseTerm, minutes: number): bigint {
  return (amountFen * BigInt(minutes)) / BigInt(termHours(term) * MINUTES_PER_HOUR)
}

/** One fifth of all sellers at once, or more than one where there are few. */
const OUTAGE_PART = 5

/**
 * Whether a minute says more about our own network than about the machines: nobody answered, or too many sellers fell
 * silent at once. Sellers are counted, not machines, for one seller's line may carry many. Such a minute is unknown.
 */
export function isOwnOutage({ sellers, silentSellers }: { sellers: number; silentSellers: number }): boolean {
  return (
    silentSellers > 0 && (silentSellers === sellers || silentSellers > Math.max(1, Math.floor(sellers / OUTAGE_PART)))
  )
}

export const SILENCE_STATES = ['silent', 'restart', 'returning', 'returned', 'contested', 'kept'] as const

/** What the probes of a lease found. */
export const Downtime = z.object({
  orderId: Id,
  /** Minutes in which the machine answered, in which it did not, and in which our own network could not tell. */
  answeredMinutes: z.number().int(),
  silentMinutes: z.number().int(),
  unknownMinutes: z.number().int(),
  refundAmount: YuanText,
  /** Newest first, the last 50. */
  silences: z.array(
    z.object({
      from: Moment,
      minutes: z.number().int(),
      /**
       * `silent`: not over. `restart`: too short to be paid back. `contested`: held until the staff rules. `kept`: ruled to
       * stay earned by the seller.
       */
      state: z.enum(SILENCE_STATES),
      refundAmount: YuanText,
    }),
  ),
  /** Stretches of the unknown minutes in which a relay of ours was out. Newest first, the last 50. */
  relayOutages: z.array(z.object({ from: Moment, minutes: z.number().int() })),
})

export const getDowntime = route({
  id: 'compute.get-downtime',
  method: 'GET',
  path: '/api/computing/lease/downtime/{id}',
  summary: 'What the probes of each minute found of a lease of one’s own, as its buyer or seller, and what went back',
  auth: 'user',
  params: z.object({ id: Id }),
  ok: Downtime,
  errors: ['orders.not-found'],
})

export const downtimeRoutes = [getDowntime] as const
