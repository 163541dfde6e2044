import { CancelledIcon } from '@trove/ui/icons/states'
import { TimeLine, type TimeLineStep } from '@trove/ui/lists/time-line'
import { useTranslation } from 'react-i18next'
import { formatMoment } from '../../lib/shown/format.ts'
import type { Detailed, OrderFace } from './face.ts'

type Step = Detailed['timeLine'][number]

/** `held`: why the step under way stands still, of an order on hold. */
type LookOf = { step: Step; order: Detailed; face: OrderFace; held: string | undefined }

function lookOf({ step, order, face, held }: LookOf): Pick<TimeLineStep, 'state' | 'icon'> {
  if (step.step === 'closed') {
    return order.closeReason === 'cancelled' ? { state: 'done', icon: CancelledIcon } : { state: 'failed' }
  }
  const isWaiting = step.state === 'now' && (held !== undefined || face.isWaitingFor(order, order.role))
  return { state: isWaiting ? 'waiting' : step.state }
}

/** What happened to an order and when, where it stands, and what usually follows. */
export function OrderTimeLine({ order, face }: { order: Detailed; face: OrderFace }) {
  const { t } = useTranslation()
  const words = face.useWords()
  const held = words.held?.(order)
  const noteOf = (step: Step) => {
    if (step.step === 'closed') return order.closeReason ? t(`orders.closeReason.${order.closeReason}`) : undefined
    return step.state === 'now' ? held : undefined
  }
  const timeOf = (step: Step) => {
    if (!step.at) return undefined
    return step.state === 'next' ? t('orders.planned', { when: formatMoment(step.at) }) : formatMoment(step.at)
  }
  const steps = order.timeLine.flatMap((step): TimeLineStep[] => {
    const word = words.step?.(step, order)
    if (word === null) return []
    return [
      {
        id: step.step,
        ...lookOf({ step, order, face, held }),
        label: word ?? t(`orders.steps.${step.step}`),
        time: timeOf(step),
        note: noteOf(step),
      },
    ]
  })
  return <TimeLine steps={steps} label={t('orders.progress')} />
}
