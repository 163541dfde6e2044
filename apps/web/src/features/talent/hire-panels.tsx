import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getHireSheet } from '@trove/contract/talent/hours'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { formatMoment } from '../../lib/format.ts'
import { Panel, Quiet } from '../../market/detail/panel.tsx'
import type { Detailed } from '../../market/orders/face.ts'
import { HoursBack } from './hours-back.tsx'
import type { Order, PanelProps } from './shapes.ts'
import { AddTime, useRemoveTime } from './sheet-form.tsx'
import classes from './talent.module.css'

function TimeSheet({ order, sheet }: PanelProps) {
  const { t } = useTranslation()
  const remove = useRemoveTime()
  const isWriting = order.role === 'seller' && order.manStatus === 1
  const time = (minutes: number) => t('talent.sheet.time', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })
  return (
    <Panel title={t('talent.sheet.title')}>
      <Quiet>
        {t('talent.sheet.worked', { worked: time(sheet.minutes), hours: sheet.hours - sheet.returnedHours })}
      </Quiet>
      {sheet.entries.length === 0 && <Quiet>{t('talent.sheet.empty')}</Quiet>}
      <ul className={classes.entries}>
        {sheet.entries.map((entry) => (
          <li key={entry.id} className={classes.entry}>
            <strong>{entry.workDay}</strong>
            <span>{time(entry.minutes)}</span>
            <p>
              {entry.note}{' '}
              {entry.link && (
                <a href={entry.link} target="_blank" rel="noopener noreferrer nofollow">
                  {entry.link}
                </a>
              )}
            </p>
            {isWriting && (
              <div>
                <Button size="compact-sm" variant="subtle" onClick={() => remove.mutate(entry.id)}>
                  {t('talent.sheet.remove')}
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      {isWriting && <AddTime orderId={order.id} />}
    </Panel>
  )
}

function Delivery({ order, sheet }: PanelProps) {
  const { t } = useTranslation()
  if (!sheet.deliveryNote) return null
  return (
    <Panel title={t('talent.sheet.delivery')}>
      <p className={classes.identity}>{sheet.deliveryNote}</p>
      {order.manStatus === 2 && sheet.dueAt && (
        <Quiet>{t('talent.sheet.accepts', { when: formatMoment(sheet.dueAt) })}</Quiet>
      )}
    </Panel>
  )
}

/** What the page of a hire shows besides: time-sheet, delivery, hours given back, the agreement. */
export function HirePanels({ order }: { order: Detailed<Order> }) {
  const { t } = useTranslation()
  const { data: sheet } = useQuery({
    queryKey: ['talent', 'sheet', order.id, order.manStatus],
    queryFn: () => api(getHireSheet, { params: { id: order.id } }),
  })
  if (!sheet || order.manStatus === null) return null
  return (
    <>
      <Delivery order={order} sheet={sheet} />
      <TimeSheet order={order} sheet={sheet} />
      <HoursBack order={order} sheet={sheet} />
      <Quiet>
        {t('talent.sheet.agreement', {
          version: sheet.agreement.version,
          when: formatMoment(sheet.agreement.acceptedAt),
        })}
      </Quiet>
    </>
  )
}
