import { at } from '../../lib/addresses/at.ts'

/** Addresses of the market of works that nothing else leads to; the others stand in `lib/addresses/paths.ts`. */
export const codePaths = {
  /** What the chain says of a version. */
  codeRights: at('/codeForce/rights/:id/:number'),
} as const

/** The part of a work's page where whoever has it downloads and clones it. */
export const USE_PART = 'use'
