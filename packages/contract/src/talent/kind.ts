import { z } from 'zod'
import { Id, personText } from '../kit/shapes.ts'
import { calendarRoutes } from './calendar.ts'
import { talentRoutes } from './experts.ts'
import { HumanOrderDetail } from './orders.ts'

/** What hours of experts add to the contract of all markets (`order-lists/kinds.ts`). */
export const talentKind = {
  orderDetail: HumanOrderDetail,
  choices: {
    /** The package of hours, and what is to be done. */
    manWorkingHourId: Id.optional(),
    manWorkingRequire: personText(0, 2000).optional(),
    /** The hash of the agreement that the buyer read and accepts. Left out: the one that stands. */
    manAgreement: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .optional(),
  },
  choiceErrors: ['talent.agreement-changed', 'talent.hours-unknown', 'talent.requirement-missing'],
  /** Those of a hire stand in `routes.ts`, behind storage's: the published document keeps its order. */
  routes: [...talentRoutes, ...calendarRoutes],
} as const
