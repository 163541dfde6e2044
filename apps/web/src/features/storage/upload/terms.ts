import { BLOCKS_PER_DAY, STORAGE_DAYS_MAX } from '@trove/contract/chain/routes'
import { parseTtc } from '@trove/units/token'

/** What a person chooses besides the file, as typed. */
export type TermsDraft = { days: string; copies: string; tips: string }
export type Terms = { days: number; copies: number; tipsPlanck: bigint }
export type TermsFaults = Partial<Record<keyof TermsDraft, true>>

/** The terms of one upload: a distinct copy is an order for one copy. */
export function termsOf(terms: Terms | undefined, isApart: boolean): Terms | undefined {
  return terms && isApart ? { ...terms, copies: 1 } : terms
}

export const FIRST_TERMS: TermsDraft = { days: '30', copies: '3', tips: '0' }
export const DAYS_MAX = STORAGE_DAYS_MAX
export const COPIES_MAX = 8
/** How much more than the price that was shown a signature allows, because prices move while one reads. */
const SPARE_PERCENT = 2n

const whole = (text: string, most: number): number | undefined => {
  const value = /^\d{1,4}$/.test(text.trim()) ? Number(text) : 0
  return value >= 1 && value <= most ? value : undefined
}

/** The terms, or which fields are wrong. */
export function readTerms({ days, copies, tips }: TermsDraft): { terms?: Terms; faults: TermsFaults } {
  const read = {
    days: whole(days, DAYS_MAX),
    copies: whole(copies, COPIES_MAX),
    tipsPlanck: parseTtc(tips.trim() || '0'),
  }
  const faults: TermsFaults = {
    ...(read.days === undefined ? { days: true } : {}),
    ...(read.copies === undefined ? { copies: true } : {}),
    ...(read.tipsPlanck === undefined || read.tipsPlanck < 0n ? { tips: true } : {}),
  }
  return Object.keys(faults).length === 0 ? { terms: read as Terms, faults } : { faults }
}

/** Days in blocks. */
export const blocksOf = (days: number): number => days * BLOCKS_PER_DAY

/** The most a signature agrees to: the price shown and a little more, and the tips. */
export function maxPricePlanck(pricePlanck: bigint, tipsPlanck: bigint): bigint {
  return pricePlanck + (pricePlanck * SPARE_PERCENT) / 100n + tipsPlanck
}
