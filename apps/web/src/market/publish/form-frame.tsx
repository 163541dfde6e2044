import { Button, Loader } from '@mantine/core'
import { StickyAction } from '@trove/ui/actions/sticky-action'
import { OutcomeNote } from '@trove/ui/feedback/outcome-note'
import { type FormEventHandler, type ReactNode, useEffect, useRef } from 'react'
import { errorText } from '../../lib/calls/notify.ts'
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
  /** Being sent, and what the veil says of it; neither where nothing is sent. */
  isSending?: boolean
  sendingLabel?: string
  /** Why the last try failed, a failure or its words, where no field says it: it stands beside the button until the next try. */
  refusal?: unknown
  children: ReactNode
}

/** After a try that failed the first field that is wrong has the focus, else the button that had it before it was sent. */
function useFocusAfter(isSending: boolean) {
  const form = useRef<HTMLFormElement>(null)
  const wasSending = useRef(false)
  useEffect(() => {
    const hasEnded = wasSending.current && !isSending
    wasSending.current = isSending
    if (!hasEnded) return
    const wrong = form.current?.querySelector<HTMLElement>(WRONG)
    if (wrong) wrong.focus()
    else if (document.activeElement === document.body)
      form.current?.querySelector<HTMLElement>('[type="submit"]')?.focus({ preventScroll: true })
  }, [isSending])
  return form
}

/**
 * A form that publishes something: its fields, one action in sight, and a veil with a word while it is sent. What is wrong first
 * has the focus after a check and after a refusal, which moves it into sight. What no field says of a refusal stands
 * with the action, and so in sight on a phone too, whose action is a bar at the bottom.
 */
export function FormFrame({
  onSubmit,
  label,
  isSending = false,
  sendingLabel = '',
  refusal,
  children,
}: FormFrameProps) {
  const form = useFocusAfter(isSending)
  const submit: FormEventHandler<HTMLFormElement> = (event) => {
    const form = event.currentTarget
    onSubmit(event)
    // The words of the check are drawn first.
    requestAnimationFrame(() => form.querySelector<HTMLElement>(WRONG)?.focus())
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className={classes.form} aria-busy={isSending}>
      {children}
      <div className={classes.submit}>
        <StickyAction
          note={
            refusal ? (
              <OutcomeNote kind="error" title={typeof refusal === 'string' ? refusal : errorText(refusal)} />
            ) : undefined
          }
        >
          <Button type="submit" size="md" loading={isSending}>
            {label}
          </Button>
        </StickyAction>
      </div>
      {isSending && <Sending label={sendingLabel} />}
    </form>
  )
}
