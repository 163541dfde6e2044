import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from '../base/link.tsx'

/** One thing a person can do next: either a place to go (`href`) or something to run (`onClick`). */
export type Action = {
  label: string
  /** What is read out in place of the label where that does not say of what; it begins with the label. */
  spoken?: string
  href?: string
  onClick?: () => void
  icon?: ReactNode
  isDisabled?: boolean
  /** Why it cannot be done now: it looks so, can still be reached and pressed, and `onClick` says the reason. */
  reason?: string
  isBusy?: boolean
}

type ActionButtonProps = {
  action: Action
  kind?: 'main' | 'plain' | 'quiet' | 'danger'
  size?: 'xs' | 'sm' | 'md' | 'lg'
  isFullWidth?: boolean
  className?: string
}

/** How what cannot be done now says so: grey, and with its reason as its description. */
export const withheldLook = (reason: string | undefined) =>
  reason === undefined ? {} : { 'data-disabled': true, 'aria-disabled': true, title: reason }

const looks = {
  main: { variant: 'filled', color: 'jade' },
  plain: { variant: 'default', color: undefined },
  quiet: { variant: 'subtle', color: 'jade' },
  danger: { variant: 'filled', color: 'coral' },
} as const

/** A button or a link that looks like one, drawn from an `Action`. */
export function ActionButton({ action, kind = 'main', size = 'sm', isFullWidth, className }: ActionButtonProps) {
  const shared = {
    ...looks[kind],
    size,
    className,
    'aria-label': action.spoken,
    fullWidth: isFullWidth,
    leftSection: action.icon,
    loading: action.isBusy,
    disabled: action.isDisabled,
    ...withheldLook(action.reason),
  }
  if (action.href && !action.isDisabled && action.reason === undefined) {
    return (
      <Button component={Link} href={action.href} onClick={action.onClick} {...shared}>
        {action.label}
      </Button>
    )
  }
  return (
    <Button type="button" onClick={action.onClick} {...shared}>
      {action.label}
    </Button>
  )
}
