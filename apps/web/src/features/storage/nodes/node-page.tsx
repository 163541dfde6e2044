import { RowsSkeleton } from '@trove/ui/feedback/skeletons'
import { PageHeader } from '@trove/ui/layout/page-header'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { Failure } from '../../../lib/calls/failure.tsx'
import own from './nodes.module.css'
import { useNodeScore } from './queries.ts'
import { ScorePanel } from './score-panel.tsx'

/** What samples from outside and the chain say of one storage node. */
export default function NodePage() {
  const { t } = useTranslation()
  const { data, error, refetch } = useNodeScore(useParams().account ?? '')
  return (
    <>
      <PageHeader title={t('titles.storageNode')} lead={t('storageNode.lead')} />
      {data && (
        <>
          <p>
            <code className={own.account}>{data.account}</code>
          </p>
          <ScorePanel node={data} />
        </>
      )}
      {!data && error && <Failure error={error} refetch={refetch} />}
      {!data && !error && <RowsSkeleton label={t('common.loading')} />}
    </>
  )
}
