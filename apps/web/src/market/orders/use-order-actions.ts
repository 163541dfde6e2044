import { type Query, useMutation, useQueryClient } from '@tanstack/react-query'
import { cancelOrder } from '@trove/contract/order-lists/routes'
import { payUrlByPost } from '@trove/contract/payment/routes'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/calls/api.ts'
import { notify } from '../../lib/calls/notify.ts'
import { notifyFailed } from '../../lib/calls/refusal.ts'
import { readDevice } from '../../lib/session/device.ts'
import type { OrderCommon } from './face.ts'
import { ORDER_COUNTS } from './queries.ts'

const ORDERS = ['orders']
/** Counts, and panels beside an order that say so in their `meta`. */
const isAside = ({ queryKey, meta }: Query) => queryKey[1] === ORDER_COUNTS[1] || meta?.isAside === true

/**
 * Asks anew for what an action on an order changes: orders, money, reviews, and the goods under their market's key.
 * Resolves when the orders are there: a button that waits for them must not wait for counts, lists and panels beside them that fail.
 */
export function useRefresh(goodsKey: string) {
  const client = useQueryClient()
  return () => {
    for (const key of [['wallet'], ['reviews'], [goodsKey]]) void client.invalidateQueries({ queryKey: key })
    void client.invalidateQueries({ queryKey: ORDERS, predicate: isAside })
    return client.invalidateQueries({ queryKey: ORDERS, predicate: (query) => !isAside(query) })
  }
}

/** What a buyer can do with an unpaid order at a moment: pay until it expires, cancel. */
export function openActions(order: Pick<OrderCommon, 'orderState' | 'expiresAt'>, now: Date): ('pay' | 'cancel')[] {
  if (order.orderState !== 'ToBePaid') return []
  return new Date(order.expiresAt) > now ? ['pay', 'cancel'] : ['cancel']
}

/**
 * Pays an order again. From the lists the cashier opens in a new window (b-markets 7): the window is opened in the click,
 * so that no blocker stops it, and gets its address when the server answers. Where no window opens, this one goes.
 */
export function usePay(where: 'new-window' | 'same-window', goodsKey: string) {
  const { t } = useTranslation()
  const refresh = useRefresh(goodsKey)
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
      notifyFailed(error, (reason) => t('orders.payFailed', { reason }))
      return refresh()
    },
  })
  const pay = (orderId: string) => {
    const opened = where === 'new-window' ? window.open('', '_blank') : null
    // The cashier must not reach back into this page.
    if (opened) opened.opener = null
    mutation.mutate({ orderId, opened })
  }
  return { pay, payingId: mutation.isPending ? mutation.variables.orderId : undefined, error: mutation.error }
}

/** Cancels an unpaid order. */
export function useCancel(goodsKey: string, onDone: () => void) {
  const { t } = useTranslation()
  const refresh = useRefresh(goodsKey)
  return useMutation({
    mutationFn: (id: string) => api(cancelOrder, { params: { id } }),
    onSuccess: () => notify('success', t('orders.cancelled')),
    onSettled: () => {
      onDone()
      return refresh()
    },
  })
}
