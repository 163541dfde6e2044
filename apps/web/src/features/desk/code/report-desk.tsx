import type { DataColumn } from '@trove/ui/lists/data-table'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { formatMoment } from '../../../lib/shown/format.ts'
import { sinceColumn } from '../columns.tsx'
import classes from '../desk.module.css'
import { DeskPage } from '../desk-page.tsx'
import { DeskTable } from '../desk-table.tsx'
import { nameOf } from '../name-of.ts'
import { type Work, WorkCase } from './report-case.tsx'
import { type Downed, type Reported, useDowned, useReported } from './report-queries.ts'

const VIEWS = ['reported', 'answered', 'all'] as const
type View = (typeof VIEWS)[number]
type Row<R> = R & { id: string; work: Work }

/** Which work, and whose. */
function workColumns<R extends { work: Work }>(t: TFunction): DataColumn<R>[] {
  return [
    { id: 'work', label: t('codeReports.desk.work'), cell: ({ work }) => work.title },
    { id: 'author', label: t('codeReports.desk.author'), cell: ({ work }) => nameOf(work.author), phone: 'line' },
  ]
}

const reportColumns = (t: TFunction): DataColumn<Row<Reported>>[] => [
  ...workColumns<Row<Reported>>(t),
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
    phone: 'end',
  },
  sinceColumn(t, ({ reports }) => reports[0]?.at ?? ''),
]

function ReportedWorks() {
  const { t } = useTranslation()
  const { list, items, first } = useReported()
  const rows = items.map((one) => ({
    ...one,
    id: one.work.id,
    work: { ...one.work, lastReportId: one.lastReportId },
  }))
  const pages = { list, items: rows, first }
  return (
    <DeskTable
      label={t('titles.reportDesk')}
      pages={pages}
      empty={{
        title: t('codeReports.desk.none.reported'),
        next: { value: 'answered', label: t('codeReports.desk.views.answered') },
      }}
      columns={reportColumns(t)}
      panel={(id, close) => (
        <WorkCase
          key={id}
          id={id}
          pages={pages}
          acts={({ work }) => [
            ['dismiss', 'plain'],
            ...(work.state === 'removed' ? [] : [['takeDown', 'danger'] as const]),
          ]}
          onClose={close}
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
      )}
    />
  )
}

const downColumns = (t: TFunction): DataColumn<Row<Downed>>[] => [
  ...workColumns<Row<Downed>>(t),
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

function DownedWorks({ view }: { view: 'answered' | 'all' }) {
  const { t } = useTranslation()
  const { list, items, first } = useDowned(view)
  const pages = { list, items: items.map((one) => ({ ...one, id: one.work.id })), first }
  return (
    <DeskTable
      label={t('titles.reportDesk')}
      pages={pages}
      empty={{
        title: t(`codeReports.desk.none.${view}`),
        next: { value: 'reported', label: t('codeReports.desk.views.reported') },
      }}
      columns={downColumns(t)}
      panel={(id, close) => (
        <WorkCase
          key={id}
          id={id}
          pages={pages}
          acts={({ takedown }) => [
            ...(takedown.state === 'answered' ? [['uphold', 'plain'] as const] : []),
            ['restore', 'main'],
          ]}
          onClose={close}
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
      )}
    />
  )
}

const panelOf = (view: View) => (view === 'reported' ? <ReportedWorks /> : <DownedWorks key={view} view={view} />)

/** Works that were reported, appeals, and what is down: for reviewers. */
export default function ReportDesk() {
  const { t } = useTranslation()
  return (
    <DeskPage
      title={t('titles.reportDesk')}
      lead={t('codeReports.desk.lead')}
      of="reviewer"
      views={VIEWS.map((value) => ({ value, label: t(`codeReports.desk.views.${value}`) }))}
    >
      {panelOf}
    </DeskPage>
  )
}
