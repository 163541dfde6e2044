import { ActionButton } from '@trove/ui/action-button'
import { AvatarImage } from '@trove/ui/avatar-image'
import { copyText } from '@trove/ui/clipboard'
import { Columns } from '@trove/ui/columns'
import { ErrorState } from '@trove/ui/error-state'
import { FactGrid } from '@trove/ui/fact-grid'
import { HeaderAction } from '@trove/ui/header-action'
import { ShareIcon } from '@trove/ui/icons/actions'
import { PageHeader } from '@trove/ui/page-header'
import { Price } from '@trove/ui/price'
import { DetailSkeleton } from '@trove/ui/skeletons'
import { StickyAction } from '@trove/ui/sticky-action'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { useNow } from '../../lib/clock.ts'
import { formatMoment, formatPeriod } from '../../lib/format.ts'
import { errorText, notify } from '../../lib/notify.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import classes from './compute-detail.module.css'
import { leaseEndText, leaseTermText } from './lease-term.ts'
import { MeasuredTable } from './measured-table.tsx'
import { type OfferDetail, useOffer } from './queries.ts'
import { useFacts } from './use-facts.ts'
import { useOfferAction } from './use-offer-action.ts'
import { VerificationBadge } from './verification.tsx'

function Seller({ offer }: { offer: OfferDetail }) {
  const { t } = useTranslation()
  return (
    <section className={classes.panel}>
      <div className={classes.seller}>
        <AvatarImage src={offer.uploader.headImgUrl} name={offer.uploader.nickName} size={48} />
        <div className={classes.words}>
          <strong>
            {offer.uploader.nickName}
            {offer.uploader.isDemo && ` · ${t('common.demo')}`}
          </strong>
          <span className={classes.quiet}>
            {t('compute.detail.pastOrders', { count: offer.pastOrders })} ·{' '}
            {t('compute.detail.published', { when: formatMoment(offer.cstCreate) })}
          </span>
        </div>
        {!offer.isMine && (
          <ActionButton
            kind="plain"
            action={{
              label: t('compute.detail.ask'),
              href: paths.askAbout({ kind: 'superPoints', subjectId: offer.id }),
            }}
          />
        )}
      </div>
      {offer.description && <p className={classes.description}>{offer.description}</p>}
    </section>
  )
}

function Buy({ offer }: { offer: OfferDetail }) {
  const { t } = useTranslation()
  const now = useNow(60_000)
  const action = useOfferAction(offer, offer)
  const note = offer.unavailableReason ? t(`compute.unavailable.${offer.unavailableReason}`) : leaseTermText(offer, now)
  const price = (
    <Price
      amount={offer.price}
      currency={t('units.yuanSign')}
      unit={t('units.perPeriod', { period: formatPeriod(offer.servePeriod) })}
      size="xl"
    />
  )
  return (
    <StickyAction info={price} note={note} isBeside>
      <ActionButton size="md" action={action} />
    </StickyAction>
  )
}

function Detail({ offer }: { offer: OfferDetail }) {
  const { t } = useTranslation()
  const facts = useFacts()
  const now = useNow(60_000)
  return (
    <Columns aside={<Buy offer={offer} />}>
      <section className={classes.panel}>
        <div className={classes.ends}>
          <VerificationBadge verification={offer.verification} hasDate />
          <span className={classes.quiet}>
            {t('compute.facts.id')} <code>{offer.authId}</code>
          </span>
        </div>
        <FactGrid facts={facts(offer)} />
        {offer.isAvailable && <p className={classes.quiet}>{leaseEndText(offer, now)}</p>}
        {!offer.verification.measured && <p className={classes.quiet}>{t('compute.asDeclaredYet')}</p>}
      </section>
      <Seller offer={offer} />
      <section className={classes.panel}>
        <h2 className={classes.title}>{t('compute.detail.compare')}</h2>
        <MeasuredTable offer={offer} />
      </section>
      <section className={classes.panel}>
        <h2 className={classes.title}>{t('compute.detail.accessTitle')}</h2>
        <p className={classes.quiet}>{t('compute.detail.accessText')}</p>
      </section>
    </Columns>
  )
}

/** One machine with an address of its own: facts declared and measured, who shares it, price and the way to buy. */
export default function ComputeDetail() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const id = useParams().id ?? ''
  const { data: offer, error, refetch } = useOffer(id)
  const isSignedIn = useSession().state === 'signed-in'
  // The market asks for signing in; a visitor who came by a shared link goes back to its landing page.
  const market = isSignedIn ? paths.market({ tab: 'computing' }) : paths.computingPower()
  const share = async () => {
    if (await copyText(`${window.location.origin}/computingPowerMarket/offer/${id}`))
      notify('success', t('compute.shareCopied'))
  }
  return (
    <>
      <PageHeader
        title={t('titles.computingOffer')}
        back={{
          label: t('common.back'),
          onClick: () => navigate(market),
        }}
        actions={
          offer && (
            <HeaderAction action={{ label: t('compute.share'), icon: <ShareIcon />, onClick: () => void share() }} />
          )
        }
      />
      {error && (
        <ErrorState title={errorText(error)} retry={{ label: t('common.retry'), onClick: () => void refetch() }} />
      )}
      {!offer && !error && <DetailSkeleton label={t('common.loading')} />}
      {offer && <Detail offer={offer} />}
    </>
  )
}
