import type { Action } from '@trove/ui/actions/action-button'
import { EmptyState } from '@trove/ui/feedback/empty-state'
import type { ComponentProps } from 'react'
import { Failure } from '../calls/failure.tsx'
import { errorText } from '../calls/notify.ts'
import { isGone } from '../calls/refusal.ts'

type FailureOrGoneProps = ComponentProps<typeof Failure> & {
  wayOn: Action
  /** What is said of what is not there; without, the refusal's words. */
  gone?: { title?: string; text?: string } | undefined
}

/** In place of a page: what is not there is not there the next time either, so it leads on; anything else can be tried again. */
export function FailureOrGone({ wayOn, gone, ...failure }: FailureOrGoneProps) {
  if (!isGone(failure.error)) return <Failure {...failure} />
  return (
    <div role="alert">
      <EmptyState title={gone?.title ?? errorText(failure.error)} text={gone?.text} action={wayOn} />
    </div>
  )
}
