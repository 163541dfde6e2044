import { ActionIcon } from '@mantine/core'
import type { ReactNode } from 'react'
import { useDevice } from '../base/device.tsx'
import { Link } from '../base/link.tsx'
import { type Action, ActionButton } from './action-button.tsx'

/** An action in a screen's header: a button with words at a desk, its icon alone on a phone, where the title needs the room. */
export function HeaderAction({ action }: { action: Action & { icon: ReactNode } }) {
  if (useDevice() !== 'mobile') return <ActionButton kind="plain" action={action} />
  const { label, href, onClick, icon, isDisabled, isBusy } = action
  const look = { 'aria-label': label, onClick, loading: isBusy, disabled: isDisabled }
  if (href && !isDisabled) {
    return (
      <ActionIcon component={Link} href={href} {...look}>
        {icon}
      </ActionIcon>
    )
  }
  return <ActionIcon {...look}>{icon}</ActionIcon>
}
