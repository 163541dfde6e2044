import { useMutation, useQueryClient } from '@tanstack/react-query'
import { clearCompute } from '@trove/contract/compute-orders'
import { ContractError } from '@trove/contract/errors'
import { cancelOrder } from '@trove/contract/orders'
import { payUrlByPost } from '@trove/contract/payment'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { readDevice } from '../../lib/device.ts'
import { moneyText } from '../../lib/money.ts'
import { notify, notifyError } from '../../lib/notify.ts'

function useRefresh() {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['orders'] }),
      client.invalidateQueries({ queryKey: ['wallet'] }),
      client.invalidateQueries({ queryKey: ['compute'] }),
    ])
}

/**
 * Pays an order again. From the lists the cashier opens in a new window (b-markets 7): the window is opened in the click,
 * so that no blocker stops it, and gets its address when the server answers. Where no window opens, this one goes.
 */
export function usePay(where: 'new-window' | 'same-window') {
  const { t } = useTranslation()
  const refresh = useRefresh()
  const mutation = useMutation({
    mutationFn: ({ orderId }: { orderId: string; opened: Window | null }) =>
      api(payUrlByPost, { body: { orderId, device: readDevice() } }),
    meta: { isHandled: true },
    onSuccess: (url, { opened }) => {
      if (!opened || opened.closed) return window.location.assign(url)
      opened.location.replace(url)
      notify('info', t('orders.payOpened'))
    },
    onError: (error, { opened }) => {
      opened?.close()
      if (error instanceof ContractError) notifyError(error)
      else notify('error', t('orders.payFailed'))
      return refresh()
    },
  })
  const pay = (orderId: string) => {
    const opened = where === 'new-window' ? window.open('', '_blank') : null
    // The cashier must not reach back into this page.
    if (opened) opened.opener = null
    mutation.mutate({ orderId, opened })
  }
  return { pay, payingId: mutation.isPending ? mutation.variables.orderId : undefined }
}

/** Cancels an unpaid order. */
export function useCancel(onDone: () => void) {
  const { t } = useTranslation()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (id: string) => api(cancelOrder, { params: { id } }),
    onSuccess: () => notify('success', t('orders.cancelled')),
    onSettled: () => {
      onDone()
      return refresh()
    },
  })
}

/** Clears what an order earned so far; says the cleared amount, or the server's reason. */
export function useClear() {
  const { t } = useTranslation()
  const refresh = useRefresh()
  const mutation = useMutation({
    mutationFn: (orderId: string) => api(clearCompute, { body: { superPointsProductId: orderId } }),
    meta: { isHandled: true },
    onSuccess: ({ clearedAmount }) => notify('success', t('orders.cleared', { amount: moneyText(clearedAmount) })),
    onError: (error) => {
      if (error instanceof ContractError) notifyError(error)
      else notify('error', t('orders.clearFailed'))
    },
    onSettled: refresh,
  })
  return { clear: mutation.mutate, clearingId: mutation.isPending ? mutation.variables : undefined }
}
