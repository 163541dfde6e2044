import { orderActions } from '@trove/contract/compute/order-states'
import { ActionButton } from '@trove/ui/actions/action-button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../lib/clock.ts'
import { formatMoment } from '../../lib/format.ts'
import { Panel, Quiet } from '../../market/detail/panel.tsx'
import type { Detailed } from '../../market/orders/face.ts'
import classes from './my-compute.module.css'
import type { Order } from './order-standing.tsx'
import { StopDialog } from './stop-dialog.tsx'

/** The running lease on its order's page, for its buyer: until when, and ending it before. */
export function LeasePanel({ order }: { order: Detailed<Order> }) {
  const { t } = useTranslation()
  const now = useNow(30_000)
  const [isStopping, setStopping] = useState(false)
  if (order.role !== 'buyer' || !orderActions(order, 'buyer', now).includes('open-access')) return null
  return (
    <Panel title={t('machines.lease.title')}>
      <Quiet>{t('machines.until', { when: formatMoment(order.serveEndTime) })}</Quiet>
      <div className={classes.actions}>
        <ActionButton kind="plain" action={{ label: t('machines.stop.open'), onClick: () => setStopping(true) }} />
      </div>
      {isStopping && <StopDialog orderId={order.id} onClose={() => setStopping(false)} />}
    </Panel>
  )
}
