import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { answerRefund, askRefund, giveHoursBack, NOTE_MAX } from '@trove/contract/talent/hours'
import { ConfirmDialog } from '@trove/ui/dialogs/confirm-dialog'
import { Dialog } from '@trove/ui/dialogs/dialog'
import { UnitInput } from '@trove/ui/inputs/unit-input'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../lib/calls/api.ts'
import { notify } from '../../../lib/calls/notify.ts'
import { formatMoment } from '../../../lib/shown/format.ts'
import { PagePart } from '../../../lib/shown/page-part.tsx'
import { ReasonButton } from '../../../lib/shown/reason-button.tsx'
import { Panel, Quiet } from '../../../market/detail/panel.tsx'
import { useRefresh } from '../../../market/orders/use-order-actions.ts'
import classes from '../talent.module.css'
import { HOURS_BACK_PART, type PanelProps } from './shapes.ts'
import { worthOf } from './worth.ts'

type HoursFieldProps = Pick<PanelProps, 'order'> & { hours: string; onChange: (hours: string) => void; max: number }

/** How many hours, and what they are worth. */
function HoursField({ order, hours, onChange, max }: HoursFieldProps) {
  const { t } = useTranslation()
  return (
    <UnitInput
      label={t('talent.back.hours')}
      unit={t('talent.back.hourUnit')}
      value={hours}
      onChange={onChange}
      maxDigits={3}
      max={max}
      description={t('talent.back.worth', { amount: worthOf(order, Number(hours)) })}
    />
  )
}

function HoursDialog({ order, sheet, onClose }: PanelProps & { onClose: () => void }) {
  const { t } = useTranslation()
  const refresh = useRefresh('talent')
  const [hours, setHours] = useState('1')
  const [reason, setReason] = useState('')
  const hoursLeft = sheet.hours - sheet.returnedHours
  const isExpert = order.role === 'seller'
  const body = { hours: Number(hours), hoursLeft, reason }
  const send = useMutation({
    mutationFn: async () => {
      if (isExpert) await api(giveHoursBack, { params: { id: order.id }, body })
      else await api(askRefund, { body: { orderId: order.id, ...body } })
    },
    onSuccess: () => {
      notify('success', t(isExpert ? 'talent.back.given' : 'talent.back.asked'))
      onClose()
    },
    onSettled: refresh,
  })
  const missing = Number(hours) && reason.trim() !== '' ? undefined : t('reasons.hoursAndReason')
  const footer = (
    <ReasonButton onClick={() => send.mutate()} loading={send.isPending} reason={missing}>
      {t('talent.back.send')}
    </ReasonButton>
  )
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t(isExpert ? 'talent.back.give' : 'talent.back.ask')}
      closeLabel={t('common.close')}
      footer={footer}
      size="sm"
    >
      <div className={classes.form}>
        <HoursField order={order} hours={hours} onChange={setHours} max={hoursLeft} />
        <TextInput
          label={t('talent.back.reason')}
          value={reason}
          maxLength={NOTE_MAX}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </div>
    </Dialog>
  )
}

type Ask = PanelProps['sheet']['refundAsks'][number]

/** The expert's answer to a wish; agreeing moves money and is asked about once more. */
function Answer({ ask: { id, hours } }: { ask: Ask }) {
  const { t } = useTranslation()
  const refresh = useRefresh('talent')
  const [isAsking, setAsking] = useState(false)
  const answer = useMutation({
    mutationFn: (isAgreed: boolean) => api(answerRefund, { params: { id }, body: { isAgreed } }),
    onSuccess: () => notify('success', t('talent.back.answered')),
    onSettled: () => {
      setAsking(false)
      return refresh()
    },
  })
  return (
    <div className={classes.acts}>
      <Button size="compact-sm" onClick={() => setAsking(true)} disabled={answer.isPending}>
        {t('talent.back.agree')}
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => answer.mutate(false)} disabled={answer.isPending}>
        {t('talent.back.decline')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => answer.mutate(true)}
        title={t('talent.back.agree')}
        text={t('talent.back.agreeText', { hours: t('talent.order.hours', { count: hours }) })}
        confirmLabel={t('talent.back.agree')}
        cancelLabel={t('common.cancel')}
        closeLabel={t('common.close')}
        isBusy={answer.isPending}
      />
    </div>
  )
}

/** When it was asked, and who ended it when; silence of the expert counts as agreement. */
function Trail({ ask: { state, askedAt, answeredAt } }: { ask: Ask }) {
  const { t } = useTranslation()
  return (
    <p className={classes.quiet}>
      {t('talent.back.since', { when: formatMoment(askedAt) })}
      {state !== 'open' && answeredAt && (
        <>
          <br />
          {t(`talent.back.answeredAt.${state}`, { when: formatMoment(answeredAt) })}
        </>
      )}
    </p>
  )
}

/** What the buyer asked for, and how it stands; the expert answers here. */
function Asks({ order, sheet }: PanelProps) {
  const { t } = useTranslation()
  return (
    <ul className={classes.entries}>
      {sheet.refundAsks.map((ask) => (
        <li key={ask.id} className={classes.entry}>
          <strong>
            {t('talent.back.wanted', {
              hours: t('talent.order.hours', { count: ask.hours }),
              amount: worthOf(order, ask.hours),
            })}
          </strong>
          <span>{t(`talent.back.states.${ask.state}`)}</span>
          <p>{ask.reason}</p>
          <Trail ask={ask} />
          {ask.endsAt && <p className={classes.quiet}>{t('talent.back.endsAt', { when: formatMoment(ask.endsAt) })}</p>}
          {order.role === 'seller' && ask.state === 'open' && <Answer ask={ask} />}
        </li>
      ))}
    </ul>
  )
}

/** Hours given back: what was asked and answered, and the way to ask or to give. */
export function HoursBack({ order, sheet }: PanelProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const isExpert = order.role === 'seller'
  const isAsking = sheet.refundAsks.some(({ state }) => state === 'open')
  const isOver = order.manStatus === 3 || sheet.hours === sheet.returnedHours
  const mayAsk = !isOver && !order.openDispute && (isExpert || !isAsking)
  if (!mayAsk && sheet.refundAsks.length === 0 && sheet.returnedHours === 0) return null
  return (
    <PagePart id={HOURS_BACK_PART}>
      <Panel title={t('talent.back.title')}>
        {sheet.refundAsks.length > 0 && <Asks order={order} sheet={sheet} />}
        {sheet.returnedHours > 0 && (
          <Quiet>{t('talent.order.hoursKept', { hours: sheet.hours, returned: sheet.returnedHours })}</Quiet>
        )}
        {mayAsk && (
          <div>
            <Button variant="default" size="sm" onClick={() => setOpen(true)}>
              {t(isExpert ? 'talent.back.give' : 'talent.back.ask')}
            </Button>
          </div>
        )}
        {isOpen && <HoursDialog order={order} sheet={sheet} onClose={() => setOpen(false)} />}
      </Panel>
    </PagePart>
  )
}
