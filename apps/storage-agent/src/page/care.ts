import type { Say } from '@trove/messages/kit/say'

/** What a person can have done on the page, and what is told of it. */

/** One thing that was tried, as it is told to a person. */
export type Tried = { isGood: boolean; text: Say; params?: Record<string, string | number> }

/** The shortest passphrase of a backup: it guards bond and income. */
export const BACKUP_LETTERS_MIN = 10

export type BackupResult = { path: string } | { fault: 'too-short' | 'differs' | 'no-key' | 'too-many' }
