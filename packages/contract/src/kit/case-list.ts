import { z } from 'zod'
import { SEARCH_CHARS } from './search.ts'
import { paging, queryText } from './shapes.ts'

/** Cases that wait for the staff, or those decided about. */
export const CASE_VIEWS = ['waiting', 'decided'] as const

const chosen = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.preprocess((v) => (v === '' ? undefined : v), z.enum(values).optional())

/** What a list of cases is narrowed by, whichever views it has. */
const narrowing = {
  /** `me`: only what the caller may decide about now. Of what was decided it leaves nothing out. */
  waitsFor: chosen(['me']),
  /** A whole number as the list shows it, or a part of a name: a person's, or of what the case is about. */
  keyword: queryText(SEARCH_CHARS),
}

/** A list of cases that has views of its own. */
export const narrowedList = { ...paging(20), ...narrowing }

/** What every list of cases at the desk is asked for by. */
export const caseList = {
  ...narrowedList,
  view: z.preprocess((v) => (v === '' ? undefined : v), z.enum(CASE_VIEWS).default('waiting')),
}

/** How a case that was decided ended; of what waits that leaves nothing out. */
export const endedAs = <const Ends extends readonly [string, ...string[]]>(ends: Ends) => ({ end: chosen(ends) })

/** A list of cases with how those that were decided ended. */
export const caseListOf = <const Ends extends readonly [string, ...string[]]>(ends: Ends) => ({
  ...caseList,
  ...endedAs(ends),
})

/** A list of cases with views of its own as it was asked for. */
export type NarrowedQuery = {
  page: number
  size: number
  waitsFor?: 'me' | undefined
  keyword?: string | undefined
}

/** A list of cases as it was asked for. */
export type CaseQuery = NarrowedQuery & { view: (typeof CASE_VIEWS)[number] }
