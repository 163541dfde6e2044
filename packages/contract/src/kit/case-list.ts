import { z } from 'zod'
import { SEARCH_CHARS } from './search.ts'
import { paging, queryText } from './shapes.ts'

/** Cases that wait for the staff, or those decided about. */
export const CASE_VIEWS = ['waiting', 'decided'] as const

const chosen = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.preprocess((v) => (v === '' ? undefined : v), z.enum(values).optional())

/** What every list of cases at the desk is asked for by. */
export const caseList = {
  ...paging(20),
  view: z.preprocess((v) => (v === '' ? undefined : v), z.enum(CASE_VIEWS).default('waiting')),
  /** `me`: only what the caller may decide about now. Of what was decided it leaves nothing out. */
  waitsFor: chosen(['me']),
  /** A whole number as the list shows it, or a part of a person's nickname. */
  keyword: queryText(SEARCH_CHARS),
}

/** The same with how a case that was decided ended; of what waits that leaves nothing out. */
export const caseListOf = <const Ends extends readonly [string, ...string[]]>(ends: Ends) => ({
  ...caseList,
  end: chosen(ends),
})

/** A list of cases as it was asked for. */
export type CaseQuery = {
  page: number
  size: number
  view: (typeof CASE_VIEWS)[number]
  waitsFor?: 'me' | undefined
  keyword?: string | undefined
}
