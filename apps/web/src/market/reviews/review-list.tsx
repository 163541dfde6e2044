import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SmallFailure } from '../../lib/calls/failure.tsx'
import { ShowMore } from '../../lib/lists/show-more.tsx'
import { formatCount } from '../../lib/shown/format.ts'
import { meanOf, type Reviewed, useReviews } from './queries.ts'
import { ReviewBones } from './review-bones.tsx'
import { ReviewItem } from './review-item.tsx'
import classes from './reviews.module.css'
import { Stars } from './stars.tsx'

type BarsProps = { counts: readonly number[]; chosen: number | undefined; onChoose: (stars?: number) => void }

/** How many gave so many stars; each bar chooses those reviews, and once more shows all. */
function Bars({ counts, chosen, onChoose }: BarsProps) {
  const { t } = useTranslation()
  const found = meanOf(counts)
  if (!found) return null
  return (
    <div className={classes.figures}>
      <p className={classes.mean}>
        <strong>{found.mean}</strong>
        <span className={classes.quiet}>{t('reviews.total', { count: found.count })}</span>
      </p>
      <ul className={classes.bars}>
        {[5, 4, 3, 2, 1].map((stars) => {
          const count = counts[stars - 1] ?? 0
          return (
            <li key={stars}>
              <button
                type="button"
                className={classes.bar}
                aria-pressed={chosen === stars}
                disabled={count === 0}
                onClick={() => onChoose(chosen === stars ? undefined : stars)}
              >
                <Stars value={stars} />
                <meter min={0} max={found.count} value={count} aria-hidden />
                <span className={classes.count}>{formatCount(count)}</span>
              </button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** What buyers wrote about an offer or a seller: stars as bars, reviews, replies. `isMine`: the reader is who was reviewed. */
export function ReviewList({ what, isMine }: { what: Reviewed; isMine: boolean }) {
  const { t } = useTranslation()
  const [stars, setStars] = useState<number>()
  // The bars count all of them, whichever are chosen; without a choice it is the same answer.
  const { counts } = useReviews(what)
  const list = useReviews(what, stars)
  if (list.isPending && !stars) return <ReviewBones />
  // With stars chosen the bars stay: they are the way back to all.
  if (list.isError && !counts) return <SmallFailure error={list.error} refetch={list.refetch} />
  return (
    <div className={classes.list}>
      {counts && <Bars counts={counts} chosen={stars} onChoose={setStars} />}
      {list.isSuccess && list.reviews.length === 0 && (
        <p className={classes.none}>{t(stars ? 'reviews.noneWithStars' : 'reviews.none')}</p>
      )}
      <ul className={classes.reviews}>
        {list.reviews.map((review) => (
          <li key={review.id}>
            <ReviewItem review={review} isAboutMe={isMine} />
          </li>
        ))}
      </ul>
      {list.isError && <SmallFailure error={list.error} refetch={list.refetch} />}
      <ShowMore
        key={stars}
        kind="plain"
        label={t('reviews.more')}
        count={list.reviews.length}
        hasMore={list.hasNextPage}
        isLoading={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
      />
    </div>
  )
}
