import { REPORT_CHARS } from '@trove/contract/code/reports'
import { ActionButton } from '@trove/ui/actions/action-button'
import { LoneLink } from '@trove/ui/actions/lone-link'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/addresses/paths.ts'
import { notify } from '../../../lib/calls/notify.ts'
import { onRefusal } from '../../../lib/calls/refusal.ts'
import { useSession } from '../../../lib/session/session.ts'
import { type ReportReason, ReportReasons } from '../../../lib/shown/code/report-reasons.tsx'
import { CaseDialog } from '../cases/case-dialog.tsx'
import { WordsQuestion } from '../cases/words-question.tsx'
import classes from '../desk.module.css'
import { nameOf } from '../name-of.ts'
import { type ReportAct, type Reported, useReportActs } from './report-queries.ts'

/** A work, and of one with reports the newest that was looked at. */
type Row = { work: Reported['work']; lastReportId?: string }
type Asked = { act: ReportAct; row: Row }

type ActQuestionProps = { asked: Asked; onTakeBack: () => void; decide: ReturnType<typeof useReportActs> }

/** The question before an act; taking down names a reason too. */
function ActQuestion({ asked: { act, row }, onTakeBack, decide }: ActQuestionProps) {
  const { t } = useTranslation()
  const [reason, setReason] = useState<ReportReason>()
  const [isMissing, setMissing] = useState(false)
  const isDown = act === 'takeDown'
  const isInside = act === 'dismiss'
  const { work, lastReportId } = row
  const send = (words: string) => {
    if (isDown && !reason) return setMissing(true)
    decide.mutate({ act, id: work.id, lastReportId, reason, words }, { onError: onRefusal(onTakeBack) })
  }
  return (
    <WordsQuestion
      title={t(`codeReports.desk.${act}Title`, { title: work.title })}
      {...(isDown && { text: t('codeReports.desk.takeDownText') })}
      above={isDown && <ReportReasons reason={reason} isMissing={isMissing} onChange={setReason} />}
      label={t(isInside ? 'codeReports.desk.why' : 'codeReports.desk.toAuthor')}
      emptyText={t(isInside ? 'codeReports.desk.whyEmpty' : 'codeReports.desk.toAuthorEmpty')}
      maxLength={REPORT_CHARS}
      confirmLabel={t(`codeReports.desk.${act}`)}
      isDangerous={isDown}
      isBusy={decide.isPending}
      onTakeBack={onTakeBack}
      onSend={send}
    />
  )
}

type WorkCaseProps<R> = {
  read: { data: R | undefined; error: unknown; refetch: () => unknown }
  acts: (row: R) => readonly (readonly [act: ReportAct, kind: 'danger' | 'main' | 'plain'])[]
  onClose: () => void
  /** What was said of it. */
  children: (row: R) => ReactNode
}

/** A work that is open, with what was said of it and what can be done. */
export function WorkCase<R extends Row>({ read, acts, onClose, children }: WorkCaseProps<R>) {
  const { t } = useTranslation()
  const { user } = useSession()
  const [asked, setAsked] = useState<Asked>()
  const onTakeBack = () => setAsked(undefined)
  const decide = useReportActs((act) => {
    notify('success', t(`codeReports.desk.done.${act}`))
    onClose()
  })
  const row = read.data
  const isOwn = user?.userId === row?.work.author.id
  const footer =
    row &&
    !isOwn &&
    acts(row).map(([act, kind]) => (
      <ActionButton
        key={act}
        kind={kind}
        action={{ label: t(`codeReports.desk.${act}`), onClick: () => setAsked({ act, row }) }}
      />
    ))
  const question = asked && <ActQuestion key={asked.act} asked={asked} onTakeBack={onTakeBack} decide={decide} />
  return (
    <CaseDialog
      title={row?.work.title ?? t('titles.reportDesk')}
      {...{ read, onClose, footer, question, onTakeBack }}
      isBusy={decide.isPending}
    >
      {(one) => (
        <>
          <p className={classes.quiet}>{t('codeReports.desk.by', { name: nameOf(one.work.author) })}</p>
          {one.work.state === 'online' && (
            <LoneLink href={paths.codeDetail({ id: one.work.id })} target="_blank" rel="noreferrer">
              {t('codeReports.desk.see')}
            </LoneLink>
          )}
          {children(one)}
          {isOwn && <p className={classes.quiet}>{t('codeReports.desk.own')}</p>}
        </>
      )}
    </CaseDialog>
  )
}
