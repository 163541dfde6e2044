import { Radio, Stack } from '@mantine/core'
import { REPORT_CHARS } from '@trove/contract/code/reports'
import { REPORT_REASONS } from '@trove/contract/code/shapes'
import { ActionButton } from '@trove/ui/actions/action-button'
import { LoneLink } from '@trove/ui/actions/lone-link'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/addresses/paths.ts'
import { notify } from '../../../lib/calls/notify.ts'
import { onRefusal } from '../../../lib/calls/refusal.ts'
import { useSession } from '../../../lib/session/session.ts'
import { formatMoment } from '../../../lib/shown/format.ts'
import { WordsDialog } from '../../../lib/shown/words-dialog.tsx'
import classes from '../desk.module.css'
import { DeskCard, DeskList } from '../desk-list.tsx'
import { DeskPage } from '../desk-page.tsx'
import { type Reason, type ReportAct, type Reported, useDowned, useReportActs, useReported } from './report-queries.ts'

const VIEWS = ['reported', 'answered', 'all'] as const
type View = (typeof VIEWS)[number]
/** A work, and the newest report that was looked at. */
type Work = Reported['work'] & { lastReportId?: string }
type Ask = (act: ReportAct, work: Work) => void

/** The dialogs before each act; taking down names a reason too. */
function useQuestions(): { ask: Ask; dialog: ReactNode } {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<{ act: ReportAct; work: Work }>()
  const [reason, setReason] = useState<Reason>()
  const [isMissing, setMissing] = useState(false)
  const close = () => setAsked(undefined)
  const decide = useReportActs((act) => {
    notify('success', t(`codeReports.desk.done.${act}`))
    close()
  })
  const isDown = asked?.act === 'takeDown'
  const isInside = asked?.act === 'dismiss'
  const send = (words: string) => {
    if (!asked) return
    if (isDown && !reason) return setMissing(true)
    const { id, lastReportId } = asked.work
    decide.mutate({ act: asked.act, id, lastReportId, reason, words }, { onError: onRefusal(close) })
  }
  const dialog = asked && (
    <WordsDialog
      title={t(`codeReports.desk.${asked.act}Title`, { title: asked.work.title })}
      text={isDown && t('codeReports.desk.takeDownText')}
      above={
        isDown && (
          <Radio.Group
            label={t('codeReports.reason')}
            value={reason ?? ''}
            onChange={(value) => setReason(value as Reason)}
            error={isMissing && reason === undefined && t('codeReports.reasonMissing')}
          >
            <Stack gap="xs" my="xs">
              {REPORT_REASONS.map((value) => (
                <Radio key={value} value={value} label={t(`codeReports.reasons.${value}`)} />
              ))}
            </Stack>
          </Radio.Group>
        )
      }
      label={t(isInside ? 'codeReports.desk.why' : 'codeReports.desk.toAuthor')}
      emptyText={t(isInside ? 'codeReports.desk.whyEmpty' : 'codeReports.desk.toAuthorEmpty')}
      maxLength={REPORT_CHARS}
      sendLabel={t(`codeReports.desk.${asked.act}`)}
      isDangerous={isDown}
      isBusy={decide.isPending}
      onClose={close}
      onSend={send}
    />
  )
  const ask: Ask = (act, work) => {
    // Never chosen before the person did: one of them takes the work from its buyers too.
    setReason(undefined)
    setMissing(false)
    setAsked({ act, work })
  }
  return { ask, dialog }
}

type CardProps = {
  work: Work
  note: string
  acts: readonly (readonly [act: ReportAct, kind: 'danger' | 'main' | 'plain'])[]
  ask: Ask
}

/** One work with what was said of it, and what can be done. */
function WorkCard({ work, note, acts, ask, children }: CardProps & { children: ReactNode }) {
  const { t } = useTranslation()
  const { user } = useSession()
  return (
    <DeskCard>
      <div className={classes.head}>
        <span className={classes.words}>
          <strong>
            {work.state === 'online' ? (
              <LoneLink href={paths.codeDetail({ id: work.id })}>{work.title}</LoneLink>
            ) : (
              work.title
            )}
          </strong>
          <span className={classes.quiet}>
            {t('codeReports.desk.by', { name: work.author.nickName || work.author.id })} · {note}
          </span>
        </span>
      </div>
      {children}
      {user?.userId === work.author.id ? (
        <p className={classes.quiet}>{t('codeReports.desk.own')}</p>
      ) : (
        <div className={classes.actions}>
          {acts.map(([act, kind]) => (
            <ActionButton
              key={act}
              kind={kind}
              action={{ label: t(`codeReports.desk.${act}`), onClick: () => ask(act, work) }}
            />
          ))}
        </div>
      )}
    </DeskCard>
  )
}

function ReportedWorks() {
  const { t } = useTranslation()
  const pages = useReported()
  const { ask, dialog } = useQuestions()
  return (
    <>
      <DeskList pages={pages} empty={{ title: t('codeReports.desk.none.reported') }}>
        {({ work, reportCount, lastReportId, reports }) => (
          <WorkCard
            key={work.id}
            work={{ ...work, lastReportId }}
            note={t('codeReports.desk.count', { count: reportCount })}
            acts={[['dismiss', 'plain'], ...(work.state === 'removed' ? [] : [['takeDown', 'danger'] as const])]}
            ask={ask}
          >
            {reports.map(({ reason, words, at, isByScan }) => (
              <p key={`${at}${words}`}>
                <strong>{t(`codeReports.reasons.${reason}`)}</strong>{' '}
                <span className={classes.quiet}>
                  {formatMoment(at)}
                  {isByScan && <> · {t('codeReports.desk.byScan')}</>}
                </span>
                <br />
                <span className={classes.said}>{words}</span>
              </p>
            ))}
          </WorkCard>
        )}
      </DeskList>
      {dialog}
    </>
  )
}

function DownedWorks({ view }: { view: 'answered' | 'all' }) {
  const { t } = useTranslation()
  const pages = useDowned(view)
  const { ask, dialog } = useQuestions()
  return (
    <>
      <DeskList pages={pages} empty={{ title: t(`codeReports.desk.none.${view}`) }}>
        {({ work, takedown: { reason, words, answer, state, at } }) => (
          <WorkCard
            key={work.id}
            work={work}
            note={`${t(`codeReports.reasons.${reason}`)} · ${formatMoment(at)}`}
            acts={[...(state === 'answered' ? [['uphold', 'plain'] as const] : []), ['restore', 'main']]}
            ask={ask}
          >
            <p>{words}</p>
            <p>{answer ? t('codeReports.desk.answer', { words: answer }) : t('codeReports.desk.noAnswer')}</p>
          </WorkCard>
        )}
      </DeskList>
      {dialog}
    </>
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
