import type { openWorks } from '@trove/contract/code/market'
import type { MarketFigures } from '@trove/contract/compute/routes'
import type { openExperts } from '@trove/contract/talent/experts'
import type { z } from 'zod'

/** What is on each market right now. What a market did not tell is missing. */
export type Figures = z.output<typeof MarketFigures> &
  Partial<z.output<typeof openWorks.ok> & z.output<typeof openExperts.ok>>

/** Under which key the figures are cached. */
export const figuresKey = ['compute', 'figures']
