import { ComputeProduct } from '@trove/contract/compute/shapes'
import { feeOn } from '@trove/contract/payment/fee'
import { EmptyMachinesPicture } from '@trove/ui/feedback/pictures'
import type { MoneyRow } from '@trove/ui/lists/money-block'
import { formatYuan } from '@trove/units/money'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams, useSearchParams } from 'react-router'
import { paths } from '../../../lib/addresses/paths.ts'
import { useNow } from '../../../lib/calls/clock.ts'
import { formatPeriod } from '../../../lib/shown/format.ts'
import { fenOf, moneyText, perDayText } from '../../../lib/shown/money.ts'
import { Checkout } from '../../../market/checkout/checkout.tsx'
import { readChosen } from '../../../market/checkout/chosen-offer.ts'
import { leaseEndText } from '../facts/lease-term.ts'
import { CheckoutKeys, useKeysForOrder } from '../keys/checkout-keys.tsx'
import { CheckoutRecipe, useRecipeForOrder } from '../recipes/checkout-recipe.tsx'
import { AboutOffer } from './about-offer.tsx'
import { type Offer, useOffer } from './queries.ts'
import { RenewCompute } from './renew-compute.tsx'
import { KIND, MY_SHARES } from './use-offer-action.ts'

/** What is paid for how long: the term with its end, the fee, the price of a day. */
function useTerms(): (offer: Offer) => MoneyRow[] {
  const { t } = useTranslation()
  const now = useNow(60_000)
  return (offer) => {
    const perDay = perDayText(offer.price, offer.servePeriod)
    return [
      { label: t('orders.field.duration'), amount: formatPeriod(offer.servePeriod), hint: leaseEndText(offer, now) },
      { label: t('orders.fee'), amount: moneyText(formatYuan(feeOn(fenOf(offer.price)))) },
      ...(perDay ? [{ label: t('compute.checkout.perDay'), amount: moneyText(perDay) }] : []),
    ]
  }
}

type ChoicesProps = { keys: ReturnType<typeof useKeysForOrder>; ready: ReturnType<typeof useRecipeForOrder> }

/** What else the buyer chooses: how the machine is entered, and what it is made ready with. */
function Choices({ keys, ready }: ChoicesProps) {
  return (
    <>
      <CheckoutKeys model={keys} />
      <CheckoutRecipe {...ready} />
    </>
  )
}

/** The settlement desk of a machine: the chosen one at once, and the server's word as soon as it is there. */
function BuyCompute({ id }: { id: string }) {
  const { t } = useTranslation()
  const terms = useTerms()
  const fresh = useOffer(id)
  const keys = useKeysForOrder()
  const ready = useRecipeForOrder()
  const [chosen] = useState(() => readChosen(KIND, ComputeProduct, id))
  const offer: Offer | undefined = fresh.data ?? chosen
  const reason = fresh.data?.unavailableReason
  return (
    <Checkout
      face={
        offer && {
          purchase: { productId: id, productType: KIND, sshKeys: keys.chosen, recipe: ready.recipe },
          price: offer.price,
          terms: terms(offer),
          about: <AboutOffer offer={offer} />,
          more: <Choices keys={keys} ready={ready} />,
          unavailable: reason ? t(`compute.unavailable.${reason}`) : undefined,
        }
      }
      error={fresh.error}
      reload={() => {
        void fresh.refetch()
        keys.reload()
      }}
      own={
        fresh.data?.isMine
          ? {
              illustration: <EmptyMachinesPicture />,
              title: t('compute.checkout.own'),
              text: t('compute.checkout.ownText'),
              action: { label: t('compute.detail.manage'), href: MY_SHARES },
              secondAction: { label: t('compute.checkout.others'), href: paths.market({ tab: 'computing' }) },
            }
          : undefined
      }
    />
  )
}

/** Buying a machine, or with `?renews=` renewing a lease of it. */
export default function CheckoutCompute() {
  const id = useParams().id ?? ''
  const renews = useSearchParams()[0].get('renews')
  return renews ? <RenewCompute id={id} orderId={renews} /> : <BuyCompute id={id} />
}
