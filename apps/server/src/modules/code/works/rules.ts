import type { WORK_PARTS } from '@trove/contract/code/shapes'

export type WorkPart = (typeof WORK_PARTS)[number]

/** What an author said so far. */
type Said = {
  title: string
  labels: string[]
  intro: string
  cover: string | null
  priceFen: bigint | null
  environment: string
  language: string
}

/** What a work needs before it goes online (b-markets 5, code publish), in the order of the form. */
export function missingOf(work: Said, hasSource: boolean): WorkPart[] {
  const isThere: Record<WorkPart, boolean> = {
    title: work.title !== '',
    labels: work.labels.length > 0,
    intro: work.intro !== '',
    source: hasSource,
    pictures: work.cover !== null,
    price: work.priceFen !== null,
    environment: work.environment !== '',
    language: work.language !== '',
  }
  return (Object.keys(isThere) as WorkPart[]).filter((part) => !isThere[part])
}

/** The mean of the stars to one decimal, or null while there are none. */
export function ratingOf({ ratingSum, ratingCount }: { ratingSum: number; ratingCount: number }): number | null {
  return ratingCount === 0 ? null : Math.round((ratingSum / ratingCount) * 10) / 10
}
