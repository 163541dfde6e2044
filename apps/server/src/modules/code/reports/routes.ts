import * as contract from '@trove/contract/code/reports'
import { type ServedRoute, serve } from '../../../platform/http/call/serve.ts'
import type { CodeNeeds } from '../model/needs.ts'
import { authorOf } from '../works/service.ts'
import { viewTakedown } from '../works/takedown.ts'
import { answer, decide, dismiss, report, takeDown } from './service.ts'
import * as store from './store.ts'

/** Reports of works, and the desk that decides about them. */
export function reportRoutes(needs: CodeNeeds): ServedRoute[] {
  const { db, identity } = needs
  const headsOf = async (works: store.WorkHead[]) => {
    const people = await identity.findPeople([...new Set(works.map(({ ownerId }) => ownerId))])
    return works.map(({ id, title, state, ownerId }) => ({
      ...{ id, title, state },
      author: authorOf(ownerId, people.get(ownerId)),
    }))
  }
  return [
    serve(contract.reportWork, async ({ params, body }, { caller: { userId } }) => {
      await report(needs, { workId: params.id, userId, ...body })
      return null
    }),
    serve(contract.answerTakedown, async ({ params, body }, { caller: { userId } }) => {
      await answer(needs, { workId: params.id, userId, ...body })
      return null
    }),
    serve(contract.listReportedWorks, async ({ query }) => {
      const rows = await store.listReported(db, query)
      const heads = await headsOf(rows)
      const content = rows.map(({ reportCount, lastReportId, reports }, i) => ({
        work: heads[i]!,
        reportCount,
        lastReportId,
        reports: reports.map((one) => ({ ...one, at: new Date(one.at).toISOString() })),
      }))
      return { content, totalElements: rows[0]?.total ?? 0 }
    }),
    serve(contract.listTakedowns, async ({ query }) => {
      const rows = await store.listTakedowns(db, query)
      const heads = await headsOf(rows.map(({ work }) => work))
      const content = rows.map(({ takedown }, i) => ({
        work: heads[i]!,
        takedown: viewTakedown(takedown, true),
      }))
      return { content, totalElements: rows[0]?.total ?? 0 }
    }),
    serve(contract.takeWorkDown, async ({ params, body }, { caller: { userId } }) => {
      await takeDown(needs, { workId: params.id, userId, ...body })
      return null
    }),
    serve(contract.dismissReports, async ({ params, body }, { caller: { userId } }) => {
      await dismiss(needs, { workId: params.id, userId, ...body })
      return null
    }),
    serve(contract.decideTakedown, async ({ params, body }, { caller: { userId } }) => {
      await decide(needs, { workId: params.id, userId, ...body })
      return null
    }),
  ]
}
