import { useMutation } from '@tanstack/react-query'
import { setWeekLimit, WEEK_HOURS_MAX } from '@trove/contract/talent/hours'
import { OutcomeNote } from '@trove/ui/feedback/outcome-note'
import { UnitInput } from '@trove/ui/inputs/unit-input'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../lib/calls/api.ts'
import { errorText, notify } from '../../../lib/calls/notify.ts'
import { ReasonButton } from '../../../lib/shown/reason-button.tsx'
import { useWorkedTime } from '../../../lib/shown/use-worked-time.ts'
import { Quiet } from '../../../market/detail/panel.tsx'
import { useRefresh } from '../../../market/orders/use-order-actions.ts'
import classes from '../talent.module.css'
import type { PanelProps, Sheet } from './shapes.ts'

/** Until when time is written down, and the buyer has a say in how much of a week. */
const OPEN_UNTIL = 1

function SetLimit({ orderId, sheet }: { orderId: string; sheet: Sheet }) {
  const { t } = useTranslation()
  const refresh = useRefresh('talent')
  const [hours, setHours] = useState(sheet.weekHours === null ? '' : String(sheet.weekHours))
  const set = useMutation({
    mutationFn: (next: number | null) => api(setWeekLimit, { params: { id: orderId }, body: { hours: next } }),
    onSuccess: () => notify('success', t('weekLimit.saved')),
    meta: { isHandled: true },
    onSettled: refresh,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    set.mutate(Number(hours) || null)
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      <UnitInput
        label={t('weekLimit.label')}
        description={t('weekLimit.help')}
        unit={t('weekLimit.unit')}
        value={hours}
        onChange={setHours}
        maxDigits={3}
        max={WEEK_HOURS_MAX}
      />
      {set.error && <OutcomeNote kind="error" title={errorText(set.error)} />}
      <div>
        <ReasonButton
          type="submit"
          variant="default"
          loading={set.isPending}
          reason={(Number(hours) || null) === sheet.weekHours ? t('reasons.unchanged') : undefined}
        >
          {t('weekLimit.save')}
        </ReasonButton>
      </div>
    </form>
  )
}

/** While nothing can be written down the form takes no room until somebody asks for it. */
function Folded({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <details className={classes.folded}>
      <summary>{t('weekLimit.change')}</summary>
      {children}
    </details>
  )
}

/** How much of a week may be written down: said to both, set by the buyer. */
export function WeekLimit({ order, sheet }: PanelProps) {
  const { t } = useTranslation()
  const time = useWorkedTime()
  const isOpen = order.manStatus !== null && order.manStatus <= OPEN_UNTIL
  const form = <SetLimit key={sheet.weekHours} orderId={order.id} sheet={sheet} />
  return (
    <>
      {sheet.weekHours !== null && (
        <Quiet>{t('weekLimit.now', { worked: time(sheet.weekMinutes), hours: sheet.weekHours })}</Quiet>
      )}
      {isOpen && order.role === 'buyer' && (order.openDispute ? <Folded>{form}</Folded> : form)}
    </>
  )
}
