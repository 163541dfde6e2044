import { lazy, Suspense } from 'react'
import { useFactorQuestion } from '../../lib/calls/factor.ts'

const FactorPrompt = lazy(() => import('./factor-prompt.tsx'))

/** Puts the question for a second factor over whatever is open. */
export function FactorAsking() {
  const question = useFactorQuestion()
  return question ? (
    <Suspense fallback={null}>
      <FactorPrompt question={question} />
    </Suspense>
  ) : null
}
