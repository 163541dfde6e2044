import { useQuery } from '@tanstack/react-query'
import { getSeller, SELLER_CHECK_DAYS } from '@trove/contract/compute/sellers'
import type { RouteResult } from '@trove/contract/kit/route'
import { ActionButton } from '@trove/ui/actions/action-button'
import { CardGrid } from '@trove/ui/layout/card-grid'
import { Figure, FigureList } from '@trove/ui/lists/figure-list'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { paths } from '../../../lib/addresses/paths.ts'
import { api } from '../../../lib/calls/api.ts'
import { useSession } from '../../../lib/session/session.ts'
import { formatCount, formatDay } from '../../../lib/shown/format.ts'
import { OfferPage } from '../../../market/detail/offer-page.tsx'
import { Panel, Quiet } from '../../../market/detail/panel.tsx'
import { Seller } from '../../../market/detail/seller.tsx'
import { onlinePercent } from '../../../market/reviews/online-percent.ts'
import { SellerReviews, SellerStars } from '../../../market/reviews/parts.tsx'
import { ComputeCard } from '../list/compute-card.tsx'
import classes from './seller.module.css'

type Found = RouteResult<typeof getSeller>
const MINUTES_PER_DAY = 1440

/** What was measured of all their machines and leases. Dashes stand where nothing was. */
function Measured({ found }: { found: Found }) {
  const { t } = useTranslation()
  const { checks, reached, leases, servedMinutes, silentMinutes } = found
  return (
    <Panel title={t('seller.measured')}>
      <FigureList>
        <Figure
          label={t('seller.reached')}
          note={checks > 0 ? t('seller.reachedOf', { reached, checks, days: SELLER_CHECK_DAYS }) : undefined}
        >
          {checks > 0 ? `${formatCount((reached / checks) * 100)}%` : '–'}
        </Figure>
        <Figure
          label={t('seller.leases')}
          note={leases > 0 ? t('seller.served', { days: formatCount(servedMinutes / MINUTES_PER_DAY) }) : undefined}
        >
          {formatCount(leases)}
        </Figure>
        <Figure
          label={t('seller.online')}
          note={servedMinutes > 0 ? t('seller.silent', { count: silentMinutes }) : undefined}
        >
          {onlinePercent({ servedMinutes, silentMinutes }) ?? '–'}
        </Figure>
      </FigureList>
    </Panel>
  )
}

function Machines({ found: { machines, machineCount }, isMine }: { found: Found; isMine: boolean }) {
  const { t } = useTranslation()
  return (
    <section className={classes.machines} aria-label={t('seller.machines', { count: machineCount })}>
      <h2 className={classes.title}>{t('seller.machines', { count: machineCount })}</h2>
      {machines.length === 0 && <Quiet>{t('seller.none')}</Quiet>}
      <CardGrid label={t('seller.machines', { count: machineCount })}>
        {machines.map((machine) => (
          <ComputeCard
            key={machine.id}
            offer={machine}
            known={{ isMine, isAvailable: machine.isAvailable }}
            note={machine.isAvailable ? undefined : t('seller.taken')}
          />
        ))}
      </CardGrid>
      {machineCount > machines.length && <Quiet>{t('seller.rest', { count: machines.length })}</Quiet>}
    </section>
  )
}

function Page({ found }: { found: Found }) {
  const { t } = useTranslation()
  const { id, nickName, headImgUrl, isDemo } = found.seller
  const isMine = useSession().user?.userId === id
  // A question is about a machine: one that can be rented, or else the newest.
  const about = found.machines.find(({ isAvailable }) => isAvailable) ?? found.machines[0]
  return (
    <div className={classes.page}>
      <Panel label={nickName}>
        <Seller
          name={nickName}
          mark={isDemo ? t('common.demo') : undefined}
          avatarSrc={headImgUrl}
          byline={
            <>
              {`${t('seller.since', { when: formatDay(found.since) })} `}
              <SellerStars sellerId={id} name={nickName} />
            </>
          }
        >
          {about && !isMine && (
            <ActionButton
              kind="plain"
              action={{
                label: t('seller.ask'),
                href: paths.askAbout({ kind: 'superPoints', subjectId: about.id }),
              }}
            />
          )}
        </Seller>
      </Panel>
      <Measured found={found} />
      <Machines found={found} isMine={isMine} />
      <SellerReviews sellerId={id} isMine={isMine} />
    </div>
  )
}

/** Who shares machines, for everybody: these, what was measured of them and of their leases, and what buyers say. */
export default function SellerPage() {
  const { t } = useTranslation()
  const id = useParams().id ?? ''
  const asked = useQuery({
    queryKey: ['compute', 'seller', id],
    queryFn: () => api(getSeller, { params: { id } }),
    enabled: id !== '',
  })
  const isSignedIn = useSession().state === 'signed-in'
  return (
    <OfferPage
      title={t('titles.computeSeller')}
      back={isSignedIn ? paths.market({ tab: 'computing' }) : paths.computingPower()}
      path={paths.computeSeller({ id })}
      nameOf={({ seller }) => seller.nickName}
      asked={asked}
    >
      {(found) => <Page found={found} />}
    </OfferPage>
  )
}
