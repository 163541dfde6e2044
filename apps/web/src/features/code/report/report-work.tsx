import { useMutation } from '@tanstack/react-query'
import { REPORT_CHARS, reportWork } from '@trove/contract/code/reports'
import { ActionButton } from '@trove/ui/actions/action-button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/addresses/paths.ts'
import { api } from '../../../lib/calls/api.ts'
import { notify } from '../../../lib/calls/notify.ts'
import { useSession } from '../../../lib/session/session.ts'
import { type ReportReason, ReportReasons } from '../../../lib/shown/code/report-reasons.tsx'
import { WordsDialog } from '../../../lib/shown/words-dialog.tsx'
import { useBuy } from '../../../market/entry/use-buy.ts'
import type { WorkDetail } from '../queries.ts'

function ReportDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation()
  const [reason, setReason] = useState<ReportReason>()
  const [isMissing, setMissing] = useState(false)
  const report = useMutation({
    mutationFn: (body: { reason: ReportReason; words: string }) => api(reportWork, { params: { id }, body }),
    onSuccess: () => {
      notify('success', t('codeReports.sent'))
      onClose()
    },
  })
  return (
    <WordsDialog
      title={t('codeReports.report')}
      text={t('codeReports.reportText')}
      above={<ReportReasons reason={reason} isMissing={isMissing} onChange={setReason} />}
      label={t('codeReports.words')}
      help={t('codeReports.wordsHelp')}
      emptyText={t('codeReports.wordsEmpty')}
      maxLength={REPORT_CHARS}
      sendLabel={t('codeReports.send')}
      isBusy={report.isPending}
      onClose={onClose}
      onSend={(words) => (reason ? report.mutate({ reason, words }) : setMissing(true))}
    />
  )
}

/** The way to report a work of somebody else; a visitor signs in first. */
export function ReportWork({ work }: { work: WorkDetail }) {
  const { t } = useTranslation()
  const comeBack = useBuy()
  const isSignedIn = useSession().state === 'signed-in'
  const [isOpen, setOpen] = useState(false)
  if (work.isMine) return null
  const begin = () => {
    if (isSignedIn) return setOpen(true)
    notify('warning', t('common.signInFirst'))
    comeBack(paths.codeDetail({ id: work.id }))
  }
  return (
    <div>
      <ActionButton kind="quiet" size="xs" action={{ label: t('codeReports.report'), onClick: begin }} />
      {isOpen && <ReportDialog id={work.id} onClose={() => setOpen(false)} />}
    </div>
  )
}
