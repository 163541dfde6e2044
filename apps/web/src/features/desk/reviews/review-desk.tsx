import type { DataColumn } from '@trove/ui/lists/data-table'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { formatMoment } from '../../../lib/shown/format.ts'
import { sinceColumn } from '../columns.tsx'
import classes from '../desk.module.css'
import { DeskPage } from '../desk-page.tsx'
import { DeskTable } from '../desk-table.tsx'
import type { CaseFilter } from '../filters/case-filter.ts'
import type { Listed } from '../queries.ts'
import { ReviewCase } from './review-case.tsx'
import {
  type Decision,
  type Hidden,
  type Part,
  type Reported,
  type ReviewAct,
  useHiddenReview,
  useHiddenReviews,
  useReportedReview,
  useReportedReviews,
} from './review-queries.ts'

const VIEWS = ['reported', 'hidden'] as const
type View = (typeof VIEWS)[number]
type Filter = CaseFilter<Part>

/** Who wrote it, how many stars, and as much of the words as a row has room for. */
function columnsOf<R extends Hidden>(t: TFunction): DataColumn<R>[] {
  return [
    { id: 'author', label: t('reviewDesk.author'), cell: ({ author }) => author.nickName || t('reviews.deleted') },
    {
      id: 'stars',
      label: t('reviewDesk.stars'),
      cell: ({ stars }) => t('reviews.stars', { count: stars }),
      phone: 'end',
    },
    {
      id: 'words',
      label: t('reviewDesk.words'),
      cell: ({ text }) => <span className={classes.twoLines}>{text || t('reviewDesk.noWords')}</span>,
      twoLinesEm: 24,
      phone: 'line',
    },
  ]
}

const reportColumns = (t: TFunction): DataColumn<Reported>[] => [
  ...columnsOf<Reported>(t),
  {
    id: 'reports',
    label: t('reviewDesk.views.reported'),
    cell: ({ reportCount }) => t('reviewDesk.reports', { count: reportCount }),
    phone: 'line',
  },
  sinceColumn(t, ({ reports, writtenAt }) => reports[0]?.at ?? writtenAt),
]

const hiddenColumns = (t: TFunction): DataColumn<Hidden>[] => [
  ...columnsOf<Hidden>(t),
  {
    id: 'hidden',
    label: t('reviewDesk.views.hidden'),
    cell: ({ isHidden, isReplyHidden }) =>
      [isHidden && t('reviewDesk.isHidden'), isReplyHidden && t('reviewDesk.isReplyHidden')]
        .filter(Boolean)
        .join(' · '),
    phone: 'line',
  },
  { id: 'written', label: t('reviewDesk.written'), cell: ({ writtenAt }) => formatMoment(writtenAt) },
]

/** What may be done about a reported review as it stands. */
function actsOf({ reply, isHidden, isReplyHidden }: Reported): ReviewAct[] {
  const mayHideReply = Boolean(reply) && !isReplyHidden
  return [
    'leave',
    ...(isHidden ? [] : (['hideReview'] as const)),
    ...(mayHideReply ? (['hideReply'] as const) : []),
    ...(mayHideReply && !isHidden ? (['hideBoth'] as const) : []),
  ]
}

/** What was reported of it, the oldest first. */
function Reports({ review: { reports, reportCount } }: { review: Reported }) {
  const { t } = useTranslation()
  return (
    <section>
      <h3 className={classes.part}>{t('reviewDesk.reports', { count: reportCount })}</h3>
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
    </section>
  )
}

type CaseProps<R> = { id: string; pages: Listed<R>; onClose: () => void }

/** A reported review that is open, with its reports. */
function ReportedCase({ id, pages, onClose }: CaseProps<Reported>) {
  return (
    <ReviewCase
      read={useReportedReview(id, pages)}
      actsOf={actsOf}
      decisionOf={({ decisions, lastReport }, act) => ({ act, id, decisions, lastReport }) as Decision}
      onClose={onClose}
    >
      {(review) => <Reports review={review} />}
    </ReviewCase>
  )
}

function ReportedReviews({ filter }: { filter: Filter }) {
  const { t } = useTranslation()
  const pages = useReportedReviews(filter)
  return (
    <DeskTable
      label={t('titles.reviewDesk')}
      pages={pages}
      empty={{ title: t('reviewDesk.none.reported'), next: { value: 'hidden', label: t('reviewDesk.views.hidden') } }}
      columns={reportColumns(t)}
      panel={(id, close) => <ReportedCase key={id} id={id} pages={pages} onClose={close} />}
    />
  )
}

const shownAgain = ({ isHidden, isReplyHidden }: Hidden): ReviewAct[] => [
  ...(isHidden ? (['showReview'] as const) : []),
  ...(isReplyHidden ? (['showReply'] as const) : []),
]

/** A review that is open of which something is hidden. */
function HiddenCase({ id, pages, onClose }: CaseProps<Hidden>) {
  return (
    <ReviewCase
      read={useHiddenReview(id, pages)}
      actsOf={shownAgain}
      decisionOf={({ decisions }, act) => ({ act, id, decisions }) as Decision}
      onClose={onClose}
    />
  )
}

function HiddenReviews({ filter }: { filter: Filter }) {
  const { t } = useTranslation()
  const pages = useHiddenReviews(filter)
  return (
    <DeskTable
      label={t('titles.reviewDesk')}
      pages={pages}
      empty={{ title: t('reviewDesk.none.hidden'), next: { value: 'reported', label: t('reviewDesk.views.reported') } }}
      columns={hiddenColumns(t)}
      panel={(id, close) => <HiddenCase key={id} id={id} pages={pages} onClose={close} />}
    />
  )
}

const listOf = (view: View, filter: Filter) =>
  view === 'reported' ? <ReportedReviews filter={filter} /> : <HiddenReviews filter={filter} />

/** Reviews that were reported, and what is hidden: for reviewers. */
export default function ReviewDesk() {
  const { t } = useTranslation()
  return (
    <DeskPage
      title={t('titles.reviewDesk')}
      lead={t('reviewDesk.lead')}
      of="reviewer"
      views={VIEWS.map((value) => ({ value, label: t(`reviewDesk.views.${value}`) }))}
      filters={{
        placeholder: t('reviewDesk.byPerson'),
        waits: ['reported'],
        ends: [
          { value: 'review', label: t('reviewDesk.isHidden') },
          { value: 'reply', label: t('reviewDesk.isReplyHidden') },
        ],
      }}
    >
      {listOf}
    </DeskPage>
  )
}
