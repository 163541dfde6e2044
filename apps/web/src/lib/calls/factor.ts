import { ContractError } from '@trove/contract/errors/codes'
import { useSyncExternalStore } from 'react'
import { followSession, readSession } from '../session/session.ts'

/** A call that wants a second factor waits here until the person showed one, or gave it up. */

export type FactorQuestion = { need: 'needed' | 'missing'; answer: (isShown: boolean) => void }

let question: FactorQuestion | undefined
let answered: Promise<boolean> | undefined
const listeners = new Set<() => void>()

function set(next: FactorQuestion | undefined): void {
  question = next
  for (const listener of listeners) listener()
}

/**
 * Asks the person; calls that want it at the same moment share one question. It ends with their session: who signs in afterwards
 * shows no factor for what another one began.
 */
function askFactor(need: FactorQuestion['need']): Promise<boolean> {
  const person = readSession().user?.userId
  answered ??= new Promise<boolean>((resolve) => {
    const answer = (isShown: boolean) => {
      stop()
      answered = undefined
      set(undefined)
      resolve(isShown)
    }
    const stop = followSession(() => {
      const { state, user } = readSession()
      if (state === 'signed-out' || (user && user.userId !== person)) answer(false)
    })
    set({ need, answer })
  })
  return answered
}

/** The question of the moment, for the dialog that puts it. */
export function useFactorQuestion(): FactorQuestion | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => question,
    // Drawn ahead at build time nobody is asked anything.
    () => undefined,
  )
}

/** Calls; when a second factor is wanted, the person is asked, and the call made again once it was shown. */
export async function withFactor<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    const need = needOf(error)
    if (need === undefined || !(await askFactor(need))) throw error
    return call()
  }
}

function needOf(error: unknown): FactorQuestion['need'] | undefined {
  if (!(error instanceof ContractError)) return undefined
  if (error.code === 'factor.needed') return 'needed'
  return error.code === 'factor.missing' ? 'missing' : undefined
}
