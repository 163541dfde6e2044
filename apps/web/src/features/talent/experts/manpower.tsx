import { HeaderAction } from '@trove/ui/actions/header-action'
import { DetailSkeleton } from '@trove/ui/feedback/skeletons'
import { UserIcon } from '@trove/ui/icons/things'
import { PageHeader } from '@trove/ui/layout/page-header'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { paths } from '../../../lib/addresses/paths.ts'
import { useSession } from '../../../lib/session/session.ts'
import { MarketList } from '../../../market/list/market-list.tsx'
import { useOwnHomepage } from '../data/queries.ts'
import { HomepageOf, OwnHomepage } from './homepage.tsx'
import { useListFace } from './list-face.tsx'

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

/** The talent market: everybody's list of experts, the homepage of one, and to a certified expert first their own. */
export default function Manpower() {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const isSignedIn = useSession().state === 'signed-in'
  const own = useOwnHomepage()
  const productId = search.get('productId')
  if (productId) return <HomepageOf productId={productId} />
  // What somebody searches for is the list, whoever they are.
  const isList = search.get('tab') === 'experts' || search.size > 0
  if (isSignedIn && own.isPending && !isList) return <DetailSkeleton label={t('common.loading')} />
  if (own.data && !isList) return <OwnHomepage page={own.data} />
  return <Experts isExpert={Boolean(own.data)} />
}
