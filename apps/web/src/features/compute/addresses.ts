import { at } from '../../lib/addresses/at.ts'

/** Addresses of the market of machines that nothing else leads to; the others stand in `lib/addresses/paths.ts`. */
export const computePaths = {
  terminal: at('/personal-center/my-calculate/terminal/:productId'),
  /** Own scripts that machines are made ready with. */
  myScripts: at('/personal-center/my-calculate/scripts'),
  /** A script somebody shared by its id. */
  sharedRecipe: at('/computingPowerMarket/script/:id'),
} as const

/** The reported faults on an order's page. */
export const FAULTS_PART = 'faults'
