import { Suspense, useEffect } from 'react'
import { useFactorQuestion } from '../../lib/calls/factor.ts'
import { lazyAgain } from '../../lib/shown/later/lazy-again.ts'

/** Nobody can be asked: the call is refused as it was, and asks again when it is made anew. */
function Unasked() {
  const question = useFactorQuestion()
  useEffect(() => question?.answer(false), [question])
  return null
}

const FactorPrompt = lazyAgain(() => import('./factor-prompt.tsx'), Unasked)

/** Puts the question for a second factor over whatever is open. */
export function FactorAsking() {
  const question = useFactorQuestion()
  return question ? (
    <Suspense fallback={null}>
      <FactorPrompt question={question} />
    </Suspense>
  ) : null
}
