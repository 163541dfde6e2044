import { disputes } from './disputes.ts'
import { freeHours } from './free-hours.ts'
import { talent } from './talent.ts'
import { talentErrors } from './talent-errors.ts'
import { talentList } from './talent-list.ts'
import { weekLimit } from './week-limit.ts'

/** What the market of experts says, by when it is needed (`texts.ts`), and its refusals. */
export const talentWords = {
  first: {},
  market: { talent: talentList, freeHours },
  more: { talent, weekLimit, disputes },
  errors: talentErrors,
} as const
