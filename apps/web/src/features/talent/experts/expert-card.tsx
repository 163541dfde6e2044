import { ActionButton } from '@trove/ui/actions/action-button'
import { OfferCard } from '@trove/ui/lists/offer-card'
import { Price } from '@trove/ui/lists/price'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/addresses/paths.ts'
import { useBuy } from '../../../market/entry/use-buy.ts'
import { talentPaths } from '../addresses.ts'
import type { Expert } from '../data/queries.ts'
import classes from '../talent.module.css'
import { Rating } from './rating.tsx'

/** An expert in the list: who, what they are, skills, what an hour costs, one action. */
export function ExpertCard({ offer, heart }: { offer: Expert; heart?: ReactNode }) {
  const { t } = useTranslation()
  const buy = useBuy()
  return (
    <OfferCard
      href={paths.talent({ productId: offer.id })}
      who={{
        name: offer.realName,
        avatarSrc: offer.realHeadImgUrl,
        verifiedLabel: t('talent.certified'),
        byline: (
          <span className={classes.byline}>
            <span>{offer.identity}</span>
            <Rating of={offer} />
            {offer.isDemo && <span>{t('common.demo')}</span>}
          </span>
        ),
      }}
      corner={heart}
      description={offer.skills.join(' · ')}
      price={<Price amount={offer.hourSalary ?? '0'} currency={t('units.yuanSign')} unit={t('talent.perHour')} />}
      term={offer.countHires > 0 ? t('talent.hires', { count: offer.countHires }) : undefined}
      action={
        <ActionButton
          size="sm"
          action={{ label: t('talent.orderNow'), onClick: () => buy(talentPaths.orderTalent({ id: offer.id })) }}
        />
      }
    />
  )
}
