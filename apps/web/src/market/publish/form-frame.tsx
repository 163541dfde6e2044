import { Button, Loader } from '@mantine/core'
import { StickyAction } from '@trove/ui/actions/sticky-action'
import type { FormEventHandler, ReactNode } from 'react'
import classes from './publish.module.css'

// Mantine marks what stands around a field, too, and that takes no focus.
const WRONG = '[aria-invalid="true"], :is(input, textarea, select, button)[data-error="true"], [role="alert"][tabindex]'

function Sending({ label }: { label: string }) {
  return (
    <div className={classes.uploading} role="status">
      <Loader size={36} aria-hidden />
      {label}
    </div>
  )
}

type FormFrameProps = {
  onSubmit: FormEventHandler
  label: string
  isSending: boolean
  sendingLabel: string
  children: ReactNode
}

/**
 * A form that publishes something: its fields, one action in sight, and a veil with a word while it is sent. What is wrong first
 * has the focus after a check, which moves it into sight.
 */
export function FormFrame({ onSubmit, label, isSending, sendingLabel, children }: FormFrameProps) {
  const submit: FormEventHandler<HTMLFormElement> = (event) => {
    const form = event.currentTarget
    onSubmit(event)
    // The words of the check are drawn first.
    requestAnimationFrame(() => form.querySelector<HTMLElement>(WRONG)?.focus())
  }
  return (
    <form noValidate onSubmit={submit} className={classes.form} aria-busy={isSending}>
      {children}
      <div className={classes.submit}>
        <StickyAction>
          <Button type="submit" size="md" loading={isSending}>
            {label}
          </Button>
        </StickyAction>
      </div>
      {isSending && <Sending label={sendingLabel} />}
    </form>
  )
}
