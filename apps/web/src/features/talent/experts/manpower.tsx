import { useQuery } from '@tanstack/react-query'
import { HeaderAction } from '@trove/ui/actions/header-action'
import { UserIcon } from '@trove/ui/icons/things'
import { PageHeader } from '@trove/ui/layout/page-header'
import { CardGridSkeleton } from '@trove/ui/lists/card-skeleton'
import { Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { paths } from '../../../lib/addresses/paths.ts'
import { useWayBack } from '../../../lib/addresses/use-way-back.ts'
import { certificationQuery } from '../../../lib/calls/certification.ts'
import { useSession } from '../../../lib/session/session.ts'
import { lazyBody } from '../../../lib/shown/later/lazy-part.ts'
import { PageBoxes } from '../../../lib/shown/later/page-boxes.tsx'
import { MarketList } from '../../../market/list/market-list.tsx'
import { useOwnHomepage } from '../data/queries.ts'
import { EXPERT_SHAPE, useListFace } from './list-face.tsx'

const Homepage = lazyBody(() => import('./homepage.tsx'))

function Experts({ isExpert }: { isExpert: boolean }) {
  const { t } = useTranslation()
  const face = useListFace()
  return (
    <>
      <PageHeader
        title={t('titles.manpower')}
        lead={t('talent.lead')}
        actions={
          <HeaderAction
            action={
              isExpert
                ? { label: t('talent.myHomepage'), href: paths.talent(), icon: <UserIcon /> }
                : { label: t('talent.becomeExpert'), href: paths.certification(), icon: <UserIcon /> }
            }
          />
        }
      />
      <MarketList face={face} />
    </>
  )
}

/** One's own homepage on its way, or the list, while it is not known which of the two it will be. */
function LandingLoading({ isExpert }: { isExpert: boolean }) {
  const { t } = useTranslation()
  if (isExpert)
    return (
      <PageBoxes shape="thing">
        <PageHeader title={t('talent.myHomepage')} />
      </PageBoxes>
    )
  return (
    <>
      <PageHeader title={t('titles.manpower')} lead={t('talent.lead')} />
      <CardGridSkeleton label={t('common.loading')} count={8} shape={EXPERT_SHAPE} />
    </>
  )
}

/** The code of an expert's homepage on its way, as that of this page was awaited: its own shape comes with it. */
function HomepageLoading() {
  const { t } = useTranslation()
  const goBack = useWayBack(paths.talent({ tab: 'experts' }))
  return (
    <PageBoxes shape="thing">
      <PageHeader title={t('titles.manpower')} back={{ label: t('common.back'), onClick: goBack }} />
    </PageBoxes>
  )
}

/** Everybody's list of experts, and to a certified expert first their own homepage. */
function Landing({ isList }: { isList: boolean }) {
  const isSignedIn = useSession().state === 'signed-in'
  const own = useOwnHomepage()
  const isExpert = useQuery({ ...certificationQuery, enabled: false }).data?.status === 2
  useEffect(() => {
    // Its code comes beside what it is asked with, not after it; a failure shows where it is drawn.
    if (isExpert && !isList) import('./homepage.tsx').catch(() => undefined)
  }, [isExpert, isList])
  if (isSignedIn && own.isPending && !isList) return <LandingLoading isExpert={isExpert} />
  if (own.data && !isList)
    return (
      <Suspense fallback={<LandingLoading isExpert />}>
        <Homepage own={own.data} />
      </Suspense>
    )
  return <Experts isExpert={Boolean(own.data)} />
}

/** The talent market: the homepage of one expert, or where everybody begins. */
export default function Manpower() {
  const [search] = useSearchParams()
  const productId = search.get('productId')
  if (productId)
    return (
      <Suspense fallback={<HomepageLoading />}>
        <Homepage productId={productId} />
      </Suspense>
    )
  // What somebody searches for is the list, whoever they are.
  return <Landing isList={search.get('tab') === 'experts' || search.size > 0} />
}
