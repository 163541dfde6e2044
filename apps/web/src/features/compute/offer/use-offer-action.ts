import { allowsSale } from '@trove/contract/compute/machine-check'
import type { getOffer } from '@trove/contract/compute/routes'
import type { RouteResult } from '@trove/contract/kit/route'
import type { Action } from '@trove/ui/actions/action-button'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/addresses/paths.ts'
import { withReason } from '../../../lib/shown/reason-button.tsx'
import { keepChosen } from '../../../market/checkout/chosen-offer.ts'
import { useBuy } from '../../../market/entry/use-buy.ts'
import type { Offer } from '../facts/queries.ts'
import { useOwnOffers } from './queries.ts'

type OfferDetail = RouteResult<typeof getOffer>

/** Where a seller looks after the machines they share. */
export const MY_SHARES = paths.myCompute({ tab: 'share' })

/** The kind of goods on the wire; the chosen one is kept under it, too. */
export const KIND = 'superPoints'

/** Why a machine is not sold by what its check found; one that passed is in use. */
const CHECKS = { pending: 'unverified', unreachable: 'unreachable', differs: 'differs', verified: 'taken' } as const

/** The server's word on one offer. */
type Known = { isMine: boolean; isAvailable: boolean; unavailableReason?: OfferDetail['unavailableReason'] }

/**
 * The one action of an offer: buy it, or look after it when it is one's own; what cannot be sold now cannot be bought.
 * `known` is the server's word where one offer was asked for.
 */
export function useOfferAction(offer: Offer, known?: Known): Action {
  const { t } = useTranslation()
  const buy = useBuy()
  const isOwn = useOwnOffers().has(offer.id)
  const isAvailable = known?.isAvailable ?? allowsSale(offer.verification)
  if (known?.isMine ?? isOwn) return { label: t('compute.detail.manage'), href: MY_SHARES }
  const buying = {
    label: t('compute.buyNow'),
    onClick: () => {
      keepChosen(KIND, offer)
      buy(paths.checkoutCompute({ id: offer.id }))
    },
  }
  const reason = known?.unavailableReason ?? CHECKS[offer.verification.state]
  return withReason(buying, isAvailable ? undefined : t(`compute.unavailable.${reason}`))
}
