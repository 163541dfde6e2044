import { ActionIcon } from '@mantine/core'
import type { ReactNode } from 'react'
import { useDevice } from '../base/device.tsx'
import { Link } from '../base/link.tsx'
import { type Action, ActionButton, withheldLook } from './action-button.tsx'

type HeaderActionProps = { action: Action & { icon: ReactNode }; kind?: 'main' | 'plain' | 'quiet' }

/** An action in a screen's header or in a row: a button with words at a desk, its icon alone on a phone, which has no room for words. */
export function HeaderAction({ action, kind = 'plain' }: HeaderActionProps) {
  if (useDevice() !== 'mobile') return <ActionButton kind={kind} action={action} />
  const { label, href, onClick, icon, isDisabled, isBusy, reason } = action
  const tone = kind === 'main' ? ({ variant: 'filled', color: 'jade' } as const) : {}
  const look = { 'aria-label': label, onClick, loading: isBusy, disabled: isDisabled, ...tone, ...withheldLook(reason) }
  if (href && !isDisabled && reason === undefined) {
    return (
      <ActionIcon component={Link} href={href} {...look}>
        {icon}
      </ActionIcon>
    )
  }
  return <ActionIcon {...look}>{icon}</ActionIcon>
}
