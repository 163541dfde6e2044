import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { RouteResult } from '@trove/contract/kit/route'
import { clearAll, getIncome, setDailyClearing } from '@trove/contract/order-lists/income'
import { useTranslation } from 'react-i18next'
import { api } from '../../../lib/calls/api.ts'
import { notify } from '../../../lib/calls/notify.ts'
import { moneyText } from '../../../lib/shown/money.ts'

export type Income = RouteResult<typeof getIncome>

const KEY = ['orders', 'income']
const POLL_MS = 60_000

/** What one earns as a seller; looked at again each minute. */
export function useIncome() {
  return useQuery({ queryKey: KEY, queryFn: () => api(getIncome, {}), refetchInterval: POLL_MS })
}

/** Collecting all that was earned, and whether that happens each day. */
export function useCollect() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const refresh = () =>
    Promise.all([['orders'], ['wallet', 'purse']].map((queryKey) => client.invalidateQueries({ queryKey })))
  const collect = useMutation({
    mutationFn: () => api(clearAll, {}),
    onSuccess: ({ orders, clearedAmount }) =>
      orders > 0
        ? notify('success', t('income.collected', { count: orders, amount: moneyText(clearedAmount) }))
        : notify('info', t('income.nothing')),
    onSettled: refresh,
  })
  const daily = useMutation({
    mutationFn: (isDaily: boolean) => api(setDailyClearing, { body: { isDaily } }),
    onSuccess: ({ isClearedDaily }) => client.setQueryData<Income>(KEY, (now) => now && { ...now, isClearedDaily }),
  })
  return { collect, daily }
}
