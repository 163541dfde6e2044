import { isLeaseEnding, leaseNotice } from '@trove/contract/compute/order-states'
import { ActionButton } from '@trove/ui/actions/action-button'
import { Link } from '@trove/ui/base/link'
import type { Tone } from '@trove/ui/base/tokens'
import { StatusBadge } from '@trove/ui/feedback/status-badge'
import type { IconComponent } from '@trove/ui/icons/icon'
import { CheckIcon, ServingIcon, WaitingIcon, WarningIcon } from '@trove/ui/icons/states'
import { OfferCard } from '@trove/ui/lists/offer-card'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/addresses/paths.ts'
import { useNow } from '../../../lib/calls/clock.ts'
import { formatMoment } from '../../../lib/shown/format.ts'
import { computePaths } from '../addresses.ts'
import { hoursOf } from '../facts/lease-term.ts'
import { useFacts } from '../facts/use-facts.ts'
import { LeaseMenu } from './lease-menu.tsx'
import classes from './my-compute.module.css'
import type { Purchase } from './my-queries.ts'

type Notice = { tone: Tone; icon: IconComponent; label: string }

/** What the card says of the time left: N days from 7 on, "expire soon" under a day, "servicing" before (b-markets 4). */
function useNotice(purchase: Purchase): { notice: Notice; isOpen: boolean } {
  const { t } = useTranslation()
  const now = useNow(30_000)
  const ended = {
    notice: { tone: 'neutral', icon: CheckIcon, label: t('machines.lease.ended') },
    isOpen: false,
  } as const
  // A renewal whose lease is on a page not read yet.
  if (purchase.superPointsStatus === 0 && purchase.renewsOrderId !== null)
    return { notice: { tone: 'sky', icon: WaitingIcon, label: t('machines.renew.done') }, isOpen: false }
  if (purchase.superPointsStatus === 0)
    return { notice: { tone: 'sky', icon: WaitingIcon, label: t('machines.lease.provisioning') }, isOpen: false }
  if (purchase.superPointsStatus !== 1 || !purchase.serveEndTime) return ended
  const end = new Date(purchase.serveEndTime)
  const start = new Date(purchase.serveStartTime ?? purchase.serveEndTime)
  const left = leaseNotice(start, end, now)
  // Nothing negative is ever shown: the window is over, the server will say so shortly.
  if (left.kind === 'hidden') return ended
  if (left.kind === 'serving')
    return { notice: { tone: 'jade', icon: ServingIcon, label: t('machines.lease.serving') }, isOpen: true }
  const label =
    left.kind === 'expires-soon' ? t('machines.lease.expiresSoon') : t('machines.lease.expiresIn', { count: left.days })
  const isEnding = isLeaseEnding(start, end, now)
  // Days are told from a week on (b-markets 4); the colour warns only when the end is near for a lease of this length.
  const look = isEnding
    ? ({ tone: 'amber', icon: WarningIcon } as const)
    : ({ tone: 'jade', icon: ServingIcon } as const)
  return { notice: { ...look, label }, isOpen: true }
}

type PurchaseCardProps = {
  purchase: Purchase
  /** Paid, and waiting for the end of this one. */
  renewal: Purchase | undefined
  onCheck: (purchase: Purchase) => void
}

/** A lease with what was renewed of it: its end is that of the renewal. */
function renewedBy(purchase: Purchase, renewal: Purchase | undefined): Purchase {
  if (!renewal || !purchase.serveEndTime) return purchase
  const end = new Date(purchase.serveEndTime).getTime() + hoursOf(renewal) * HOUR_MS
  return { ...purchase, serveEndTime: new Date(end).toISOString() }
}
const HOUR_MS = 3_600_000

type TermProps = { purchase: Purchase; isPreparing: boolean; isRenewed: boolean }

/** Until when it lasts, or what is waited for, and its order. */
function Term({ purchase, isPreparing, isRenewed }: TermProps) {
  const { t } = useTranslation()
  return (
    <span className={classes.term}>
      {isPreparing
        ? t(purchase.renewsOrderId === null ? 'machines.preparing' : 'machines.renew.waiting')
        : t('machines.until', { when: formatMoment(purchase.serveEndTime) })}
      {isRenewed && ` · ${t('machines.renew.done')}`}
      {!isRenewed && purchase.isAutoRenewed && ` · ${t('autoRenewal.isOn')}`}
      <Link href={paths.order({ id: purchase.orderId })} className={classes.link}>
        {t('machines.order')}
      </Link>
    </span>
  )
}

type LeaseActionsProps = Pick<PurchaseCardProps, 'purchase' | 'onCheck'> & { isRenewed: boolean }

function LeaseActions({ purchase, isRenewed, onCheck }: LeaseActionsProps) {
  const { t } = useTranslation()
  return (
    <div className={classes.actions}>
      <LeaseMenu
        orderId={purchase.orderId}
        productId={purchase.fkProductId}
        serveHours={purchase.serveHours}
        isRenewed={isRenewed}
      />
      <ActionButton
        kind="plain"
        action={{
          label: t('machines.openTerminal'),
          href: computePaths.terminal({ productId: purchase.fkProductId }),
        }}
      />
      <ActionButton action={{ label: t('machines.check'), onClick: () => onCheck(purchase) }} />
    </div>
  )
}

/** A machine one rented: facts, who shares it, until when, and the way in. */
export function PurchaseCard({ purchase: sold, renewal, onCheck }: PurchaseCardProps) {
  const { t } = useTranslation()
  const facts = useFacts()
  const isRenewed = renewal !== undefined
  const purchase = renewedBy(sold, renewal)
  const { notice, isOpen } = useNotice(purchase)
  const isPreparing = purchase.superPointsStatus === 0
  const isOver = !isPreparing && !isOpen
  return (
    <OfferCard
      href={isOpen ? paths.cockpit({ orderId: purchase.orderId }) : paths.order({ id: purchase.orderId })}
      linkLabel={`${t(isOpen ? 'cockpit.open' : 'machines.order')} · ${purchase.sharer} · ${purchase.authId}`}
      who={{
        name: purchase.sharer,
        byline: (
          <span>
            {t('compute.facts.id')} <code>{purchase.authId}</code>
          </span>
        ),
      }}
      status={<StatusBadge {...notice} />}
      facts={facts(purchase)}
      price={<Term {...{ purchase, isPreparing, isRenewed }} />}
      action={
        isOver && purchase.isOnMarket ? (
          <ActionButton
            kind="plain"
            action={{ label: t('machines.rentAgain'), href: paths.checkoutCompute({ id: purchase.fkProductId }) }}
          />
        ) : (
          isOpen && <LeaseActions {...{ purchase, isRenewed, onCheck }} />
        )
      }
    />
  )
}
