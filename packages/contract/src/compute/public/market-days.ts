import { z } from 'zod'
import { route } from '../../kit/route.ts'
import { FineYuanText, Moment, YuanText } from '../../kit/shapes.ts'

/** Prices, supply and use of the compute market by the day. */

/** The kind of machines without GPU, priced by the core-day; every other kind is a GPU model, priced by the GPU-day. */
export const CPU_KIND = 'cpu'
/** How many days can be asked for; the middle one when nothing is said. */
export const MARKET_SPANS = ['30', '90', '365'] as const

/** Each is what a machine really asks: no mean of two. */
const Quartiles = z.object({ low: YuanText, middle: YuanText, high: YuanText })
const FineQuartiles = z.object({ low: FineYuanText, middle: FineYuanText, high: FineYuanText })

const Counts = {
  /** Machines that can be rented or are taken; those that wait for a check or failed it are not counted. */
  machines: z.number().int(),
  /** Those of them that are let. */
  serving: z.number().int(),
  /** Cores (or GPUs) of all of them, and of those that are let. */
  units: z.number().int(),
  unitsServing: z.number().int(),
  /** Machines that can be rented by the hour now. */
  machinesByHour: z.number().int(),
  /** What one core (or GPU) of these costs an hour; null where there is none, and for days counted before hours were. */
  hourAsked: FineQuartiles.nullable(),
}

/** The newest count of a day of China Standard Time. */
const MarketDay = z.object({
  /** As 2026-01-31. */
  day: z.string(),
  ...Counts,
  /** What one core (or GPU) costs a day where it can be rented now; null where none can. */
  asked: Quartiles.nullable(),
  /** The same of machines that are let. */
  rented: Quartiles.nullable(),
})

const days = z.preprocess((v) => (v === '' ? undefined : v), z.enum(MARKET_SPANS).optional())

export const marketDays = route({
  id: 'compute.market-days',
  method: 'GET',
  path: '/api/computing/market/days',
  summary: 'Prices, supply and use of one kind of machine by the day, and the newest count of every kind',
  auth: 'none',
  query: z.object({
    /** `cpu` (also when left out), or a GPU model of the dictionary. */
    kind: z.preprocess(
      (v) => (v === '' ? undefined : v),
      z
        .string()
        .max(40)
        .regex(/^[a-z0-9-]+$/)
        .optional(),
    ),
    days,
  }),
  ok: z.object({
    kind: z.string(),
    /** Oldest first; days on which nothing of the kind was there have none. */
    days: z.array(MarketDay),
    /** Every kind of the newest day, those without GPU first, then by how many there are. */
    kinds: z.array(z.object({ kind: z.string(), ...Counts, asked: Quartiles.nullable() })),
    /** Null before the first count. */
    countedAt: Moment.nullable(),
  }),
})

export const marketDaysFile = route({
  id: 'compute.market-days-file',
  method: 'GET',
  path: '/api/computing/market/days.csv',
  summary: 'The same of all kinds as CSV, oldest first',
  auth: 'none',
  envelope: 'raw',
  query: z.object({ days }),
  ok: z.any(),
})

export const marketDayRoutes = [marketDays, marketDaysFile] as const
