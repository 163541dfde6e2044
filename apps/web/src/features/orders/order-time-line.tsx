import { CancelledIcon } from '@trove/ui/icons/states'
import { TimeLine, type TimeLineStep } from '@trove/ui/time-line'
import { useTranslation } from 'react-i18next'
import { formatMoment } from '../../lib/format.ts'
import { standingOf } from './order-standing.tsx'
import type { Detail } from './queries.ts'

type Step = Detail['timeLine'][number]

/** Whether the present step waits for the reader: a buyer to pay, a seller to clear. */
function isWaitingForReader(order: Detail): boolean {
  const standing = standingOf(order)
  return order.role === 'buyer' ? standing === 'to-be-paid' : standing === 'uncleared'
}

function lookOf(step: Step, order: Detail): Pick<TimeLineStep, 'state' | 'icon'> {
  if (step.step === 'closed') {
    return order.closeReason === 'cancelled' ? { state: 'done', icon: CancelledIcon } : { state: 'failed' }
  }
  return { state: step.state === 'now' && isWaitingForReader(order) ? 'waiting' : step.state }
}

/** What happened to an order and when, where it stands, and what usually follows. */
export function OrderTimeLine({ order }: { order: Detail }) {
  const { t } = useTranslation()
  const timeOf = (step: Step) => {
    if (!step.at) return undefined
    return step.state === 'next' ? t('orders.planned', { when: formatMoment(step.at) }) : formatMoment(step.at)
  }
  const steps = order.timeLine.map(
    (step): TimeLineStep => ({
      id: step.step,
      ...lookOf(step, order),
      label: t(`orders.steps.${step.step}`),
      time: timeOf(step),
      note: step.step === 'closed' && order.closeReason ? t(`orders.closeReason.${order.closeReason}`) : undefined,
    }),
  )
  return <TimeLine steps={steps} label={t('orders.progress')} />
}
