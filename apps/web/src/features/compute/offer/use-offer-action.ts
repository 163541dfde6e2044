import { allowsSale } from '@trove/contract/compute/machine-check'
import type { Action } from '@trove/ui/actions/action-button'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/addresses/paths.ts'
import { keepChosen } from '../../../market/checkout/chosen-offer.ts'
import { useBuy } from '../../../market/entry/use-buy.ts'
import { type Offer, useOwnOffers } from './queries.ts'

/** Where a seller looks after the machines they share. */
export const MY_SHARES = paths.myCompute({ tab: 'share' })

/** The kind of goods on the wire; the chosen one is kept under it, too. */
export const KIND = 'superPoints'

/**
 * The one action of an offer: buy it, or look after it when it is one's own; what cannot be sold now cannot be bought.
 * `known` is the server's word where one offer was asked for.
 */
export function useOfferAction(offer: Offer, known?: { isMine: boolean; isAvailable: boolean }): Action {
  const { t } = useTranslation()
  const buy = useBuy()
  const isOwn = useOwnOffers().has(offer.id)
  const isAvailable = known?.isAvailable ?? allowsSale(offer.verification)
  if (known?.isMine ?? isOwn) return { label: t('compute.detail.manage'), href: MY_SHARES }
  return {
    label: t('compute.buyNow'),
    onClick: () => {
      keepChosen(KIND, offer)
      buy(paths.checkoutCompute({ id: offer.id }))
    },
    isDisabled: !isAvailable,
  }
}
