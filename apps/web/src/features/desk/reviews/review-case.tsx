import { REVIEW_DECISION_CHARS } from '@trove/contract/reviews/desk'
import { ActionButton } from '@trove/ui/actions/action-button'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../lib/calls/notify.ts'
import { onRefusal } from '../../../lib/calls/refusal.ts'
import { useSession } from '../../../lib/session/session.ts'
import { formatMoment } from '../../../lib/shown/format.ts'
import { CaseDialog } from '../cases/case-dialog.tsx'
import { WordsQuestion } from '../cases/words-question.tsx'
import classes from '../desk.module.css'
import { type Decision, type Hidden, type ReviewAct, useReviewDecisions } from './review-queries.ts'

const kindOf = (act: ReviewAct) => {
  if (act === 'leave') return 'plain'
  return act.startsWith('hide') ? 'danger' : 'main'
}

/** The question before each act, which asks for the reason; the case is closed once it was decided. */
function useQuestion(onDecided: () => void) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<Decision>()
  const onTakeBack = () => setAsked(undefined)
  const decide = useReviewDecisions(() => {
    notify('success', t('reviewDesk.done'))
    onDecided()
  })
  const question = asked && (
    <WordsQuestion
      key={asked.act}
      title={t(`reviewDesk.acts.${asked.act}`)}
      text={t(`reviewDesk.texts.${asked.act}`)}
      label={t('reviewDesk.why')}
      emptyText={t('reviewDesk.whyEmpty')}
      maxLength={REVIEW_DECISION_CHARS}
      confirmLabel={t(`reviewDesk.acts.${asked.act}`)}
      isDangerous={asked.act.startsWith('hide')}
      isBusy={decide.isPending}
      onTakeBack={onTakeBack}
      onSend={(reason) => decide.mutate({ decision: asked, reason }, { onError: onRefusal(onTakeBack) })}
    />
  )
  return { ask: setAsked, panel: { question, onTakeBack, isBusy: decide.isPending } }
}

/** One review with its reply, and what is hidden of them. */
function Words({ review }: { review: Hidden }) {
  const { t } = useTranslation()
  const { author, side, stars, text, reply, writtenAt, isHidden, isReplyHidden } = review
  const facts = [
    t(`reviewDesk.from.${side}`),
    t('reviews.stars', { count: stars }),
    formatMoment(writtenAt),
    isHidden && t('reviewDesk.isHidden'),
    isReplyHidden && t('reviewDesk.isReplyHidden'),
  ]
  return (
    <>
      <strong>{author.nickName || t('reviews.deleted')}</strong>
      <p className={classes.quiet}>{facts.filter(Boolean).join(' · ')}</p>
      <p className={classes.said}>{text || t('reviewDesk.noWords')}</p>
      {reply && (
        <p className={classes.said}>
          <strong>{t('reviews.reply')}</strong> {reply}
        </p>
      )}
    </>
  )
}

type ReviewCaseProps<R extends Hidden> = {
  read: { data: R | undefined; error: unknown; refetch: () => unknown }
  actsOf: (review: R) => readonly ReviewAct[]
  /** The act on the review as it is seen. */
  decisionOf: (review: R, act: ReviewAct) => Decision
  onClose: () => void
  /** What was said about it. */
  children?: (review: R) => ReactNode
}

/** A review that is open, with what a reviewer can do about it. */
export function ReviewCase<R extends Hidden>(props: ReviewCaseProps<R>) {
  const { read, actsOf, decisionOf, onClose, children } = props
  const { t } = useTranslation()
  const { user } = useSession()
  const { ask, panel } = useQuestion(onClose)
  const review = read.data
  const isOwn = review !== undefined && (user?.userId === review.author.id || user?.userId === review.targetId)
  const footer =
    review &&
    !isOwn &&
    actsOf(review).map((act) => (
      <ActionButton
        key={act}
        kind={kindOf(act)}
        action={{ label: t(`reviewDesk.acts.${act}`), onClick: () => ask(decisionOf(review, act)) }}
      />
    ))
  return (
    <CaseDialog title={t('reviewDesk.title')} read={read} onClose={onClose} footer={footer} {...panel}>
      {(one) => (
        <>
          <Words review={one} />
          {children?.(one)}
          {isOwn && <p className={classes.quiet}>{t('reviewDesk.own')}</p>}
        </>
      )}
    </CaseDialog>
  )
}
