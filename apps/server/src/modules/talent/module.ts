import type { ServedRoute } from '../../platform/http/call/serve.ts'
import type { SubjectKind } from '../conversations/module.ts'
import { CASE_PICTURES } from './cases/pictures.ts'
import { findExpert } from './experts/store.ts'
import type { TalentNeeds } from './model/needs.ts'
import { expertRoutes } from './routes.ts'

export type { ExpertFace } from './model/needs.ts'

/** Door of the talent market. */
export type Talent = {
  routes: ServedRoute[]
  /** What can be talked about; app.ts registers it with conversations. */
  subject: SubjectKind
}

/** Builds the talent market. */
export function createTalent(needs: TalentNeeds): Talent {
  needs.files.registerKind(CASE_PICTURES)
  return {
    routes: expertRoutes(needs),
    subject: {
      kind: 'manpower',
      async find(id) {
        const expert = await findExpert(needs.db, id)
        return expert && { ownerId: expert.userId, title: expert.realName, isOpen: expert.isCertified }
      },
    },
  }
}
