import { ActionIcon } from '@mantine/core'
import { Menu } from '@trove/ui/dialogs/menu'
import { MoreIcon, PowerIcon, RefreshIcon } from '@trove/ui/icons/actions'
import { ServingIcon } from '@trove/ui/icons/states'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/addresses/paths.ts'
import { StopDialog } from './stop-dialog.tsx'

type LeaseMenuProps = { orderId: string; productId: string; isRenewed: boolean }

/** What else a buyer can do with a lease that runs. */
export function LeaseMenu({ orderId, productId, isRenewed }: LeaseMenuProps) {
  const { t } = useTranslation()
  const [isStopping, setStopping] = useState(false)
  return (
    <>
      <Menu
        label={t('machines.share.more')}
        closeLabel={t('common.close')}
        entries={[
          {
            id: 'cockpit',
            label: t('cockpit.open'),
            icon: <ServingIcon size={18} />,
            href: paths.cockpit({ orderId }),
          },
          {
            id: 'renew',
            label: t(isRenewed ? 'machines.renew.done' : 'machines.renew.open'),
            icon: <RefreshIcon size={18} />,
            href: paths.checkoutCompute({ id: productId }, { renews: orderId }),
            isDisabled: isRenewed,
          },
          {
            id: 'stop',
            label: t('machines.stop.open'),
            icon: <PowerIcon size={18} />,
            onSelect: () => setStopping(true),
            isDangerous: true,
          },
        ]}
        trigger={
          <ActionIcon aria-label={t('machines.share.more')}>
            <MoreIcon />
          </ActionIcon>
        }
      />
      {isStopping && <StopDialog orderId={orderId} onClose={() => setStopping(false)} />}
    </>
  )
}
