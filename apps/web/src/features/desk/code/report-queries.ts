import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  decideTakedown,
  dismissReports,
  listReportedWorks,
  listTakedowns,
  openReportedWork,
  openTakedown,
  takeWorkDown,
} from '@trove/contract/code/reports'
import type { TAKEDOWN_STATES } from '@trove/contract/code/shapes'
import type { RouteData } from '@trove/contract/kit/route'
import { api } from '../../../lib/calls/api.ts'
import type { ReportReason } from '../../../lib/shown/code/report-reasons.tsx'
import type { CaseFilter } from '../filters/case-filter.ts'
import { type Listed, useListed, usePages } from '../queries.ts'

/** A row of the desk is called by its work. */
const called = <R extends { work: { id: string } }>(row: R) => ({ ...row, id: row.work.id })

export type Reported = ReturnType<typeof called<RouteData<typeof openReportedWork>>>
export type Downed = ReturnType<typeof called<RouteData<typeof openTakedown>>>
export type TakedownState = (typeof TAKEDOWN_STATES)[number]
export type ReportAct = 'takeDown' | 'dismiss' | 'restore' | 'uphold'

const PAGE_SIZE = 20

/** Works with open reports. */
export function useReported({ waitsFor, keyword }: CaseFilter) {
  return usePages<Reported>(['code-reports', 'reported', JSON.stringify({ waitsFor, keyword })], async (page) => {
    const answer = await api(listReportedWorks, { query: { waitsFor, keyword, page, size: PAGE_SIZE } })
    return { ...answer, content: answer.content.map(called) }
  })
}

/** One of them. */
export function useReportedOne(id: string, pages: Listed<Reported>) {
  return useListed(['code-reports', id], pages, async () => called(await api(openReportedWork, { params: { id } })))
}

/** Works that are down, all of them or those whose author appealed. */
export function useDowned(view: 'answered' | 'all', filter: CaseFilter<TakedownState>) {
  return usePages<Downed>(['code-reports', view, JSON.stringify(filter)], async (page) => {
    const answer = await api(listTakedowns, { query: { view, ...filter, page, size: PAGE_SIZE } })
    return { ...answer, content: answer.content.map(called) }
  })
}

/** One of them. */
export function useDownedOne(id: string, pages: Listed<Downed>) {
  return useListed(['code-reports-down', id], pages, async () => called(await api(openTakedown, { params: { id } })))
}

/** Taking down names a reason; what was reported after `lastReportId` is not settled. */
type Decision = { act: ReportAct; id: string; lastReportId?: string; reason?: ReportReason; words: string }

/** Acting on a work; whatever the answer, the lists show how it stands now. */
export function useReportActs(onDone: (act: ReportAct) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ act, id, lastReportId, reason, words }: Decision) => {
      const params = { id }
      if (act === 'takeDown' && reason) return api(takeWorkDown, { params, body: { reason, words, lastReportId } })
      if (act === 'dismiss' && lastReportId) return api(dismissReports, { params, body: { words, lastReportId } })
      if (act === 'takeDown' || act === 'dismiss') throw new TypeError(`${act} lacks what it is about`)
      return api(decideTakedown, { params, body: { decision: act, words } })
    },
    onSuccess: (_, { act }) => onDone(act),
    onSettled: () => client.invalidateQueries({ queryKey: ['desk'] }),
  })
}
