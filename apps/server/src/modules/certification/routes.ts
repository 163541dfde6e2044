import * as desk from '@trove/contract/certification/desk'
import * as contract from '@trove/contract/certification/routes'
import { requireThat } from '@trove/contract/errors/codes'
import { type ServedRoute, serve } from '../../platform/http/call/serve.ts'
import { apply } from './applying.ts'
import { readTeam } from './approving.ts'
import { PAPERS } from './files.ts'
import type { CertificationNeeds } from './needs.ts'
import { codeProofRoutes } from './proofs/routes.ts'
import { createPaperTickets, decide, open } from './reviewing.ts'
import * as store from './store.ts'
import { viewCurrent, viewForm, viewHeads } from './views.ts'

/** Pictures of one person in ten minutes: each is drawn anew, which costs time and memory. */
const UPLOADED = { limit: 60, windowSeconds: 600 }

/** What people apply with, and what reviewers decide with. */
export function certificationRoutes(needs: CertificationNeeds): ServedRoute[] {
  return [...personRoutes(needs), ...codeProofRoutes(needs), ...deskRoutes(needs)]
}

function personRoutes(needs: CertificationNeeds): ServedRoute[] {
  const { files, limiter } = needs
  return [
    serve(contract.uploadPaper, async (_, { caller: { userId }, request }) => {
      await limiter.require('certification.upload', userId, UPLOADED)
      const { id } = await files.receive({ kind: PAPERS.name, subjectId: userId, ownerId: userId, request })
      return { filename: id }
    }),
    serve(contract.readPaper, async ({ params }, call) => {
      const id = params.filename
      requireThat(await files.isOwn({ id, kind: PAPERS.name, ownerId: call.caller.userId }), 'resource.not-found')
      return files.sendKnown({ id, kind: PAPERS.name }, call)
    }),
    serve(contract.applyForCertification, async ({ body }, { caller: { userId }, language }) => {
      await apply(needs, body, { userId, language })
      return viewCurrent(needs, userId, language)
    }),
    serve(contract.currentCertification, (_, { caller, language }) => viewCurrent(needs, caller.userId, language)),
    serve(contract.keptCertificationForm, (_, { caller }) => viewForm(needs, caller.userId)),
  ]
}

function deskRoutes(needs: CertificationNeeds): ServedRoute[] {
  const tickets = createPaperTickets(needs)
  return [
    serve(desk.listApplications, async ({ query }, { caller: { userId: operatorId } }) => {
      const [team, personIds] = await Promise.all([readTeam(needs), needs.identity.findIdsByName(query.keyword ?? '')])
      const { rows, total } = await store.listPage(needs.db, { ...query, operatorId, personIds, team })
      return { content: await viewHeads(needs, rows), totalElements: total, reviewersNeeded: team.needed }
    }),
    serve(desk.openApplication, ({ params }, { caller }) => open(needs, params.id, caller.userId)),
    serve(desk.ticketForPaper, async ({ params }, { caller: { userId, sessionId } }) => ({
      url: await tickets.issue({ id: params.id, fileId: params.filename, userId, sessionId }),
    })),
    serve(desk.readPaperByTicket, ({ params }, call) => tickets.send(params.ticket, call)),
    serve(desk.decideApplication, async ({ params, body }, { caller }) => ({
      state: await decide(needs, { ...body, id: params.id, operatorId: caller.userId }),
    })),
  ]
}
