import { LIMITS } from '@trove/git-server/format/limits'
import type { Limit } from '../../../platform/rate-limit.ts'

/** How often and how much of the code market one person may use. */

export const WORKS_PER_PERSON = 200
export const WORKS_MADE: Limit = { limit: 60, windowSeconds: 3600 }
/** Prices may be changed as often as a person would. */
export const LICENCES_SET: Limit = { limit: 120, windowSeconds: 3600 }
/** A draft is saved while its author types. */
export const WORKS_CHANGED: Limit = { limit: 1200, windowSeconds: 3600 }
/** Works put online and taken offline. */
export const WORKS_SHOWN: Limit = { limit: 120, windowSeconds: 3600 }
/** Looks inside works, by person or address. */
export const FILES_SHOWN: Limit = { limit: 600, windowSeconds: 600 }
/** Searches inside works, by person or address: each reads a whole version. */
export const INSIDE_SEARCHED: Limit = { limit: 30, windowSeconds: 600 }
export const PICTURES_MADE: Limit = { limit: 120, windowSeconds: 3600 }
/** A video is written twice. */
export const VIDEOS_MADE: Limit = { limit: 30, windowSeconds: 3600 }
/** Of all videos of one person. */
export const VIDEO_MEGABYTES_PER_PERSON = 2048
/** Archives and pushes cost the server most. */
export const VERSIONS_MADE: Limit = { limit: 60, windowSeconds: 3600 }
/** Imports of one process; of one person there is one. */
export const IMPORTS_AT_ONCE = 4
export const TOKENS_MADE: Limit = { limit: 60, windowSeconds: 3600 }
export const GRANTS_TAKEN: Limit = { limit: 120, windowSeconds: 3600 }
/** Works given back for faults that only the buyer found: the newest so many seconds of business time. */
export const FAULTS_CLAIMED: Limit = { limit: 5, windowSeconds: 30 * 86_400 }
/** Archives to download, of one person. */
export const ARCHIVES_ASKED: Limit = { limit: 120, windowSeconds: 3600 }
/** Lists of all sales as a file, of one person. */
export const SALES_ASKED: Limit = { limit: 30, windowSeconds: 3600 }
/** Chain accounts linked, and looks at the chain asked for, of one person. */
export const RIGHTS_ASKED: Limit = { limit: 240, windowSeconds: 3600 }
export const LICENCE_FILES_MADE: Limit = { limit: 120, windowSeconds: 3600 }
export const COMMENTS_WRITTEN: Limit = { limit: 30, windowSeconds: 3600 }
/** Reports of works, of one person. */
export const WORKS_REPORTED: Limit = { limit: 20, windowSeconds: 86_400 }
export const TAKEDOWNS_ANSWERED: Limit = { limit: 20, windowSeconds: 3600 }
/** Wrong tokens from one address. */
export const TOKENS_TRIED: Limit = { limit: 60, windowSeconds: 60 }
/** Each clone or fetch reads whole packs. */
export const FETCHES_MADE: Limit = { limit: 600, windowSeconds: 3600 }
/** Clones and fetches under way at once, of one person and of all in one process. */
export const FETCHES_AT_ONCE = { own: 8, all: 64, retrySeconds: 10 }
export const VERSIONS_PER_WORK = 1000
/** Of packs as they are stored, of all works of one person. */
export const GIGABYTES_PER_PERSON = 10
/** Of one archive or push. */
export const GIT_LIMITS = LIMITS
