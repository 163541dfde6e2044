import { z } from 'zod'
import { Id, Moment, PersonCard } from '../kit/shapes.ts'

/** A review as everybody sees it. */
export const Review = z.object({
  id: Id,
  author: PersonCard,
  side: z.enum(['buyer', 'seller']),
  stars: z.number().int(),
  text: z.string(),
  writtenAt: Moment,
  /** Null without one, and of one that is hidden. */
  reply: z.string().nullable(),
  /** Whether there is or was a reply: there is one at most, also when it is hidden. */
  isReplied: z.boolean(),
  /** What Trove measured of what was bought: whole minutes of service, and those in which it was silent. Null of other goods. */
  measured: z.object({ servedMinutes: z.number().int(), silentMinutes: z.number().int() }).nullable(),
})
