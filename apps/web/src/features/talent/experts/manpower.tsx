import { useQuery } from '@tanstack/react-query'
import { HeaderAction } from '@trove/ui/actions/header-action'
import { DetailSkeleton } from '@trove/ui/feedback/skeletons'
import { UserIcon } from '@trove/ui/icons/things'
import { PageHeader } from '@trove/ui/layout/page-header'
import { Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { paths } from '../../../lib/addresses/paths.ts'
import { certificationQuery } from '../../../lib/calls/certification.ts'
import { useSession } from '../../../lib/session/session.ts'
import { lazyBody } from '../../../lib/shown/later/lazy-part.ts'
import { MarketList } from '../../../market/list/market-list.tsx'
import { useOwnHomepage } from '../data/queries.ts'
import { useListFace } from './list-face.tsx'

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

/** Everybody's list of experts, and to a certified expert first their own homepage. */
function Landing({ isList }: { isList: boolean }) {
  const { t } = useTranslation()
  const isSignedIn = useSession().state === 'signed-in'
  const own = useOwnHomepage()
  const isExpert = useQuery({ ...certificationQuery, enabled: false }).data?.status === 2
  useEffect(() => {
    // Its code comes beside what it is asked with, not after it; a failure shows where it is drawn.
    if (isExpert && !isList) import('./homepage.tsx').catch(() => undefined)
  }, [isExpert, isList])
  if (isSignedIn && own.isPending && !isList) return <DetailSkeleton label={t('common.loading')} />
  if (own.data && !isList) return <Homepage own={own.data} />
  return <Experts isExpert={Boolean(own.data)} />
}

/** The talent market: the homepage of one expert, or where everybody begins. */
export default function Manpower() {
  const [search] = useSearchParams()
  const productId = search.get('productId')
  const { t } = useTranslation()
  return (
    <Suspense fallback={<DetailSkeleton label={t('common.loading')} />}>
      {productId ? (
        <Homepage productId={productId} />
      ) : (
        // What somebody searches for is the list, whoever they are.
        <Landing isList={search.get('tab') === 'experts' || search.size > 0} />
      )}
    </Suspense>
  )
}
