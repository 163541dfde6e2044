import type { listOffers } from '@trove/contract/compute/routes'
import type { RouteData } from '@trove/contract/kit/route'
import { ActionButton } from '@trove/ui/actions/action-button'
import { StickyAction } from '@trove/ui/actions/sticky-action'
import { Columns } from '@trove/ui/layout/columns'
import { FactGrid } from '@trove/ui/lists/fact-grid'
import { Price } from '@trove/ui/lists/price'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { paths } from '../../../lib/addresses/paths.ts'
import { useNow } from '../../../lib/calls/clock.ts'
import { useListed } from '../../../lib/lists/use-listed.ts'
import { useSession } from '../../../lib/session/session.ts'
import { formatMoment, formatPeriod } from '../../../lib/shown/format.ts'
import { lazyPanel } from '../../../lib/shown/later/lazy-shown.tsx'
import { OfferPage } from '../../../market/detail/offer-page.tsx'
import classes from '../../../market/detail/panel.module.css'
import { Panel, Quiet } from '../../../market/detail/panel.tsx'
import { Seller } from '../../../market/detail/seller.tsx'
import { OfferReviews, SellerStars } from '../../../market/reviews/parts.tsx'
import { useGpuWords } from '../facts/gpu-words.ts'
import { leaseEndText, leaseTermText } from '../facts/lease-term.ts'
import type { Offer, OfferDetail } from '../facts/queries.ts'
import { sizeText } from '../facts/size-text.ts'
import { useFacts } from '../facts/use-facts.ts'
import { VerificationBadge } from '../facts/verification.tsx'
import { MeasuredTable } from './measured-table.tsx'
import { OfferBones } from './offer-bones.tsx'
import { useOffer } from './queries.ts'
import { useOfferAction } from './use-offer-action.ts'

const PromisePanel = lazyPanel(() => import('../downtime/promise-panel.tsx'))

function About({ offer }: { offer: OfferDetail }) {
  const { t } = useTranslation()
  const { uploader } = offer
  const history = t('compute.detail.pastOrders', { count: offer.pastOrders })
  return (
    <Panel>
      <Seller
        name={uploader.nickName}
        href={paths.computeSeller({ id: uploader.id })}
        mark={uploader.isDemo ? t('common.demo') : undefined}
        avatarSrc={uploader.headImgUrl}
        byline={
          <>
            {`${history} · ${t('compute.detail.published', { when: formatMoment(offer.cstCreate) })} `}
            <SellerStars sellerId={uploader.id} name={uploader.nickName} />
          </>
        }
      >
        {!offer.isMine && (
          <ActionButton
            kind="plain"
            action={{
              label: t('compute.detail.ask'),
              href: paths.askAbout({ kind: 'superPoints', subjectId: offer.id }),
            }}
          />
        )}
      </Seller>
      {offer.description && <p className={classes.description}>{offer.description}</p>}
    </Panel>
  )
}

function Buy({ offer }: { offer: OfferDetail }) {
  const { t } = useTranslation()
  const now = useNow(60_000)
  const action = useOfferAction(offer, offer)
  // The list asks for signing in; a visitor finds machines on its landing page.
  const others = useSession().state === 'signed-in' ? paths.computeList() : paths.computingPower()
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
      {!offer.isAvailable && !offer.isMine && (
        <ActionButton size="md" kind="plain" action={{ label: t('compute.others'), href: others }} />
      )}
    </StickyAction>
  )
}

function Detail({ offer }: { offer: OfferDetail }) {
  const { t } = useTranslation()
  const facts = useFacts()
  const now = useNow(60_000)
  return (
    <Columns aside={<Buy offer={offer} />}>
      <Panel>
        <div className={classes.ends}>
          <VerificationBadge verification={offer.verification} hasDate />
          <span className={classes.quiet}>
            {t('compute.facts.id')} <code>{offer.authId}</code>
          </span>
        </div>
        <FactGrid facts={facts(offer)} />
        {offer.isAvailable && <Quiet>{leaseEndText(offer, now)}</Quiet>}
        {!offer.verification.measured && <Quiet>{t('compute.asDeclaredYet')}</Quiet>}
      </Panel>
      <About offer={offer} />
      <Panel title={t('compute.detail.compare')}>
        <MeasuredTable declared={offer} measured={offer.verification.measured} />
        <ActionButton
          kind="plain"
          action={{ label: t('compute.detail.certificate'), href: paths.computeCertificate({ id: offer.id }) }}
        />
      </Panel>
      <Panel title={t('compute.detail.accessTitle')}>
        <Quiet>{t('compute.detail.accessText')}</Quiet>
      </Panel>
      <Suspense fallback={null}>
        <PromisePanel />
      </Suspense>
      <OfferReviews kind="superPoints" aboutId={offer.id} isMine={offer.isMine} />
    </Columns>
  )
}

/** What people look for a machine by: its GPUs, else its cores and its memory. */
function useName(): (offer: Offer) => string {
  const words = useGpuWords()
  return (offer) => (offer.gpu ? words.declared(offer.gpu) : sizeText(offer))
}

/** One machine with an address of its own: facts declared and measured, who shares it, price and the way to buy. */
export default function ComputeDetail() {
  const { t } = useTranslation()
  const id = useParams().id ?? ''
  const isSignedIn = useSession().state === 'signed-in'
  const asked = useOffer(id)
  const listed = useListed(
    ['compute', 'list'],
    ({ products }: RouteData<typeof listOffers>) => products.content,
    (offer) => offer.id === id,
  )
  const known = asked.data ?? listed
  const nameOf = useName()
  return (
    <OfferPage
      title={known ? nameOf(known) : t('titles.computingOffer')}
      isTitleAwaited={!known}
      // The market asks for signing in; a visitor who came by a shared link goes back to its landing page.
      back={isSignedIn ? paths.market({ tab: 'computing' }) : paths.computingPower()}
      gone={{ onLabel: t('compute.others') }}
      path={paths.computeOffer({ id })}
      favourite={{ kind: 'superPoints', id }}
      nameOf={(offer) => `${nameOf(offer)} · ${offer.authId}`}
      asked={asked}
      waiting={<OfferBones hasGpu={Boolean(listed?.gpu)} />}
    >
      {(offer) => <Detail offer={offer} />}
    </OfferPage>
  )
}
