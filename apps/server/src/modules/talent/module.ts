import { ExpertFilter } from '@trove/contract/talent/experts'
import type { Tx } from '../../platform/db/handle.ts'
import type { ServedRoute } from '../../platform/http/call/serve.ts'
import type { DescribePage } from '../../platform/http/site/page-words.ts'
import type { PublicPages } from '../../platform/http/site/site-map.ts'
import type { SubjectKind } from '../conversations/module.ts'
import type { ActSubject } from '../identity/module.ts'
import type { FindTurns } from '../notices/module.ts'
import type { Sellable } from '../orders/model/sellable.ts'
import type { SearchKind } from '../searches/module.ts'
import { CASE_PICTURES } from './cases/pictures.ts'
import { createNamedDisputes } from './disputes/named.ts'
import { disputeRoutes } from './disputes/routes.ts'
import { defineRatingSweep } from './experts/ratings.ts'
import { filterOf, renewFace } from './experts/service.ts'
import { createPublicExperts, createSharedExpert } from './experts/shared-expert.ts'
import { countAllOpen, findExpert, findNew, hideExpert, listOpenIds } from './experts/store.ts'
import { defineCommitSweep } from './hours/commits.ts'
import { hireRoutes } from './hours/routes.ts'
import { createHours } from './hours/sellable.ts'
import { defineAskSweep } from './hours/sweep.ts'
import { listTurnsOf } from './hours/turns.ts'
import type { HoursNeeds, TalentNeeds } from './model/needs.ts'
import { expertRoutes } from './routes.ts'

/** Door of the talent market. */
export type Talent = {
  routes: ServedRoute[]
  /** What orders sell; app.ts registers it with them. */
  sellable: Sellable
  /** What can be talked about; app.ts registers it with conversations. */
  subject: SubjectKind
  /** What of it the staff acts on; app.ts registers it with identity. */
  actSubjects: ActSubject[]
  /** How its list is filtered; app.ts registers it with saved searches. */
  search: SearchKind
  /** What links of experts say, and which experts have pages; app.ts hands them to the site. */
  describePage: DescribePage
  publicPages: PublicPages
  /** Puts what is public of somebody who was certified onto the market. */
  certified(tx: Tx, userId: string): Promise<void>
  /** What its orders ask of a person; app.ts hands it to the notices. */
  findTurns: FindTurns
  /** Takes somebody off the market whose certification is gone. */
  decertified(tx: Tx, userId: string): Promise<void>
}

/** Builds the talent market. */
export function createTalent(needs: TalentNeeds & HoursNeeds): Talent {
  needs.files.registerKind(CASE_PICTURES)
  defineAskSweep(needs)
  defineCommitSweep(needs)
  defineRatingSweep(needs)
  return {
    routes: [...expertRoutes(needs), ...hireRoutes(needs), ...disputeRoutes(needs)],
    sellable: createHours(needs),
    describePage: createSharedExpert((id) => findExpert(needs.db, id)),
    publicPages: createPublicExperts({
      count: () => countAllOpen(needs.db),
      ids: (range) => listOpenIds(needs.db, range),
    }),
    certified: async (tx, userId) => void (await renewFace(needs, tx, userId)),
    decertified: hideExpert,
    findTurns: (userId, orderIds) => listTurnsOf(needs.db, userId, orderIds),
    search: {
      kind: 'manpower',
      schema: ExpertFilter,
      findNew: ({ filter, ...ask }) => findNew(needs.db, { ...ask, filter: filterOf(ExpertFilter.parse(filter)) }),
      endOf: (filter) => ExpertFilter.parse(filter).free,
    },
    actSubjects: [createNamedDisputes(needs)],
    subject: {
      kind: 'manpower',
      async find(id) {
        const expert = await findExpert(needs.db, id)
        return expert?.isCertified
          ? { ownerId: expert.userId, title: expert.realName, isOpen: true, isPerson: true }
          : undefined
      },
    },
  }
}
