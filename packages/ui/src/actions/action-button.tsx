import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from '../base/link.tsx'

/** One thing a person can do next: either a place to go (`href`) or something to run (`onClick`). */
export type Action = {
  label: string
  href?: string
  onClick?: () => void
  icon?: ReactNode
  isDisabled?: boolean
  isBusy?: boolean
}

type ActionButtonProps = {
  action: Action
  kind?: 'main' | 'plain' | 'quiet' | 'danger'
  size?: 'xs' | 'sm' | 'md' | 'lg'
  isFullWidth?: boolean
  className?: string
}

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
    fullWidth: isFullWidth,
    leftSection: action.icon,
    loading: action.isBusy,
    disabled: action.isDisabled,
  }
  if (action.href && !action.isDisabled) {
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
