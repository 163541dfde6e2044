import { LazyDialog } from '@trove/ui/dialogs/lazy-dialog'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../lib/session/session.ts'
import { meanOf, useReviews } from './queries.ts'
import { ReviewList } from './review-list.tsx'
import classes from './reviews.module.css'

/** What buyers gave a seller over all they sold; opens what they wrote. Says nothing where there is no review. */
export default function SellerStars({ sellerId, name }: { sellerId: string; name: string }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const isMine = useSession().user?.userId === sellerId
  const found = meanOf(useReviews({ sellerId }).counts)
  if (!found) return null
  return (
    <>
      <button type="button" className={classes.seller} onClick={() => setOpen(true)}>
        <span aria-hidden className={classes.star}>
          ★
        </span>
        <span aria-hidden>{found.mean}</span>
        <span className={classes.hidden}>{t('reviews.average', { stars: found.mean })}</span>
        <span>{t('reviews.total', { count: found.count })}</span>
      </button>
      <LazyDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={t('reviews.ofSeller', { name })}
        closeLabel={t('common.close')}
      >
        <ReviewList what={{ sellerId }} isMine={isMine} />
      </LazyDialog>
    </>
  )
}
