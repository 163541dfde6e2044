import { TAKEDOWN_STATES } from '@trove/contract/code/shapes'
import type { DataColumn } from '@trove/ui/lists/data-table'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { formatMoment } from '../../../lib/shown/format.ts'
import { sinceColumn } from '../columns.tsx'
import classes from '../desk.module.css'
import { DeskPage } from '../desk-page.tsx'
import { DeskTable } from '../desk-table.tsx'
import type { CaseFilter } from '../filters/case-filter.ts'
import { nameOf } from '../name-of.ts'
import type { Listed } from '../queries.ts'
import { WorkCase } from './report-case.tsx'
import {
  type Downed,
  type Reported,
  type TakedownState,
  useDowned,
  useDownedOne,
  useReported,
  useReportedOne,
} from './report-queries.ts'

const VIEWS = ['reported', 'answered', 'all'] as const
type View = (typeof VIEWS)[number]
type Filter = CaseFilter<TakedownState>

/** Which work, and whose. */
function workColumns<R extends Pick<Reported, 'work'>>(t: TFunction): DataColumn<R>[] {
  return [
    { id: 'work', label: t('codeReports.desk.work'), cell: ({ work }) => work.title },
    { id: 'author', label: t('codeReports.desk.author'), cell: ({ work }) => nameOf(work.author), phone: 'line' },
  ]
}

const reportColumns = (t: TFunction): DataColumn<Reported>[] => [
  ...workColumns<Reported>(t),
  {
    id: 'reason',
    label: t('codeReports.reason'),
    cell: ({ reports }) => [...new Set(reports.map(({ reason }) => t(`codeReports.reasons.${reason}`)))].join(' · '),
    twoLinesEm: 16,
    phone: 'line',
  },
  {
    id: 'count',
    label: t('codeReports.desk.views.reported'),
    cell: ({ reportCount }) => t('codeReports.desk.count', { count: reportCount }),
    phone: 'line',
  },
  sinceColumn(t, ({ reports }) => reports[0]?.at ?? ''),
]

type CaseProps<R> = { id: string; pages: Listed<R>; onClose: () => void }

/** A reported work that is open, with its reports. */
function ReportedCase({ id, pages, onClose }: CaseProps<Reported>) {
  const { t } = useTranslation()
  return (
    <WorkCase
      read={useReportedOne(id, pages)}
      acts={({ work }) => [
        ['dismiss', 'plain'],
        ...(work.state === 'removed' ? [] : [['takeDown', 'danger'] as const]),
      ]}
      onClose={onClose}
    >
      {({ reports }) =>
        reports.map(({ reason, words, at, isByScan }) => (
          <p key={`${at}${words}`}>
            <strong>{t(`codeReports.reasons.${reason}`)}</strong>{' '}
            <span className={classes.quiet}>
              {formatMoment(at)}
              {isByScan && <> · {t('codeReports.desk.byScan')}</>}
            </span>
            <br />
            <span className={classes.said}>{words}</span>
          </p>
        ))
      }
    </WorkCase>
  )
}

function ReportedWorks({ filter }: { filter: Filter }) {
  const { t } = useTranslation()
  const pages = useReported(filter)
  return (
    <DeskTable
      label={t('titles.reportDesk')}
      pages={pages}
      empty={{
        title: t('codeReports.desk.none.reported'),
        next: { value: 'answered', label: t('codeReports.desk.views.answered') },
      }}
      columns={reportColumns(t)}
      panel={(id, close) => <ReportedCase key={id} id={id} pages={pages} onClose={close} />}
    />
  )
}

const downColumns = (t: TFunction): DataColumn<Downed>[] => [
  ...workColumns<Downed>(t),
  {
    id: 'reason',
    label: t('codeReports.reason'),
    cell: ({ takedown }) => t(`codeReports.reasons.${takedown.reason}`),
    phone: 'line',
  },
  {
    id: 'answer',
    label: t('codeReports.desk.views.answered'),
    cell: ({ takedown: { answer } }) => answer && <span className={classes.twoLines}>{answer}</span>,
    twoLinesEm: 18,
  },
  sinceColumn(t, ({ takedown }) => takedown.at),
]

/** A work that is down, with why and what its author answered. */
function DownedCase({ id, pages, onClose }: CaseProps<Downed>) {
  const { t } = useTranslation()
  return (
    <WorkCase
      read={useDownedOne(id, pages)}
      acts={({ takedown }) => [
        ...(takedown.state === 'answered' ? [['uphold', 'plain'] as const] : []),
        ['restore', 'main'],
      ]}
      onClose={onClose}
    >
      {({ takedown: { reason, words, answer, at } }) => (
        <>
          <p className={classes.quiet}>
            {t(`codeReports.reasons.${reason}`)} · {formatMoment(at)}
          </p>
          <p>{words}</p>
          <p>{answer ? t('codeReports.desk.answer', { words: answer }) : t('codeReports.desk.noAnswer')}</p>
        </>
      )}
    </WorkCase>
  )
}

function DownedWorks({ view, filter }: { view: 'answered' | 'all'; filter: Filter }) {
  const { t } = useTranslation()
  const pages = useDowned(view, filter)
  return (
    <DeskTable
      label={t('titles.reportDesk')}
      pages={pages}
      empty={{
        title: t(`codeReports.desk.none.${view}`),
        next: { value: 'reported', label: t('codeReports.desk.views.reported') },
      }}
      columns={downColumns(t)}
      panel={(id, close) => <DownedCase key={id} id={id} pages={pages} onClose={close} />}
    />
  )
}

const listOf = (view: View, filter: Filter) =>
  view === 'reported' ? <ReportedWorks filter={filter} /> : <DownedWorks key={view} view={view} filter={filter} />

/** Works that were reported, appeals, and what is down: for reviewers. */
export default function ReportDesk() {
  const { t } = useTranslation()
  return (
    <DeskPage
      title={t('titles.reportDesk')}
      lead={t('codeReports.desk.lead')}
      of="reviewer"
      views={VIEWS.map((value) => ({ value, label: t(`codeReports.desk.views.${value}`) }))}
      filters={{
        placeholder: t('codeReports.desk.byWork'),
        waits: ['reported', 'answered'],
        ends: TAKEDOWN_STATES.map((value) => ({ value, label: t(`codeReports.desk.states.${value}`) })),
      }}
    >
      {listOf}
    </DeskPage>
  )
}
