import { ComputeProduct } from '@trove/contract/compute/shapes'
import { feeOn } from '@trove/contract/payment/fee'
import { EmptyMachinesPicture } from '@trove/ui/feedback/pictures'
import type { MoneyRow } from '@trove/ui/lists/money-block'
import { formatYuan } from '@trove/units/money'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams, useSearchParams } from 'react-router'
import { paths } from '../../../lib/addresses/paths.ts'
import { useAddressChoices } from '../../../lib/addresses/use-address-choices.ts'
import { useNow } from '../../../lib/calls/clock.ts'
import { fenOf, moneyText, perDayText } from '../../../lib/shown/money.ts'
import { Checkout } from '../../../market/checkout/checkout.tsx'
import { readChosen } from '../../../market/checkout/chosen-offer.ts'
import type { ShownFacts } from '../../../market/checkout/use-checkout.ts'
import { leaseEndText, termText } from '../facts/lease-term.ts'
import type { Offer, OfferDetail } from '../facts/queries.ts'
import { CheckoutKeys, useKeysForOrder } from '../keys/checkout-keys.tsx'
import { computeMarket } from '../market.ts'
import { CheckoutRecipe, useRecipeForOrder } from '../recipes/checkout-recipe.tsx'
import { CheckoutRenewal, type RenewalForOrder, useRenewalForOrder } from '../renewals/checkout-renewal.tsx'
import { AboutOffer } from './about-offer.tsx'
import { MachineCheckoutBones } from './checkout-bones.tsx'
import { useOffer } from './queries.ts'
import { RenewCompute } from './renew-compute.tsx'
import { TermChoice, type TermChoiceModel, termsOf, useTermChoice } from './term-choice.tsx'
import { KIND, MY_SHARES } from './use-offer-action.ts'

/** What is paid for how long: the term with its end, the fee, the price of a day. */
function useTerms(): (bought: ReturnType<typeof termsOf>) => MoneyRow[] {
  const { t } = useTranslation()
  const now = useNow(60_000)
  return (bought) => {
    const { price, servePeriod, serveHours, hourPrice } = bought
    const perDay = serveHours === null ? perDayText(price, servePeriod) : undefined
    return [
      { label: t('orders.field.duration'), amount: termText(bought), hint: leaseEndText(bought, now) },
      { label: t('orders.fee'), amount: moneyText(formatYuan(feeOn(fenOf(price)))) },
      ...(serveHours !== null && hourPrice
        ? [{ label: t('compute.checkout.perHour'), amount: moneyText(hourPrice) }]
        : []),
      ...(perDay ? [{ label: t('compute.checkout.perDay'), amount: moneyText(perDay) }] : []),
    ]
  }
}

/** What is shown of a machine and its term; hours are the buyer's own choice. */
function shownFacts(offer: Offer, periodDays: number | undefined): ShownFacts {
  const { cpuCores, ramSize, diskSize, bandwidth } = offer
  return { cpuCores, ramSize, diskSize, bandwidth, ...(periodDays !== undefined && { periodDays }) }
}

type ChoicesProps = {
  offer: Offer
  term: TermChoiceModel
  keys: ReturnType<typeof useKeysForOrder>
  ready: ReturnType<typeof useRecipeForOrder>
  renewal: RenewalForOrder
  price: string
}

/** What else the buyer chooses: for how long, how the machine is entered, what it is made ready with, and whether it goes on. */
function Choices({ offer, term, keys, ready, renewal, price }: ChoicesProps) {
  return (
    <>
      <TermChoice offer={offer} model={term} />
      <CheckoutKeys model={keys} />
      <CheckoutRecipe {...ready} />
      <CheckoutRenewal model={renewal} price={price} />
    </>
  )
}

/** Why it cannot be bought as chosen, in words. */
function useUseless() {
  const { t } = useTranslation()
  return (offer: OfferDetail | undefined, { isByHour, hours }: TermChoiceModel, hasNoLimit: boolean) => {
    const reason = offer?.unavailableReason
    if (reason) return t(`compute.unavailable.${reason}`)
    if (isByHour && hours === undefined) return t('compute.term.missing')
    return hasNoLimit ? t('autoRenewal.missing') : undefined
  }
}

/** One's own machine cannot be bought: says so and leads on. */
function useOwnWords() {
  const { t } = useTranslation()
  return {
    illustration: <EmptyMachinesPicture />,
    title: t('compute.checkout.own'),
    text: t('compute.checkout.ownText'),
    action: { label: t('compute.detail.manage'), href: MY_SHARES },
    secondAction: { label: t('compute.others'), href: paths.market({ tab: 'computing' }) },
  }
}

/** The settlement desk of a machine: the chosen one at once, and the server's word as soon as it is there. */
function BuyCompute({ id }: { id: string }) {
  const { t } = useTranslation()
  const terms = useTerms()
  const useless = useUseless()
  const own = useOwnWords()
  const fresh = useOffer(id)
  const keys = useKeysForOrder()
  const choices = useAddressChoices()
  const ready = useRecipeForOrder(choices)
  const term = useTermChoice(choices)
  const renewal = useRenewalForOrder()
  const [chosen] = useState(() => readChosen(KIND, ComputeProduct, id))
  const offer: Offer | undefined = fresh.data ?? chosen
  const bought = offer && termsOf(offer, term)
  return (
    <Checkout
      face={
        offer &&
        bought && {
          purchase: {
            ...{ productId: id, productType: KIND, sshKeys: keys.chosen, recipe: ready.recipe },
            serveHours: bought.serveHours ?? undefined,
            renewalMost: renewal.chosen(bought.price),
          },
          ...{ tab: computeMarket.tab, price: bought.price },
          facts: shownFacts(offer, bought.serveHours === null ? bought.servePeriod : undefined),
          terms: terms(bought),
          about: <AboutOffer offer={offer} term={bought} />,
          more: <Choices {...{ offer, term, keys, ready, renewal }} price={bought.price} />,
          notice: t('compute.checkout.notice'),
          unavailable: useless(fresh.data, term, renewal.isMissing(bought.price)),
          onOrdered: ready.drop,
        }
      }
      bones={<MachineCheckoutBones />}
      error={fresh.error}
      reload={() => {
        void fresh.refetch()
        keys.reload()
      }}
      own={fresh.data?.isMine ? own : undefined}
    />
  )
}

/** Buying a machine, or with `?renews=` renewing a lease of it. */
export default function CheckoutCompute() {
  const id = useParams().id ?? ''
  const renews = useSearchParams()[0].get('renews')
  return renews ? <RenewCompute id={id} orderId={renews} /> : <BuyCompute id={id} />
}
