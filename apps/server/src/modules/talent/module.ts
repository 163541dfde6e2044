import type { Tx } from '../../platform/db/handle.ts'
import type { ServedRoute } from '../../platform/http/call/serve.ts'
import type { SubjectKind } from '../conversations/module.ts'
import type { Sellable } from '../orders/model/sellable.ts'
import { CASE_PICTURES } from './cases/pictures.ts'
import { disputeRoutes } from './disputes/routes.ts'
import { renewFace } from './experts/service.ts'
import { findExpert, hideExpert } from './experts/store.ts'
import { hireRoutes } from './hours/routes.ts'
import { createHours } from './hours/sellable.ts'
import { defineAskSweep } from './hours/sweep.ts'
import type { HoursNeeds, TalentNeeds } from './model/needs.ts'
import { expertRoutes } from './routes.ts'

/** Door of the talent market. */
export type Talent = {
  routes: ServedRoute[]
  /** What orders sell; app.ts registers it with them. */
  sellable: Sellable
  /** What can be talked about; app.ts registers it with conversations. */
  subject: SubjectKind
  /** Puts what is public of somebody who was certified onto the market. */
  certified(tx: Tx, userId: string): Promise<void>
  /** Takes somebody off the market whose certification is gone. */
  decertified(tx: Tx, userId: string): Promise<void>
}

/** Builds the talent market. */
export function createTalent(needs: TalentNeeds & HoursNeeds): Talent {
  needs.files.registerKind(CASE_PICTURES)
  defineAskSweep(needs)
  return {
    routes: [...expertRoutes(needs), ...hireRoutes(needs), ...disputeRoutes(needs)],
    sellable: createHours(needs),
    certified: async (tx, userId) => void (await renewFace(needs, tx, userId)),
    decertified: hideExpert,
    subject: {
      kind: 'manpower',
      async find(id) {
        const expert = await findExpert(needs.db, id)
        return expert?.isCertified ? { ownerId: expert.userId, title: expert.realName, isOpen: true } : undefined
      },
    },
  }
}
