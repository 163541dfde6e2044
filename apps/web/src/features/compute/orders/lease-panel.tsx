import { orderActions } from '@trove/contract/compute/order-states'
import { ContractError } from '@trove/contract/errors/codes'
import { ActionButton } from '@trove/ui/actions/action-button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/addresses/paths.ts'
import { useNow } from '../../../lib/calls/clock.ts'
import { errorText } from '../../../lib/calls/notify.ts'
import { formatMoment } from '../../../lib/shown/format.ts'
import { moneyText } from '../../../lib/shown/money.ts'
import { PagePart } from '../../../lib/shown/page-part.tsx'
import { Panel, Quiet } from '../../../market/detail/panel.tsx'
import type { Known } from '../../../market/orders/face.ts'
import { FAULTS_PART } from '../addresses.ts'
import { DowntimePanel } from '../downtime/downtime-panel.tsx'
import { FaultPanel } from '../faults/fault-panel.tsx'
import { LeaseKeysDialog } from '../keys/lease-keys-dialog.tsx'
import { AutoRenewalDialog } from '../mine/auto-renewal-dialog.tsx'
import classes from '../mine/my-compute.module.css'
import { StopDialog } from '../mine/stop-dialog.tsx'
import { renewPath, useRenewalQuote } from '../offer/renewal-quote.ts'
import type { Order } from './order-standing.tsx'

/** Renewing it and at which price, or why that cannot be done now. */
function Renew({ order }: { order: Order }) {
  const { t } = useTranslation()
  const { data, error, isPending } = useRenewalQuote(order.id, order.serveHours ?? undefined)
  // Where the call itself failed the settlement desk asks again, and says what is wrong.
  if (error instanceof ContractError) return <Quiet>{errorText(error)}</Quiet>
  return (
    <ActionButton
      kind="plain"
      action={{
        label: data ? t('machines.renew.for', { amount: moneyText(data.price) }) : t('machines.renew.open'),
        href: renewPath({ orderId: order.id, productId: order.fkProductId, serveHours: order.serveHours }),
        isDisabled: isPending,
      }}
    />
  )
}

type LeaseProps = { order: Known<Order> }

function Faults({ order }: LeaseProps) {
  if (!order.serveStartTime) return null
  const { id, fkProductId, role, openFault } = order
  return <FaultPanel orderId={id} productId={fkProductId} reader={role} isKnown={openFault !== null} />
}

/** What its order's page says of a lease first: an open fault, which waits for somebody, and the running lease's actions for its buyer. */
export function OrderLease({ order }: LeaseProps) {
  return (
    <>
      {order.openFault && (
        <PagePart id={FAULTS_PART}>
          <Faults order={order} />
        </PagePart>
      )}
      <LeasePanel order={order} />
    </>
  )
}

/** What it says last: what the lease's probes found, and its faults where none is open. */
export function OrderProbes({ order }: LeaseProps) {
  return (
    <>
      {order.serveStartTime && <DowntimePanel orderId={order.id} reader={order.role} />}
      {!order.openFault && <Faults order={order} />}
    </>
  )
}

/** The running lease on its order's page, for its buyer: until when, renewing it, its keys, and ending it before. */
export function LeasePanel({ order, isCockpit }: { order: Known<Order>; isCockpit?: boolean }) {
  const { t } = useTranslation()
  const now = useNow(30_000)
  const [open, setOpen] = useState<'keys' | 'stop' | 'auto'>()
  const close = () => setOpen(undefined)
  if (order.role !== 'buyer' || !orderActions(order, 'buyer', now).includes('open-access')) return null
  return (
    <Panel title={t('machines.lease.title')}>
      <Quiet>{t('machines.until', { when: formatMoment(order.serveEndTime) })}</Quiet>
      <div className={classes.actions}>
        {!isCockpit && (
          <ActionButton
            kind="plain"
            action={{ label: t('cockpit.open'), href: paths.cockpit({ orderId: order.id }) }}
          />
        )}
        <ActionButton kind="plain" action={{ label: t('autoRenewal.open'), onClick: () => setOpen('auto') }} />
        <ActionButton kind="plain" action={{ label: t('sshKeys.lease.open'), onClick: () => setOpen('keys') }} />
        <ActionButton kind="plain" action={{ label: t('machines.stop.open'), onClick: () => setOpen('stop') }} />
        {/* Last: it grows when its price is there, and would push the others. */}
        <Renew order={order} />
      </div>
      {open === 'stop' && <StopDialog orderId={order.id} onClose={close} />}
      {open === 'auto' && <AutoRenewalDialog orderId={order.id} onClose={close} />}
      {open === 'keys' && <LeaseKeysDialog orderId={order.id} onClose={close} />}
    </Panel>
  )
}
