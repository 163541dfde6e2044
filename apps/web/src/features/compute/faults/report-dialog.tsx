import { Select } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { FAULT_REASONS, FAULT_WORDS_MAX, reportFault } from '@trove/contract/compute/faults'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../lib/calls/api.ts'
import { notify } from '../../../lib/calls/notify.ts'
import { WordsDialog } from '../../../lib/shown/words-dialog.tsx'

type Reason = (typeof FAULT_REASONS)[number]
type ReportDialogProps = { orderId: string; onClose: () => void; onDone: () => void }

type ReasonFieldProps = { reason: Reason | undefined; onChange: (reason: Reason) => void; isMissing: boolean }

/** Nothing is chosen beforehand: a reason nobody chose would stand in the case as the buyer's word. */
function ReasonField({ reason, onChange, isMissing }: ReasonFieldProps) {
  const { t } = useTranslation()
  return (
    <Select
      label={t('faults.reason')}
      placeholder={t('faults.choose')}
      data={FAULT_REASONS.map((value) => ({ value, label: t(`faults.reasons.${value}`) }))}
      value={reason ?? null}
      onChange={(value) => value && onChange(value as Reason)}
      error={isMissing && reason === undefined && t('faults.reasonMissing')}
      allowDeselect={false}
      withAsterisk
      comboboxProps={{ withinPortal: true }}
      mb="sm"
    />
  )
}

/** What is wrong with a machine, and since when. */
export function ReportDialog({ orderId, onClose, onDone }: ReportDialogProps) {
  const { t } = useTranslation()
  const [reason, setReason] = useState<Reason>()
  const [isMissing, setMissing] = useState(false)
  const send = useMutation({
    mutationFn: (body: { reason: Reason; words: string }) => api(reportFault, { body: { orderId, ...body } }),
    onSuccess: () => {
      notify('success', t('faults.sent'))
      onClose()
    },
    onSettled: onDone,
  })
  return (
    <WordsDialog
      title={t('faults.acts.report')}
      above={<ReasonField reason={reason} onChange={setReason} isMissing={isMissing} />}
      label={t('faults.words')}
      help={t('faults.wordsHelp')}
      emptyText={t('faults.wordsEmpty')}
      maxLength={FAULT_WORDS_MAX}
      sendLabel={t('faults.send')}
      isBusy={send.isPending}
      onClose={onClose}
      onSend={(words) => (reason ? send.mutate({ reason, words }) : setMissing(true))}
    />
  )
}
