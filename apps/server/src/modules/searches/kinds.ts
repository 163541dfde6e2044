import type { z } from 'zod'

/** The fields of a market's list filter, as texts. */
export type Filter = Record<string, string>

/** An offer that came onto its market, or was changed there. */
type MarketChange = {
  id: string
  /** Its facts as they were, as JSON; null when it was not on the market. */
  before: string | null
}

type NewAsk = { filter: Filter; changes: readonly MarketChange[]; readerId: string }

/** What a market says of its list; registered by app. */
export type SearchKind = {
  kind: string
  /** The filter of its list. */
  schema: z.ZodObject
  /** Offers that are on the market, match, did not match before one of their changes, and are not the reader's own. */
  findNew(ask: NewAsk): Promise<string[]>
  /** From when on nothing can match a filter any more; not given where that never happens. */
  endOf?(filter: Filter): Date | undefined
}
export type SearchKinds = ReadonlyMap<string, SearchKind>
