import { useMutation } from '@tanstack/react-query'
import { ContractError } from '@trove/contract/errors'
import { createPayment } from '@trove/contract/orders'
import { ENABLED_PAY_METHODS, type PayMethod } from '@trove/contract/payment'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { readDevice } from '../../lib/device.ts'
import { notify, notifyError } from '../../lib/notify.ts'
import { type Offer, useOffer } from './queries.ts'
import { readChosenOffer } from './read-chosen-offer.ts'

/**
 * Model of the settlement desk. Shows the chosen offer at once and the server's word as soon as it is there. Paying opens the
 * cashier in the same window (b-markets 7); one key per visit, so that a double click or a retry makes one order.
 */
export function useCheckoutCompute(id: string) {
  const { t } = useTranslation()
  const fresh = useOffer(id)
  const [chosen] = useState(() => readChosenOffer(id))
  const offer: Offer | undefined = fresh.data ?? chosen
  const [method, setMethod] = useState<PayMethod>(ENABLED_PAY_METHODS[0] ?? 'alipay')
  const [isConfirmed, setConfirmed] = useState(false)
  const idempotencyKey = useRef(crypto.randomUUID())

  const payment = useMutation({
    mutationFn: () =>
      api(
        createPayment,
        {
          body: {
            productId: id,
            productType: 'superPoints',
            payMethod: method,
            device: readDevice(),
            confirmed: isConfirmed,
          },
        },
        { idempotencyKey: idempotencyKey.current },
      ),
    meta: { isHandled: true },
    onSuccess: (url) => window.location.assign(url),
    onError: (error) => {
      if (error instanceof ContractError) {
        // A refusal was the answer to this key; another try is another request. After a failure of the network nobody
        // knows what happened, so the same key asks again.
        idempotencyKey.current = crypto.randomUUID()
        notifyError(error)
      } else notify('error', t('compute.checkout.failed'))
      void fresh.refetch()
    },
  })

  // Coming back from the cashier, a browser may show this page as it was left: waiting for the cashier.
  const { reset } = payment
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && reset()
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [reset])

  const chooseMethod = (next: PayMethod) => {
    if (!ENABLED_PAY_METHODS.includes(next)) notify('warning', t('compute.checkout.wechatUnsupported'))
    else setMethod(next)
  }
  const pay = () => {
    if (!isConfirmed) return notify('warning', t('compute.checkout.confirmFirst'))
    payment.mutate()
  }
  return {
    offer,
    error: offer ? null : fresh.error,
    reload: () => void fresh.refetch(),
    method,
    chooseMethod,
    isConfirmed,
    setConfirmed,
    pay,
    // The button stays busy while the browser leaves for the cashier.
    isPaying: payment.isPending || payment.isSuccess,
    isMine: fresh.data?.isMine ?? false,
    unavailableReason: fresh.data?.unavailableReason ?? null,
  }
}
