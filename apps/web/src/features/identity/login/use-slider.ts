import { ContractError } from '@trove/contract/errors/codes'
import { useState } from 'react'

/**
 * Asks for the slider puzzle when the server wants one: `run` does an action, and once more with the solved puzzle; it
 * answers undefined when the person closed the puzzle. Draw the dialog while `isOpen`.
 */
export function useSlider() {
  const [waiting, setWaiting] = useState<{ resolve: (answer: string | undefined) => void }>()
  const ask = () => new Promise<string | undefined>((resolve) => setWaiting({ resolve }))
  const answer = (solution: string | undefined) => {
    waiting?.resolve(solution)
    setWaiting(undefined)
  }
  async function run<T>(action: (slider?: string) => Promise<T>): Promise<T | undefined> {
    try {
      return await action()
    } catch (error) {
      if (!(error instanceof ContractError) || error.code !== 'identity.slider-required') throw error
      const solution = await ask()
      return solution === undefined ? undefined : action(solution)
    }
  }
  return { isOpen: waiting !== undefined, run, answer }
}
