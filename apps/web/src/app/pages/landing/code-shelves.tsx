import { useQuery } from '@tanstack/react-query'
import { MVP_PRIOR, MVP_WEIGHTS, RANKING_DAYS, rankCommented, rankMvp, rankPopular } from '@trove/contract/code/market'
import { listFeatured } from '@trove/contract/code/slots'
import { ActionButton } from '@trove/ui/actions/action-button'
import { Link } from '@trove/ui/base/link'
import { RowsSkeleton } from '@trove/ui/feedback/skeletons'
import { CardGrid } from '@trove/ui/layout/card-grid'
import { Tabs } from '@trove/ui/layout/tabs'
import { CardGridSkeleton } from '@trove/ui/lists/card-skeleton'
import { useTranslation } from 'react-i18next'
import { WorkCard } from '../../../features/code/list/work-card.tsx'
import { useOpenWork } from '../../../features/code/use-open-work.ts'
import { useWorkWords } from '../../../features/code/use-words.ts'
import { paths } from '../../../lib/addresses/paths.ts'
import { api } from '../../../lib/calls/api.ts'
import { SmallFailure } from '../../../lib/calls/failure.tsx'
import { formatCount } from '../../../lib/shown/format.ts'
import classes from './landing.module.css'
import { useSlides } from './landing-carousel.tsx'

const RANKINGS = { popular: rankPopular, comments: rankCommented, mvp: rankMvp } as const
type RankingName = keyof typeof RANKINGS

/** The featured row, once for the row and the banners. */
export function useFeatured() {
  return useQuery({ queryKey: ['code', 'featured'], queryFn: () => api(listFeatured, {}) })
}

/** What the staff features, and popular works in places that are free: two rows of four. */
export function FeaturedWorks() {
  const { t } = useTranslation()
  const { data, error, refetch } = useFeatured()
  return (
    <section className={classes.block}>
      <h2 className={classes.sectionTitle}>{t('landing.code.featured')}</h2>
      {!data && !error && (
        <CardGridSkeleton label={t('common.loading')} count={8} shape={{ hasPicture: true }} isDense />
      )}
      {!data && error && <SmallFailure error={error} refetch={refetch} />}
      {data?.length === 0 && <p className={classes.shelf}>{t('landing.code.featuredEmpty')}</p>}
      {data && data.length > 0 && (
        <CardGrid label={t('landing.code.featured')} isDense>
          {data.map((work) => (
            <WorkCard key={work.id} offer={work} hasPriceButton />
          ))}
        </CardGrid>
      )}
      <div className={classes.actions}>
        <ActionButton kind="plain" action={{ label: t('landing.code.viewMore'), href: paths.codeList() }} />
      </div>
    </section>
  )
}

function RankedName({ id, name }: { id: string; name: string }) {
  return (
    <Link href={paths.codeDetail({ id })} onClick={useOpenWork(id)}>
      {name}
    </Link>
  )
}

function Ranking({ name }: { name: RankingName }) {
  const { t } = useTranslation()
  const { priceOf } = useWorkWords()
  const { data, error, refetch } = useQuery({
    queryKey: ['code', 'ranking', name],
    queryFn: () => api(RANKINGS[name], {}),
  })
  if (!data && error) return <SmallFailure error={error} refetch={refetch} />
  if (!data) return <RowsSkeleton label={t('common.loading')} count={3} />
  if (data.length === 0) return <p className={classes.shelf}>{t('landing.code.rankingEmpty')}</p>
  return (
    <ol className={classes.ranking}>
      {data.map(({ productId, productName, productCountComments, productCountDownloads, productPrice }) => (
        <li key={productId}>
          <RankedName id={productId} name={productName} />
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

const NAMES = ['popular', 'comments', 'mvp'] as const

/** Three rankings in a carousel of tabs (b-markets 2); how each is counted is said below it. */
export function Rankings() {
  const { t } = useTranslation()
  const { track, active, show, onScroll } = useSlides(NAMES.length, { isStill: true })
  return (
    <section className={classes.block}>
      <h2 className={classes.sectionTitle}>{t('landing.code.rankings')}</h2>
      <Tabs
        label={t('landing.code.rankings')}
        value={NAMES[active]}
        onChange={(name) => show(NAMES.indexOf(name))}
        items={NAMES.map((value) => ({ value, label: t(`landing.code.ranking.${value}`) }))}
      >
        <div
          ref={track}
          className={classes.track}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
          tabIndex={0}
          onScroll={onScroll}
        >
          {NAMES.map((name, index) => (
            <section
              key={name}
              aria-label={t(`landing.code.ranking.${name}`)}
              className={classes.rankingSlide}
              inert={index !== active}
            >
              <Ranking name={name} />
              <p className={classes.formula}>
                {t(`landing.code.formula.${name}`, { days: RANKING_DAYS, ...MVP_WEIGHTS, ...MVP_PRIOR })}
              </p>
            </section>
          ))}
        </div>
      </Tabs>
    </section>
  )
}
