import { allowsSale } from '@trove/contract/machine-check'
import { ActionButton } from '@trove/ui/action-button'
import { OfferCard } from '@trove/ui/offer-card'
import { Price } from '@trove/ui/price'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../lib/clock.ts'
import { formatAgo, formatPeriod } from '../../lib/format.ts'
import classes from './compute.module.css'
import type { Offer } from './queries.ts'
import { useFacts } from './use-facts.ts'
import { VerificationBadge } from './verification.tsx'

/** A machine on the market: who, facts with units, what was measured, price and term, one action. */
export function ComputeCard({ offer, onBuy }: { offer: Offer; onBuy: (offer: Offer) => void }) {
  const { t } = useTranslation()
  const facts = useFacts()
  const ago = formatAgo(offer.cstCreate, useNow(60_000))
  const isVerified = offer.verification.state === 'verified'
  return (
    <OfferCard
      href={`/computingPowerMarket/offer/${offer.id}`}
      who={{
        name: offer.uploaderNickName,
        avatarSrc: offer.uploaderHeadImgUrl,
        verifiedLabel: isVerified ? t('compute.verification.verified') : undefined,
        byline: (
          <>
            {offer.isDemo ? `${t('common.demo')} · ${ago}` : ago} · {t('compute.facts.id')}{' '}
            <span className={classes.id}>{offer.id}</span>
          </>
        ),
      }}
      status={<VerificationBadge verification={offer.verification} isQuiet />}
      description={offer.description ?? undefined}
      facts={facts(offer)}
      price={<Price amount={offer.price} currency={t('units.yuanSign')} size="lg" />}
      term={t('units.perPeriod', { period: formatPeriod(offer.servePeriod) })}
      action={
        <ActionButton
          action={{
            label: t('compute.buyNow'),
            onClick: () => onBuy(offer),
            isDisabled: !allowsSale(offer.verification),
          }}
          size="sm"
        />
      }
    />
  )
}
