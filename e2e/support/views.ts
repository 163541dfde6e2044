/** Everything is walked, however long it takes (`E2E_ALL=1`). */
export const isWhole = process.env.E2E_ALL === '1'

/** The views a journey walks: `usual` in each deep run, in a whole one the others too. */
export const viewsOf = <T>(usual: T[], others: T[]): T[] => (isWhole ? [...usual, ...others] : usual)
