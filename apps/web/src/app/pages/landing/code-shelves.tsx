import { useQuery } from '@tanstack/react-query'
import {
  listWorks,
  MVP_PRIOR,
  MVP_WEIGHTS,
  RANKING_DAYS,
  rankCommented,
  rankMvp,
  rankPopular,
} from '@trove/contract/code/market'
import { ActionButton } from '@trove/ui/actions/action-button'
import { Link } from '@trove/ui/base/link'
import { ErrorState } from '@trove/ui/feedback/error-state'
import { CardGridSkeleton, RowsSkeleton } from '@trove/ui/feedback/skeletons'
import { CardGrid } from '@trove/ui/layout/card-grid'
import { Tabs } from '@trove/ui/layout/tabs'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { WorkCard } from '../../../features/code/list/work-card.tsx'
import { useWorkWords } from '../../../features/code/use-words.ts'
import { api } from '../../../lib/api.ts'
import { formatCount } from '../../../lib/format.ts'
import { errorText } from '../../../lib/notify.ts'
import { paths } from '../../../lib/paths.ts'
import classes from './landing.module.css'

const RANKINGS = { popular: rankPopular, comments: rankCommented, mvp: rankMvp } as const
type RankingName = keyof typeof RANKINGS
/** Two rows of four. */
const SHOWN = 8

function Failed({ error, retry }: { error: Error; retry: () => Promise<unknown> }) {
  const { t } = useTranslation()
  const again = { label: t('common.retry'), onClick: () => void retry() }
  return <ErrorState title={errorText(error)} retry={again} isSmall />
}

/** Works that most people got: two rows of four. */
export function PopularWorks() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery({
    queryKey: ['code', 'shelf'],
    queryFn: () => api(listWorks, { query: { sort: 'popular', size: SHOWN } }),
  })
  return (
    <section className={classes.block}>
      <h2 className={classes.sectionTitle}>{t('landing.code.featured')}</h2>
      {!data && !error && <CardGridSkeleton label={t('common.loading')} count={4} />}
      {!data && error && <Failed error={error} retry={refetch} />}
      {data?.content.length === 0 && <p className={classes.shelf}>{t('landing.code.featuredEmpty')}</p>}
      {data && data.content.length > 0 && (
        <CardGrid label={t('landing.code.featured')}>
          {data.content.map((work) => (
            <WorkCard key={work.id} offer={work} />
          ))}
        </CardGrid>
      )}
      <ActionButton kind="plain" action={{ label: t('landing.code.viewMore'), href: paths.codeList() }} />
    </section>
  )
}

function Ranking({ name }: { name: RankingName }) {
  const { t } = useTranslation()
  const { priceOf } = useWorkWords()
  const { data, error, refetch } = useQuery({
    queryKey: ['code', 'ranking', name],
    queryFn: () => api(RANKINGS[name], {}),
  })
  if (!data && error) return <Failed error={error} retry={refetch} />
  if (!data) return <RowsSkeleton label={t('common.loading')} count={3} />
  if (data.length === 0) return <p className={classes.shelf}>{t('landing.code.rankingEmpty')}</p>
  return (
    <ol className={classes.ranking}>
      {data.map(({ productId, productName, productCountComments, productCountDownloads, productPrice }) => (
        <li key={productId}>
          <Link href={paths.codeDetail({ id: productId })}>{productName}</Link>
          <span>
            {name === 'comments'
              ? t('landing.code.comments', { count: productCountComments, shown: formatCount(productCountComments) })
              : t('landing.code.gets', { count: productCountDownloads, shown: formatCount(productCountDownloads) })}
          </span>
          <strong>{priceOf(productPrice)}</strong>
        </li>
      ))}
    </ol>
  )
}

/** Three rankings as tabs (b-markets 2); how each is counted is said below it. */
export function Rankings() {
  const { t } = useTranslation()
  const [name, setName] = useState<RankingName>('popular')
  return (
    <section className={classes.block}>
      <h2 className={classes.sectionTitle}>{t('landing.code.rankings')}</h2>
      <Tabs
        label={t('landing.code.rankings')}
        value={name}
        onChange={setName}
        items={(['popular', 'comments', 'mvp'] as const).map((value) => ({
          value,
          label: t(`landing.code.ranking.${value}`),
        }))}
      >
        <Ranking name={name} />
        <p className={classes.formula}>
          {t(`landing.code.formula.${name}`, { days: RANKING_DAYS, ...MVP_WEIGHTS, ...MVP_PRIOR })}
        </p>
      </Tabs>
    </section>
  )
}
