import { HeaderAction } from '@trove/ui/actions/header-action'
import { PlusIcon } from '@trove/ui/icons/actions'
import { PageHeader } from '@trove/ui/layout/page-header'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths } from '../../../lib/addresses/paths.ts'
import { MarketList } from '../../../market/list/market-list.tsx'
import { useListFace } from './list-face.tsx'

/** All works that are online. */
export default function CodeList() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <>
      <PageHeader
        title={t('titles.codeForceList')}
        lead={t('works.lead')}
        back={{ label: t('common.back'), onClick: () => navigate(paths.workCodeForce()) }}
        actions={
          <HeaderAction action={{ label: t('titles.publishProduct'), href: paths.publishCode(), icon: <PlusIcon /> }} />
        }
      />
      <MarketList face={useListFace()} />
    </>
  )
}
