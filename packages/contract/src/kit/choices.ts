import { z } from 'zod'

/** What matches a choice of a filter is counted up to here; more read as this many. */
export const CHOICE_COUNT_MAX = 1000

/** The choices of one field of a filter, each with how many match it under the rest of the filter. */
export const choiceCounts = z.array(z.object({ value: z.string(), count: z.number().int() }))
