import { useTranslation } from 'react-i18next'
import { useAddressChoices } from '../../../lib/addresses/use-address-choices.ts'
import { formatMoment } from '../../../lib/shown/format.ts'
import { moneyText } from '../../../lib/shown/money.ts'
import { Checkout } from '../../../market/checkout/checkout.tsx'
import { termText } from '../facts/lease-term.ts'
import { computeMarket } from '../market.ts'
import { AboutOffer } from './about-offer.tsx'
import { MachineCheckoutBones } from './checkout-bones.tsx'
import { useOffer } from './queries.ts'
import { useRenewalQuote } from './renewal-quote.ts'
import { TermChoice, useTermChoice } from './term-choice.tsx'
import { KIND } from './use-offer-action.ts'

/** The settlement desk of a renewal: the same machine, what its seller asks now, and exactly until when it then lasts. */
export function RenewCompute({ id, orderId }: { id: string; orderId: string }) {
  const { t } = useTranslation()
  const offer = useOffer(id)
  const term = useTermChoice(useAddressChoices())
  const quote = useRenewalQuote(orderId, term.hours)
  const { data } = quote
  const terms = data && [
    {
      label: t('orders.field.duration'),
      amount: termText(data),
      hint: t('orders.span', { from: formatMoment(data.serveEndTime), to: formatMoment(data.renewedEndTime) }),
    },
    { label: t('orders.fee'), amount: moneyText(data.feeAmount) },
  ]
  const reload = () => {
    void quote.refetch()
    if (offer.error) void offer.refetch()
  }
  return (
    <Checkout
      title={t('machines.renew.title')}
      face={
        data &&
        terms &&
        offer.data && {
          purchase: { productId: id, productType: KIND, renews: orderId, serveHours: term.hours },
          tab: computeMarket.tab,
          price: data.price,
          ...(data.serveHours === null && { facts: { periodDays: data.servePeriod } }),
          terms,
          about: <AboutOffer offer={offer.data} term={data} />,
          more: <TermChoice offer={offer.data} model={term} />,
          hold: t('machines.renew.hold'),
          notice: t('compute.checkout.notice'),
          unavailable: term.isByHour && term.hours === undefined ? t('compute.term.missing') : undefined,
        }
      }
      bones={<MachineCheckoutBones isRenewal />}
      error={quote.error ?? offer.error}
      reload={reload}
      own={undefined}
    />
  )
}
