import { REVIEW_CHARS } from '@trove/contract/reviews/routes'
import { ActionButton } from '@trove/ui/actions/action-button'
import { AvatarImage } from '@trove/ui/lists/avatar-image'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/calls/notify.ts'
import { onRefusal } from '../../lib/calls/refusal.ts'
import { useSession } from '../../lib/session/session.ts'
import { formatCount, formatDay } from '../../lib/shown/format.ts'
import { WordsDialog } from '../../lib/shown/words-dialog.tsx'
import { onlinePercent } from './online-percent.ts'
import { type Review, useReviewActions } from './queries.ts'
import classes from './reviews.module.css'
import { Stars } from './stars.tsx'

/** As long as the contract lets a report's reason be. */
const REPORT_CHARS = 200
const MINUTES_PER_HOUR = 60

type Asking = 'reply' | 'report'
type AskProps = { review: Review; what: Asking; onClose: () => void }

/** The question before a reply or a report. */
function Ask({ review: { id }, what, onClose }: AskProps) {
  const { t } = useTranslation()
  const { reply, report } = useReviewActions()
  const done = (words: string) => ({
    // Replied to, reported or hidden meanwhile.
    onError: onRefusal(onClose),
    onSuccess: () => {
      notify('success', words)
      onClose()
    },
  })
  const shared = { onClose, isBusy: reply.isPending || report.isPending }
  if (what === 'reply')
    return (
      <WordsDialog
        {...shared}
        title={t('reviews.answer.open')}
        label={t('reviews.answer.text')}
        help={t('reviews.answer.help')}
        emptyText={t('reviews.answer.empty')}
        maxLength={REVIEW_CHARS}
        sendLabel={t('reviews.answer.send')}
        onSend={(text) => reply.mutate({ id, text }, done(t('reviews.answer.sent')))}
      />
    )
  return (
    <WordsDialog
      {...shared}
      title={t('reviews.report.title')}
      label={t('reviews.report.reason')}
      emptyText={t('reviews.report.empty')}
      maxLength={REPORT_CHARS}
      sendLabel={t('reviews.report.send')}
      onSend={(reason) => report.mutate({ id, reason }, done(t('reviews.report.sent')))}
    />
  )
}

function Actions({ review, isAboutMe }: ReviewItemProps) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState<Asking>()
  return (
    <>
      <span className={classes.actions}>
        {isAboutMe && !review.isReplied && (
          <ActionButton
            kind="quiet"
            size="xs"
            action={{ label: t('reviews.answer.open'), onClick: () => setAsking('reply') }}
          />
        )}
        <ActionButton
          kind="quiet"
          size="xs"
          action={{ label: t('reviews.report.open'), onClick: () => setAsking('report') }}
        />
      </span>
      {asking && <Ask review={review} what={asking} onClose={() => setAsking(undefined)} />}
    </>
  )
}

/** What Trove measured of the service, beside what its buyer says of it. */
function Measured(measured: NonNullable<Review['measured']>) {
  const { t } = useTranslation()
  const percent = onlinePercent(measured)
  if (!percent) return null
  const hours = formatCount(measured.servedMinutes / MINUTES_PER_HOUR)
  return <p className={classes.quiet}>{t('reviews.measured', { hours, percent, minutes: measured.silentMinutes })}</p>
}

type ReviewItemProps = {
  review: Review
  /** The reader is who was reviewed, and may reply once. */
  isAboutMe?: boolean
}

/** One review: who, how many stars, in which words, the reply, and what the reader can do about it. */
export function ReviewItem({ review, isAboutMe }: ReviewItemProps) {
  const { t } = useTranslation()
  const user = useSession().user
  const name = review.author.nickName || t('reviews.deleted')
  return (
    <div className={classes.review}>
      <AvatarImage src={review.author.headImgUrl} name={name} size={36} />
      <div className={classes.words}>
        <span className={classes.who}>
          <strong>{name}</strong>
          <Stars value={review.stars} />
          <time className={classes.quiet} dateTime={review.writtenAt}>
            {formatDay(review.writtenAt)}
          </time>
        </span>
        {review.measured && <Measured {...review.measured} />}
        {review.text && <p className={classes.text}>{review.text}</p>}
        {review.reply && (
          <p className={classes.reply}>
            <strong>{t('reviews.reply')}</strong> {review.reply}
          </p>
        )}
        {isAboutMe && review.isReplied && !review.reply && <p className={classes.quiet}>{t('reviews.replyHidden')}</p>}
        {user && user.userId !== review.author.id && <Actions review={review} isAboutMe={isAboutMe} />}
      </div>
    </div>
  )
}
