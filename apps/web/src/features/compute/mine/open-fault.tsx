import { ActionButton } from '@trove/ui/actions/action-button'
import { StatusBadge } from '@trove/ui/feedback/status-badge'
import { WarningIcon } from '@trove/ui/icons/states'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/addresses/paths.ts'
import { useWayToPart } from '../../../lib/shown/page-part.tsx'
import { FAULTS_PART } from '../addresses.ts'
import { computeMarket } from '../market.ts'
import classes from './my-compute.module.css'

/** The open case about its lease, and the way to it. */
export function OpenFault({ orderId, awaits }: { orderId: string; awaits: 'seller' | 'buyer' | 'staff' }) {
  const { t } = useTranslation()
  const way = useWayToPart(paths.order({ id: orderId }, { kind: computeMarket.kind }), FAULTS_PART)
  const isMine = awaits === 'seller'
  return (
    <div className={classes.fault}>
      <StatusBadge tone="amber" icon={WarningIcon} label={t(isMine ? 'faults.yourTurn' : 'orders.standing.fault')} />
      <ActionButton
        kind={isMine ? 'main' : 'plain'}
        action={{ label: t(isMine ? 'faults.goTo' : 'faults.see'), ...way }}
      />
    </div>
  )
}
