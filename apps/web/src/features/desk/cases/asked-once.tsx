import { useState } from 'react'
import { onRefusal } from '../../../lib/calls/refusal.ts'
import { CaseQuestion } from './case-question.tsx'

type Step<Body> = { mutate: (body: Body, on: { onError: (error: unknown) => void }) => void; isPending: boolean }

/**
 * A ruling, asked about once before it is sent, with what it moves (`textOf`). What was asked about is what is sent, whatever is
 * typed meanwhile. `asked` is for its panel, while the question stands.
 */
export function useAskedOnce<Body extends object>(step: Step<Body>, label: string, textOf: (body: Body) => string) {
  const [body, setBody] = useState<Body>()
  const onTakeBack = () => setBody(undefined)
  const question = body && (
    <CaseQuestion
      title={label}
      text={textOf(body)}
      confirmLabel={label}
      isBusy={step.isPending}
      onTakeBack={onTakeBack}
      // The case stands otherwise by now: it says how, and there is nothing left to ask.
      onConfirm={() => step.mutate(body, { onError: onRefusal(onTakeBack) })}
    />
  )
  return { ask: (asked: Body) => setBody(asked), asked: question && { question, onTakeBack } }
}
