import type { Limit } from '../../platform/rate-limit.ts'

/** How often one person may do what others have to read or store. */

/** New conversations of one person, against mass advertising. */
export const OPENED: Limit = { limit: 30, windowSeconds: 3600 }
/** Messages of one person, over all conversations. */
export const SENT: Limit = { limit: 30, windowSeconds: 60 }
/** Uploads of one person. */
export const UPLOADED: Limit = { limit: 30, windowSeconds: 600 }
