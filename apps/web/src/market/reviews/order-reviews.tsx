import { Textarea } from '@mantine/core'
import { REVIEW_CHARS } from '@trove/contract/reviews/routes'
import { ActionButton } from '@trove/ui/actions/action-button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../lib/calls/clock.ts'
import { SmallFailure } from '../../lib/calls/failure.tsx'
import { notify } from '../../lib/calls/notify.ts'
import { formatMoment } from '../../lib/shown/format.ts'
import { Panel, Quiet } from '../detail/panel.tsx'
import { type Kind, type Review, useOrderReviews, useReviewActions } from './queries.ts'
import { ReviewItem } from './review-item.tsx'
import classes from './reviews.module.css'
import { StarsInput } from './stars.tsx'

type OrderReviewsProps = { kind: Kind; orderId: string; reader: 'buyer' | 'seller' }

/** Stars and words; what could not be sent stays. */
function Write({ kind, orderId }: Omit<OrderReviewsProps, 'reader'>) {
  const { t } = useTranslation()
  const [stars, setStars] = useState(0)
  const [text, setText] = useState('')
  const [hasNoStars, setNoStars] = useState(false)
  const { write } = useReviewActions()
  const send = () => {
    if (stars === 0) return setNoStars(true)
    write.mutate(
      { kind, orderId, stars, text: text.trim() },
      { onSuccess: () => notify('success', t('reviews.write.sent')) },
    )
  }
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (!write.isPending) send()
      }}
    >
      <StarsInput
        label={t('reviews.write.stars')}
        value={stars}
        error={hasNoStars ? t('reviews.write.starsFirst') : undefined}
        onChange={(next) => {
          setStars(next)
          setNoStars(false)
        }}
      />
      <Textarea
        label={t('reviews.write.text')}
        description={t('reviews.write.help')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        maxLength={REVIEW_CHARS}
        rows={3}
      />
      <div>
        <ActionButton action={{ label: t('reviews.write.send'), onClick: send, isBusy: write.isPending }} />
      </div>
    </form>
  )
}

/** The other side's review, or why there is none to see. */
function Other({ review, reader, isOver }: { review: Review | null; reader: 'buyer' | 'seller'; isOver: boolean }) {
  const { t } = useTranslation()
  if (!review) return <Quiet>{t(isOver ? 'reviews.order.otherSilent' : 'reviews.order.waiting')}</Quiet>
  return (
    <section className={classes.part}>
      <h3>{t(reader === 'buyer' ? 'reviews.order.fromSeller' : 'reviews.order.fromBuyer')}</h3>
      <ReviewItem review={review} isAboutMe />
    </section>
  )
}

/** Of an order of any market: one's review of the other side, and theirs once it shows. Nothing before the service ended. */
export function OrderReviews({ kind, orderId, reader }: OrderReviewsProps) {
  const { t } = useTranslation()
  const now = useNow(60_000)
  const { data, error, refetch } = useOrderReviews(kind, orderId)
  if (error && !data) return <SmallFailure error={error} refetch={refetch} />
  if (!data?.until) return null
  const isOver = new Date(data.until) <= now
  return (
    <Panel title={t('reviews.order.title')}>
      {!isOver && !(data.own && data.other) && (
        <Quiet>{t('reviews.order.hiddenUntil', { when: formatMoment(data.until) })}</Quiet>
      )}
      {data.own && (
        <section className={classes.part}>
          <h3>{t('reviews.order.own')}</h3>
          <ReviewItem review={data.own} />
        </section>
      )}
      {data.mayWrite && <Write kind={kind} orderId={orderId} />}
      {!data.own && !data.mayWrite && <Quiet>{t('reviews.order.over')}</Quiet>}
      <Other review={data.other} reader={reader} isOver={isOver} />
    </Panel>
  )
}
