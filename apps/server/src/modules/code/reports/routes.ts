import * as contract from '@trove/contract/code/reports'
import { requireThat } from '@trove/contract/errors/codes'
import type { NarrowedQuery } from '@trove/contract/kit/case-list'
import { type ServedRoute, serve } from '../../../platform/http/call/serve.ts'
import type { CodeNeeds } from '../model/needs.ts'
import { authorOf } from '../works/service.ts'
import { viewTakedown } from '../works/takedown.ts'
import { answer, decide, dismiss, report, takeDown } from './service.ts'
import * as store from './store.ts'

/** What the desk reads: works that were reported, and those that are down. */
function deskRoutes({ db, identity }: CodeNeeds): ServedRoute[] {
  const headsOf = async (works: store.WorkHead[]) => {
    const people = await identity.findPeople([...new Set(works.map(({ ownerId }) => ownerId))])
    return works.map(({ id, title, state, ownerId }) => ({
      ...{ id, title, state },
      author: authorOf(ownerId, people.get(ownerId)),
    }))
  }
  const viewReported = async (rows: store.Reported[]) => {
    const heads = await headsOf(rows)
    return rows.map(({ reportCount, lastReportId, reports }, i) => ({
      work: heads[i]!,
      reportCount,
      lastReportId,
      reports: reports.map((one) => ({ ...one, at: new Date(one.at).toISOString() })),
    }))
  }
  const viewDowned = async (rows: store.Downed[]) => {
    const heads = await headsOf(rows.map(({ work }) => work))
    return rows.map(({ takedown }, i) => ({ work: heads[i]!, takedown: viewTakedown(takedown, true) }))
  }
  const wantedBy = async <Q extends NarrowedQuery>(query: Q, operatorId: string) => ({
    ...query,
    operatorId,
    personIds: await identity.findIdsByName(query.keyword ?? ''),
  })
  return [
    serve(contract.listReportedWorks, async ({ query }, { caller }) => {
      const rows = await store.listReported(db, await wantedBy(query, caller.userId))
      return { content: await viewReported(rows), totalElements: rows[0]?.total ?? 0 }
    }),
    serve(contract.openReportedWork, async ({ params }) => {
      const found = await store.findReported(db, params.id)
      requireThat(found, 'resource.not-found')
      return (await viewReported([found]))[0]!
    }),
    serve(contract.listTakedowns, async ({ query }, { caller }) => {
      const rows = await store.listTakedowns(db, await wantedBy(query, caller.userId))
      return { content: await viewDowned(rows), totalElements: rows[0]?.total ?? 0 }
    }),
    serve(contract.openTakedown, async ({ params }) => {
      const found = await store.findDowned(db, params.id)
      requireThat(found, 'resource.not-found')
      return (await viewDowned([found]))[0]!
    }),
  ]
}

/** Reports of works, and the desk that decides about them. */
export function reportRoutes(needs: CodeNeeds): ServedRoute[] {
  return [
    serve(contract.reportWork, async ({ params, body }, { caller: { userId } }) => {
      await report(needs, { workId: params.id, userId, ...body })
      return null
    }),
    serve(contract.answerTakedown, async ({ params, body }, { caller: { userId } }) => {
      await answer(needs, { workId: params.id, userId, ...body })
      return null
    }),
    ...deskRoutes(needs),
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
