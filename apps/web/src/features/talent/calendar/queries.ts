import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Calendar, getCalendar, keepCalendar, listFreeHours } from '@trove/contract/talent/calendar'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { z } from 'zod'
import { paths } from '../../../lib/addresses/paths.ts'
import { api } from '../../../lib/calls/api.ts'
import { notify } from '../../../lib/calls/notify.ts'

export type Marked = z.output<typeof Calendar>

/** When an expert is free in the next days; null where nothing was marked. */
export function useFreeHours(productId: string) {
  return useQuery({
    queryKey: ['talent', 'free', productId],
    queryFn: () => api(listFreeHours, { params: { id: productId } }),
    retry: false,
  })
}

/** What one marked oneself; null before. */
export function useCalendar() {
  return useQuery({ queryKey: ['talent', 'calendar'], queryFn: () => api(getCalendar, {}) })
}

/** Keeps what was marked, and goes back to the homepage. */
export function useKeepCalendar() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Marked) => api(keepCalendar, { body }),
    meta: { isHandled: true },
    onSuccess: async () => {
      notify('success', t('freeHours.saved'))
      await client.invalidateQueries({ queryKey: ['talent'] })
      void navigate(paths.talent())
    },
  })
}
