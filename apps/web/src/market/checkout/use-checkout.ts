import { useMutation } from '@tanstack/react-query'
import type { RouteInput } from '@trove/contract/kit/route'
import { createPayment } from '@trove/contract/order-lists/routes'
import { ENABLED_PAY_METHODS, type PayMethod } from '@trove/contract/payment/routes'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/calls/api.ts'
import { notify } from '../../lib/calls/notify.ts'
import { notifyFailed, onRefusal, useSameKey } from '../../lib/calls/refusal.ts'
import { readDevice } from '../../lib/session/device.ts'
import { usePayOutcome } from '../paying/outcome.ts'

type Body = RouteInput<typeof createPayment>['body']
/** What is bought: the product and its kind, and what the buyer chose of it where the kind has choices. */
export type Purchase = Omit<Body, 'payMethod' | 'device' | 'confirmed' | 'expectedAmount' | 'expectedFacts'>
/** Numbers that the page shows of what is bought, by their names in its order. */
export type ShownFacts = Record<string, number>

type CheckoutOptions = {
  purchase: Purchase
  price: string
  facts?: ShownFacts | undefined
  onRefused: () => void
  onOrdered?: (() => void) | undefined
}

/**
 * Model of any checkout: method, confirmation, paying what is shown, at the price that is shown, in yuan. Paying opens the cashier in the same
 * window (b-markets 7); one key for what is ordered, so that a double click or a retry makes one order. `onRefused` asks anew for what
 * is bought.
 */
export function useCheckout({ purchase, price, facts, onRefused, onOrdered }: CheckoutOptions) {
  const { t } = useTranslation()
  const [method, setMethod] = useState<PayMethod>(ENABLED_PAY_METHODS[0] ?? 'alipay')
  const [isConfirmed, setConfirmed] = useState(false)
  const [isTickMissed, setTickMissed] = useState(false)
  const tick = useRef<HTMLInputElement>(null)
  const { keyOf, renew } = useSameKey<Body>()
  const { outcome, begin, hear, fail } = usePayOutcome()
  const payment = useMutation({
    mutationFn: ({ body, key }: { body: Body; key: string }) =>
      api(createPayment, { body }, { idempotencyKey: key, onResponse: hear }),
    meta: { isHandled: true },
    onMutate: begin,
    onSuccess: (url) => {
      onOrdered?.()
      window.location.assign(url)
    },
    onError: (error, { key }) => {
      fail(error, key)
      // A refusal was the answer to this key; another try is another request. While nobody knows what happened, after a failure
      // of the network or while the first try is still under way, the same key asks again.
      onRefusal(renew)(error)
      notifyFailed(error, (reason) => t('market.checkout.failed', { reason }))
      onRefused()
    },
  })

  // Coming back from the cashier, a browser may show this page as it was left: waiting for the cashier. That is another visit:
  // the order may have ended meanwhile, and its key would lead to its cashier for ever.
  const { reset } = payment
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      renew()
      reset()
    }
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [reset, renew])

  const chooseMethod = (next: PayMethod) => {
    if (!ENABLED_PAY_METHODS.includes(next)) notify('warning', t('market.checkout.wechatUnsupported'))
    else setMethod(next)
  }
  const pay = () => {
    if (isConfirmed) {
      const body = {
        ...{ ...purchase, expectedAmount: price, expectedFacts: facts },
        ...{ payMethod: method, device: readDevice(), confirmed: isConfirmed },
      }
      return payment.mutate({ body, key: keyOf(body) })
    }
    // The tick is at the foot of a long page: the focus brings it into sight.
    setTickMissed(true)
    tick.current?.focus()
    notify('warning', t('market.checkout.confirmFirst'))
  }
  return {
    method,
    chooseMethod,
    isConfirmed,
    setConfirmed,
    tick,
    /** Paying was tried without the tick. */
    tickError: isTickMissed && !isConfirmed ? t('market.checkout.confirmFirst') : undefined,
    pay,
    /** What became of a try that did not lead to the cashier. */
    outcome,
    // The button stays busy while the browser leaves for the cashier.
    isPaying: payment.isPending || payment.isSuccess,
    isLeaving: payment.isSuccess,
  }
}
