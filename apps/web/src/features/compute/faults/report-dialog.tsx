import { Button, Select, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { FAULT_REASONS, FAULT_WORDS_MAX, reportFault } from '@trove/contract/compute/faults'
import { Dialog } from '@trove/ui/dialogs/dialog'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../lib/calls/api.ts'
import { notify } from '../../../lib/calls/notify.ts'
import classes from '../mine/my-compute.module.css'

type Reason = (typeof FAULT_REASONS)[number]
type ReportDialogProps = { orderId: string; onClose: () => void; onDone: () => void }

type FieldsProps = {
  reason: Reason
  setReason: (reason: Reason) => void
  words: string
  setWords: (words: string) => void
}

function Fields({ reason, setReason, words, setWords }: FieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <Select
        label={t('faults.reason')}
        data={FAULT_REASONS.map((value) => ({ value, label: t(`faults.reasons.${value}`) }))}
        value={reason}
        onChange={(value) => value && setReason(value as Reason)}
        allowDeselect={false}
        comboboxProps={{ withinPortal: true }}
      />
      <Textarea
        label={t('faults.words')}
        description={t('faults.wordsHelp')}
        value={words}
        maxLength={FAULT_WORDS_MAX}
        onChange={(event) => setWords(event.currentTarget.value)}
        autosize
        minRows={3}
        maxRows={8}
      />
    </>
  )
}

/** What is wrong with a machine, and since when. */
export function ReportDialog({ orderId, onClose, onDone }: ReportDialogProps) {
  const { t } = useTranslation()
  const [reason, setReason] = useState<Reason>('unreachable')
  const [words, setWords] = useState('')
  const send = useMutation({
    mutationFn: () => api(reportFault, { body: { orderId, reason, words: words.trim() } }),
    onSuccess: () => {
      notify('success', t('faults.sent'))
      onClose()
    },
    onSettled: onDone,
  })
  const footer = (
    <Button onClick={() => send.mutate()} loading={send.isPending} disabled={words.trim() === ''}>
      {t('faults.send')}
    </Button>
  )
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('faults.acts.report')}
      closeLabel={t('common.close')}
      footer={footer}
      size="sm"
    >
      <div className={classes.form}>
        <Fields {...{ reason, setReason, words, setWords }} />
      </div>
    </Dialog>
  )
}
