import { ContractError } from '@trove/contract/errors/codes'
import { useState } from 'react'
import { errorText } from '../../../lib/calls/notify.ts'

/** How long the server wants the person to wait, in seconds; 0 where it does not say. */
function secondsToWait(error: unknown): number {
  return error instanceof ContractError ? Number(error.params.seconds ?? 0) : 0
}

/**
 * Having a code sent: `press` answers true when it is on its way, else the seconds to wait. Why it was refused is `refusal`, for
 * the place below the field until the next press, or until it is forgotten.
 */
export function useSendCode(send: () => Promise<boolean>) {
  const [error, setError] = useState<unknown>()
  const forget = () => setError(undefined)
  const press = async (): Promise<boolean | number> => {
    forget()
    try {
      return await send()
    } catch (error) {
      setError(error)
      return secondsToWait(error)
    }
  }
  return { press, forget, refusal: error === undefined ? undefined : errorText(error) }
}
