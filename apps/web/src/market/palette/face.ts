import type { titles } from '@trove/messages/site/shell'

/** What a market hands in so that its goods can be found from anywhere by a few words. */

/** Something to go to; the label names it, the hint tells it from others. */
export type Find = { path: string; label: string; hint?: string }

export type FindSource = {
  /** Name of the market among the titles. */
  title: keyof typeof titles
  /** A few goods that match, best first. */
  find(words: string): Promise<Find[]>
}

/** How many of each kind are shown. */
export const FINDS_MOST = 5
