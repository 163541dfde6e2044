import { ActionIcon } from '@mantine/core'
import { Menu } from '@trove/ui/dialogs/menu'
import { MoreIcon, PowerIcon, RefreshIcon } from '@trove/ui/icons/actions'
import { ServingIcon } from '@trove/ui/icons/states'
import { KeyIcon } from '@trove/ui/icons/things'
import { type ComponentProps, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/addresses/paths.ts'
import { LeaseKeysDialog } from '../keys/lease-keys-dialog.tsx'
import { renewPath } from '../offer/renewal-quote.ts'
import { AutoRenewalDialog } from './auto-renewal-dialog.tsx'
import { StopDialog } from './stop-dialog.tsx'

type LeaseMenuProps = { orderId: string; productId: string; serveHours: number | null; isRenewed: boolean }
type Asking = 'keys' | 'stop' | 'auto'
type Entries = ComponentProps<typeof Menu>['entries']

function useEntries(lease: LeaseMenuProps, ask: (what: Asking) => void): Entries {
  const { t } = useTranslation()
  const { orderId, isRenewed } = lease
  return [
    {
      id: 'cockpit',
      label: t('cockpit.open'),
      icon: <ServingIcon size={18} />,
      href: paths.cockpit({ orderId }),
    },
    {
      id: 'keys',
      label: t('sshKeys.lease.open'),
      icon: <KeyIcon size={18} />,
      onSelect: () => ask('keys'),
    },
    {
      id: 'renew',
      label: t(isRenewed ? 'machines.renew.done' : 'machines.renew.open'),
      icon: <RefreshIcon size={18} />,
      href: renewPath(lease),
      isDisabled: isRenewed,
    },
    {
      id: 'auto-renewal',
      label: t('autoRenewal.open'),
      icon: <RefreshIcon size={18} />,
      onSelect: () => ask('auto'),
    },
    {
      id: 'stop',
      label: t('machines.stop.open'),
      icon: <PowerIcon size={18} />,
      onSelect: () => ask('stop'),
      isDangerous: true,
    },
  ]
}

/** What else a buyer can do with a lease that runs. */
export function LeaseMenu(props: LeaseMenuProps) {
  const { orderId } = props
  const { t } = useTranslation()
  const [asking, setAsking] = useState<Asking>()
  const close = () => setAsking(undefined)
  return (
    <>
      <Menu
        label={t('machines.share.more')}
        closeLabel={t('common.close')}
        entries={useEntries(props, setAsking)}
        trigger={
          <ActionIcon aria-label={t('machines.share.more')}>
            <MoreIcon />
          </ActionIcon>
        }
      />
      {asking === 'stop' && <StopDialog orderId={orderId} onClose={close} />}
      {asking === 'auto' && <AutoRenewalDialog orderId={orderId} onClose={close} />}
      {asking === 'keys' && <LeaseKeysDialog orderId={orderId} onClose={close} />}
    </>
  )
}
