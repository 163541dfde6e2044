import { useMutation, useQueryClient } from '@tanstack/react-query'
import { setRelisting } from '@trove/contract/compute/publishing'
import { bringOnline, deleteOffer, takeOffline, verifyOffer } from '@trove/contract/compute/routes'
import { useTranslation } from 'react-i18next'
import { api } from '../../../lib/calls/api.ts'
import { notify } from '../../../lib/calls/notify.ts'
import { notifyFailed } from '../../../lib/calls/refusal.ts'
import type { Share } from './my-queries.ts'

type Pages = { pages: { content: Share[]; totalElements: number }[]; pageParams: unknown[] }

/** What a seller does with one machine. Going on- and offline shows at once and goes back when the server refuses. */
export function useShareActions(share: Share) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const key = ['compute', 'shares']
  const params = { id: share.id }
  const refresh = () => client.invalidateQueries({ queryKey: ['compute'] })

  const list = useMutation({
    mutationFn: (to: 'online' | 'offline') =>
      to === 'online' ? api(bringOnline, { params }) : api(takeOffline, { params }),
    meta: { isHandled: true },
    onMutate: async (to) => {
      await client.cancelQueries({ queryKey: key })
      const before = client.getQueriesData<Pages>({ queryKey: key })
      client.setQueriesData<Pages>({ queryKey: key }, (now) => now && withListing(now, share.id, to))
      return before
    },
    onSuccess: (_, to) => notify('success', t(`machines.share.${to}Done`)),
    onError: (error, to, before) => {
      for (const [queryKey, data] of before ?? []) client.setQueryData(queryKey, data)
      notifyFailed(error, (reason) => t(`machines.share.${to}Failed`, { reason }))
    },
    onSettled: refresh,
  })
  const relist = useMutation({
    mutationFn: (isOn: boolean) => api(setRelisting, { params, body: { isOn } }),
    onSuccess: (_, isOn) => notify('success', t(isOn ? 'machines.share.relistOn' : 'machines.share.relistOff')),
    onSettled: refresh,
  })
  const check = useMutation({
    mutationFn: () => api(verifyOffer, { params }),
    onSuccess: () => notify('success', t('machines.share.checkStarted')),
    onSettled: refresh,
  })
  const remove = useMutation({
    mutationFn: () => api(deleteOffer, { params }),
    onSuccess: () => notify('success', t('machines.share.removed')),
    onSettled: refresh,
  })
  return { list, relist, check, remove }
}

function withListing(now: Pages, id: string, listing: Share['listing']): Pages {
  const pages = now.pages.map((page) => ({
    ...page,
    content: page.content.map((it) =>
      it.id === id ? { ...it, listing, status: listing === 'online' ? (0 as const) : it.status } : it,
    ),
  }))
  return { ...now, pages }
}
