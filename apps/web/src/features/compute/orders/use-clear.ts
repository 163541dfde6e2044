import { useMutation } from '@tanstack/react-query'
import { clearCompute } from '@trove/contract/compute/orders'
import { useTranslation } from 'react-i18next'
import { api } from '../../../lib/calls/api.ts'
import { notify } from '../../../lib/calls/notify.ts'
import { notifyFailed } from '../../../lib/calls/refusal.ts'
import { moneyText } from '../../../lib/shown/money.ts'
import { useRefresh } from '../../../market/orders/use-order-actions.ts'

/** Clears what an order earned so far; says the cleared amount, or the server's reason. */
export function useClear() {
  const { t } = useTranslation()
  const refresh = useRefresh('compute')
  const mutation = useMutation({
    mutationFn: (orderId: string) => api(clearCompute, { body: { superPointsProductId: orderId } }),
    meta: { isHandled: true },
    onSuccess: ({ clearedAmount }) => notify('success', t('orders.cleared', { amount: moneyText(clearedAmount) })),
    onError: (error) => notifyFailed(error, (reason) => t('orders.clearFailed', { reason })),
    onSettled: refresh,
  })
  return { clear: mutation.mutate, clearingId: mutation.isPending ? mutation.variables : undefined }
}
