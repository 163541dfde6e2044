import { Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { DISPUTE_WORDS_MAX, openDispute } from '@trove/contract/talent/disputes'
import { Dialog } from '@trove/ui/dialogs/dialog'
import { UnitInput } from '@trove/ui/inputs/unit-input'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../lib/calls/api.ts'
import { notify } from '../../../lib/calls/notify.ts'
import { ReasonButton } from '../../../lib/shown/reason-button.tsx'
import { Quiet } from '../../../market/detail/panel.tsx'
import { useRefresh } from '../../../market/orders/use-order-actions.ts'
import classes from '../talent.module.css'
import type { PanelProps } from './shapes.ts'
import { worthOf } from './worth.ts'

/** Hours a dispute begins with: those declined last, else all that are left. */
function claimedHours({ hours, returnedHours, refundAsks }: PanelProps['sheet']): number {
  const left = hours - returnedHours
  const last = refundAsks.at(-1)
  return last?.state === 'declined' ? Math.min(last.hours, left) : left
}

type OpenBody = { orderId: string; hours: number; words: string }

function useSend(onDone: () => void) {
  const { t } = useTranslation()
  const refresh = useRefresh('talent')
  return useMutation({
    mutationFn: (body: OpenBody) => api(openDispute, { body }),
    onSuccess: () => {
      notify('success', t('disputes.opened'))
      onDone()
    },
    onSettled: refresh,
  })
}

function WordsField({ words, onChange }: { words: string; onChange: (words: string) => void }) {
  const { t } = useTranslation()
  return (
    <Textarea
      label={t('disputes.words')}
      description={t('disputes.wordsHelp')}
      value={words}
      maxLength={DISPUTE_WORDS_MAX}
      onChange={(event) => onChange(event.currentTarget.value)}
      autosize
      minRows={4}
      maxRows={10}
    />
  )
}

type HoursFieldProps = PanelProps & { hours: string; onChange: (hours: string) => void }

/** How many hours the dispute is about, and what they are worth. */
function HoursField({ order, sheet, hours, onChange }: HoursFieldProps) {
  const { t } = useTranslation()
  return (
    <UnitInput
      label={t('disputes.hours')}
      unit={t('talent.back.hourUnit')}
      value={hours}
      onChange={onChange}
      maxDigits={4}
      max={sheet.hours - sheet.returnedHours}
      description={t('talent.back.worth', { amount: worthOf(order, Number(hours)) })}
    />
  )
}

/** Hands a dispute over: the buyer says how many hours, both say what happened. */
export function OpenDispute({ order, sheet, onClose }: PanelProps & { onClose: () => void }) {
  const { t } = useTranslation()
  const claimed = claimedHours(sheet)
  const [hours, setHours] = useState(String(claimed))
  const [words, setWords] = useState('')
  const send = useSend(onClose)
  const body = { orderId: order.id, hours: Number(hours), words: words.trim() }
  const footer = (
    <ReasonButton
      onClick={() => send.mutate(body)}
      loading={send.isPending}
      reason={Number(hours) && words.trim() !== '' ? undefined : t('reasons.hoursAndWords')}
    >
      {t('disputes.send')}
    </ReasonButton>
  )
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('disputes.open')}
      closeLabel={t('common.close')}
      footer={footer}
      size="sm"
    >
      <div className={classes.form}>
        <Quiet>{t('disputes.openText')}</Quiet>
        {order.role === 'seller' ? (
          <Quiet>{t('disputes.expertHours', { hours: claimed, amount: worthOf(order, claimed) })}</Quiet>
        ) : (
          <HoursField {...{ order, sheet, hours }} onChange={setHours} />
        )}
        <WordsField words={words} onChange={setWords} />
      </div>
    </Dialog>
  )
}
