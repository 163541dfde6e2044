import { z } from 'zod'
import { route } from '../../kit/route.ts'
import { Id } from '../../kit/shapes.ts'

/** What the machine checks of an offer found over time: only what was measured, never what was declared. */

/** Lengths of the windows that end now, in days. */
export const SERIES_WINDOWS = [1, 7, 30] as const
/** Checks are kept this long, in days: the longest window, and room for its oldest day to be whole. */
export const CHECKS_KEPT_DAYS = 40

const Counted = {
  /** Checks that ended. While a machine is let it is not checked, so a day may have none. */
  checks: z.number().int(),
  /** Those of them that could log in to the machine. */
  reached: z.number().int(),
}

/** Medians of the day's checks; null where none of them measured it. */
const DayOfChecks = z.object({
  /** A day of China Standard Time, as 2026-01-31. */
  day: z.string(),
  ...Counted,
  /** Points of the short CPU measure. */
  cpuScore: z.number().nullable(),
  /** MB per second. */
  diskWrite: z.number().nullable(),
  /** Mbps to the checker. */
  bandwidth: z.number().nullable(),
  /** Of one GPU. */
  gpuTflops: z.number().nullable(),
  /** GB per second within the memory of one GPU. */
  gpuMemoryBandwidth: z.number().nullable(),
})

export const CheckSeries = z.object({
  windows: z.array(z.object({ days: z.number().int(), ...Counted })),
  /** The last 30 days that had a check, oldest first. */
  perDay: z.array(DayOfChecks),
})

export const checkSeries = route({
  id: 'compute.check-series',
  method: 'GET',
  path: '/api/computing/product/checks/{id}',
  summary: 'How often the machine checks of an offer reached it and what they measured, for each day of the last 30',
  auth: 'optional',
  params: z.object({ id: Id }),
  ok: CheckSeries,
  errors: ['compute.not-found'],
})

export const seriesRoutes = [checkSeries] as const
