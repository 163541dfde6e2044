import { ActionButton } from '@trove/ui/actions/action-button'
import { OfferCard } from '@trove/ui/lists/offer-card'
import { Price } from '@trove/ui/lists/price'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/addresses/paths.ts'
import { useNow } from '../../../lib/calls/clock.ts'
import { formatPeriod } from '../../../lib/shown/format.ts'
import classes from '../compute.module.css'
import { leaseTermText } from '../facts/lease-term.ts'
import type { Offer } from '../facts/queries.ts'
import { useFacts } from '../facts/use-facts.ts'
import { VerificationBadge } from '../facts/verification.tsx'
import { useOfferAction } from '../offer/use-offer-action.ts'

type ComputeCardProps = {
  offer: Offer
  heart?: ReactNode
  /** Whether it can be bought, where more is known than the list says. */
  known?: { isMine: boolean; isAvailable: boolean }
  /** Stands in place of the term. */
  note?: string | undefined
}

/** A machine on the market: who, facts with units, what the check found and when, price and term, one action. */
export function ComputeCard({ offer, heart, known, note }: ComputeCardProps) {
  const { t } = useTranslation()
  const facts = useFacts()
  const now = useNow(60_000)
  const action = useOfferAction(offer, known)
  return (
    <OfferCard
      href={paths.computeOffer({ id: offer.id })}
      who={{
        name: offer.uploaderNickName,
        avatarSrc: offer.uploaderHeadImgUrl,
        byline: (
          <span className={classes.byline}>
            <VerificationBadge verification={offer.verification} isQuiet hasDate />
            {!offer.verification.measured && <span>{t('compute.asDeclared')}</span>}
            {offer.isDemo && <span>{t('common.demo')}</span>}
          </span>
        ),
      }}
      status={
        <span className={classes.id} title={t('compute.facts.id')}>
          {offer.authId}
        </span>
      }
      corner={heart}
      description={offer.description ?? undefined}
      facts={facts(offer)}
      price={
        <Price
          amount={offer.price}
          currency={t('units.yuanSign')}
          unit={t('units.perPeriod', { period: formatPeriod(offer.servePeriod) })}
        />
      }
      term={note ?? leaseTermText(offer, now)}
      action={<ActionButton action={action} size="sm" />}
    />
  )
}
