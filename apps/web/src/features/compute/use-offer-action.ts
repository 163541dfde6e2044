import { allowsSale } from '@trove/contract/machine-check'
import type { Action } from '@trove/ui/action-button'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { readDevice } from '../../lib/device.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { keepChosenOffer } from './chosen-offer.ts'
import { type Offer, useOwnOffers } from './queries.ts'

/** Where a seller looks after the machines they share. */
export const MY_SHARES = paths.myCompute({ tab: 'share' })

/**
 * Goes to the settlement desk with an offer. Who is not signed in does so first and then arrives there: on a phone on the
 * sign-in page, at a desk in the window over the page in view.
 */
function useBuy(): (offer: Offer) => void {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const isSignedIn = useSession().state === 'signed-in'
  return (offer) => {
    keepChosenOffer(offer)
    const checkout = paths.checkoutCompute({ id: offer.id })
    if (isSignedIn) return navigate(checkout)
    const next = new URLSearchParams(search)
    next.set('next', checkout)
    navigate(readDevice() === 'mobile' ? paths.login({ next: checkout }) : `${pathname}?${next}`)
  }
}

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
  return { label: t('compute.buyNow'), onClick: () => buy(offer), isDisabled: !isAvailable }
}
