import { ActionButton } from '@trove/ui/actions/action-button'
import { type RefObject, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { paths } from '../../../lib/addresses/paths.ts'
import type { Listed } from '../../../market/orders/face.ts'
import { talentMarket } from '../market.ts'
import type { Order } from './shapes.ts'

/** How an address names the disputes on the page of a hire. */
const HASH = '#dispute'

/** The way to the dispute of a hire, from a list or from the top of its page. */
export function ToDispute({ order, size }: { order: Listed<Order>; size: 'sm' | 'md' }) {
  const { t } = useTranslation()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const label = t('disputes.answer')
  // On the page itself the way back stays one step.
  const isHere = pathname === paths.order({ id: order.id })
  const goThere = () => void navigate({ pathname, search, hash: HASH }, { replace: true })
  const href = `${paths.order({ id: order.id }, { tab: talentMarket.tab })}${HASH}`
  return <ActionButton size={size} action={isHere ? { label, onClick: goThere } : { label, href }} />
}

/** For the frame of the disputes: the focus goes to its heading whenever the address asks for it. */
export function useDisputePlace(): RefObject<HTMLDivElement | null> {
  const frame = useRef<HTMLDivElement>(null)
  const { hash, key } = useLocation()
  const asked = hash === HASH ? key : undefined
  useEffect(() => {
    const heading = asked === undefined ? null : frame.current?.querySelector('h2')
    if (!heading) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
    // Where it was in sight at the foot of a phone, what belongs to it was not.
    heading.scrollIntoView({ block: 'start' })
  }, [asked])
  return frame
}
