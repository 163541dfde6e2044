import { Button, type ButtonProps } from '@mantine/core'
import { type Action, withheldLook } from '@trove/ui/actions/action-button'
import type { ComponentProps, MouseEvent } from 'react'
import { notify } from '../calls/notify.ts'

type ReasonButtonProps = ButtonProps &
  Pick<ComponentProps<'button'>, 'type' | 'form' | 'onClick'> & {
    /** Why it cannot be done now; undefined where it can. */
    reason: string | undefined
  }

/** A button that says on press, and as its description, why it cannot be done now; a form is not sent by it then. */
export function ReasonButton({ reason, onClick, type = 'button', ...look }: ReasonButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (reason === undefined) return onClick?.(event)
    event.preventDefault()
    notify('warning', reason)
  }
  return <Button type={type} {...look} onClick={press} {...withheldLook(reason)} />
}

/** The action as it is while it cannot be done: a press says why. Without a reason it stays as it is. */
export function withReason(action: Action, reason: string | undefined): Action {
  return reason === undefined ? action : { ...action, reason, onClick: () => notify('warning', reason) }
}
