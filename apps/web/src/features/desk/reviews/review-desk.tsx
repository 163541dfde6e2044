import { REVIEW_DECISION_CHARS } from '@trove/contract/reviews/desk'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../lib/calls/notify.ts'
import { onRefusal } from '../../../lib/calls/refusal.ts'
import { formatMoment } from '../../../lib/shown/format.ts'
import { WordsDialog } from '../../../lib/shown/words-dialog.tsx'
import classes from '../desk.module.css'
import { DeskList } from '../desk-list.tsx'
import { DeskPage } from '../desk-page.tsx'
import { ReviewCard } from './review-card.tsx'
import {
  type Decision,
  type Hidden,
  type Reported,
  type Settling,
  useHiddenReviews,
  useReportedReviews,
  useReviewDecisions,
} from './review-queries.ts'

const VIEWS = ['reported', 'hidden'] as const
type View = (typeof VIEWS)[number]
type Ask = (decision: Decision) => void

/** The dialog before each act, which asks for the reason. */
function useQuestion(): { ask: Ask; dialog: ReactNode } {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<Decision>()
  const close = () => setAsked(undefined)
  const decide = useReviewDecisions(() => {
    notify('success', t('reviewDesk.done'))
    close()
  })
  const dialog = asked && (
    <WordsDialog
      title={t(`reviewDesk.acts.${asked.act}`)}
      text={t(`reviewDesk.texts.${asked.act}`)}
      label={t('reviewDesk.why')}
      emptyText={t('reviewDesk.whyEmpty')}
      maxLength={REVIEW_DECISION_CHARS}
      sendLabel={t(`reviewDesk.acts.${asked.act}`)}
      isDangerous={asked.act.startsWith('hide')}
      isBusy={decide.isPending}
      onClose={close}
      onSend={(reason) => decide.mutate({ decision: asked, reason }, { onError: onRefusal(close) })}
    />
  )
  return { ask: setAsked, dialog }
}

/** What may be done about a reported review as it stands. */
function actsOf({ reply, isHidden, isReplyHidden }: Reported): Settling[] {
  const mayHideReply = Boolean(reply) && !isReplyHidden
  return [
    'leave',
    ...(isHidden ? [] : (['hideReview'] as const)),
    ...(mayHideReply ? (['hideReply'] as const) : []),
    ...(mayHideReply && !isHidden ? (['hideBoth'] as const) : []),
  ]
}

function ReportedReviews() {
  const { t } = useTranslation()
  const { ask, dialog } = useQuestion()
  return (
    <>
      <DeskList pages={useReportedReviews()} empty={{ title: t('reviewDesk.none.reported') }}>
        {(review) => {
          const { id, decisions, lastReport, reports, reportCount } = review
          return (
            <ReviewCard
              key={id}
              review={review}
              note={t('reviewDesk.reports', { count: reportCount })}
              acts={actsOf(review)}
              onAct={(act) => ask({ act, id, decisions, lastReport })}
            >
              {reports.map(({ reason, at }) => (
                <p key={`${at}${reason}`}>
                  <span className={classes.quiet}>{formatMoment(at)}</span>
                  <br />
                  <span className={classes.said}>{reason || t('reviewDesk.noWords')}</span>
                </p>
              ))}
              {reports.length < reportCount && (
                <p className={classes.quiet}>{t('reviewDesk.more', { shown: reports.length })}</p>
              )}
            </ReviewCard>
          )
        }}
      </DeskList>
      {dialog}
    </>
  )
}

const shownAgain = ({ isHidden, isReplyHidden }: Hidden) => [
  ...(isHidden ? (['showReview'] as const) : []),
  ...(isReplyHidden ? (['showReply'] as const) : []),
]

function HiddenReviews() {
  const { t } = useTranslation()
  const { ask, dialog } = useQuestion()
  return (
    <>
      <DeskList pages={useHiddenReviews()} empty={{ title: t('reviewDesk.none.hidden') }}>
        {(review) => {
          const { id, decisions } = review
          return (
            <ReviewCard
              key={id}
              review={review}
              acts={shownAgain(review)}
              onAct={(act) => ask({ act, id, decisions })}
            />
          )
        }}
      </DeskList>
      {dialog}
    </>
  )
}

const panels: Record<View, ReactNode> = { reported: <ReportedReviews />, hidden: <HiddenReviews /> }

/** Reviews that were reported, and what is hidden: for reviewers. */
export default function ReviewDesk() {
  const { t } = useTranslation()
  return (
    <DeskPage
      title={t('titles.reviewDesk')}
      lead={t('reviewDesk.lead')}
      of="reviewer"
      views={VIEWS.map((value) => ({ value, label: t(`reviewDesk.views.${value}`) }))}
    >
      {(view) => panels[view]}
    </DeskPage>
  )
}
