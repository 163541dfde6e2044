import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { RouteResult } from '@trove/contract/kit/route'
import { clearAll, getIncome, setDailyClearing } from '@trove/contract/order-lists/income'
import { formatYuan } from '@trove/units/money'
import { useTranslation } from 'react-i18next'
import { api } from '../../../lib/calls/api.ts'
import { notify } from '../../../lib/calls/notify.ts'
import { fenOf, moneyText } from '../../../lib/shown/money.ts'

export type Income = RouteResult<typeof getIncome>

const KEY = ['orders', 'income']
const POLL_MS = 60_000

/** What one earns as a seller; looked at again each minute. */
export function useIncome() {
  return useQuery({ queryKey: KEY, queryFn: () => api(getIncome, {}), refetchInterval: POLL_MS })
}

/** Collects page after page, so that orders that cannot be collected now keep none behind them waiting. */
async function collectAll(): Promise<{ orders: number; clearedFen: bigint }> {
  let [orders, clearedFen] = [0, 0n]
  for (let cursor: string | undefined; ; ) {
    const page: RouteResult<typeof clearAll> = await api(clearAll, { query: { cursor } })
    orders += page.orders
    clearedFen += fenOf(page.clearedAmount)
    if (page.nextCursor === null) return { orders, clearedFen }
    cursor = page.nextCursor
  }
}

/** Collecting all that was earned, and whether that happens each day. */
export function useCollect() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const refresh = () =>
    Promise.all([['orders'], ['wallet', 'purse']].map((queryKey) => client.invalidateQueries({ queryKey })))
  const collect = useMutation({
    mutationFn: collectAll,
    onSuccess: ({ orders, clearedFen }) =>
      orders > 0
        ? notify('success', t('income.collected', { count: orders, amount: moneyText(formatYuan(clearedFen)) }))
        : notify('info', t('income.nothing')),
    onSettled: refresh,
  })
  const daily = useMutation({
    mutationFn: (isDaily: boolean) => api(setDailyClearing, { body: { isDaily } }),
    onSuccess: ({ isClearedDaily }) => client.setQueryData<Income>(KEY, (now) => now && { ...now, isClearedDaily }),
  })
  return { collect, daily }
}
