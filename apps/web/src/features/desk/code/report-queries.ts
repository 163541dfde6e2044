import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  decideTakedown,
  dismissReports,
  listReportedWorks,
  listTakedowns,
  takeWorkDown,
} from '@trove/contract/code/reports'
import type { RouteData } from '@trove/contract/kit/route'
import { api } from '../../../lib/calls/api.ts'
import type { ReportReason } from '../../../lib/shown/code/report-reasons.tsx'
import { usePages } from '../queries.ts'

export type Reported = RouteData<typeof listReportedWorks>['content'][number]
export type Downed = RouteData<typeof listTakedowns>['content'][number]
export type ReportAct = 'takeDown' | 'dismiss' | 'restore' | 'uphold'

const PAGE_SIZE = 20

/** Works with open reports. */
export const useReported = () =>
  usePages<Reported, RouteData<typeof listReportedWorks>>(['code-reports', 'reported'], (page) =>
    api(listReportedWorks, { query: { page, size: PAGE_SIZE } }),
  )

/** Works that are down, all of them or those whose author appealed. */
export const useDowned = (view: 'answered' | 'all') =>
  usePages<Downed, RouteData<typeof listTakedowns>>(['code-reports', view], (page) =>
    api(listTakedowns, { query: { view, page, size: PAGE_SIZE } }),
  )

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
