import { useTranslation } from 'react-i18next'
import { formatCount } from '../../../lib/shown/format.ts'
import type { Expert } from '../data/queries.ts'
import classes from '../talent.module.css'

/** A mean of stars as it is shown, of one decimal. */
export const meanText = (rating: number) => rating.toFixed(1)

/** What buyers gave an expert on the mean, and how many of them; nothing without a review. */
export function Rating({ of: { rating, countReviews } }: { of: Pick<Expert, 'rating' | 'countReviews'> }) {
  const { t } = useTranslation()
  if (rating === null) return null
  const mean = meanText(rating)
  return (
    <span className={classes.rating}>
      <span role="img" aria-label={t('reviews.average', { stars: mean })}>
        <span aria-hidden className={classes.star}>
          ★
        </span>{' '}
        <span aria-hidden>{mean}</span>
      </span>
      <span>({t('reviews.total', { count: countReviews, shown: formatCount(countReviews) })})</span>
    </span>
  )
}
