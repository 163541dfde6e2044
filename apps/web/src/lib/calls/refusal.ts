import { ContractError } from '@trove/contract/errors/codes'
import { knownStatus } from '@trove/contract/errors/known/known'
import { useCallback, useRef } from 'react'
import { errorText, kindOf, notify } from './notify.ts'

/** Codes that say nothing about what was asked for: the same may be sent again. */
const OF_NOW = /^(service|request|session|factor)\./

/** Whether the server refused what was asked for, as things stand. */
export const isRefusal = (error: unknown): boolean => error instanceof ContractError && !OF_NOW.test(error.code)

/**
 * For `onError`: does it (closes the dialog, say) when the server refused what was asked for, as things stand. Else it may be sent
 * again as it is (no network, a busy server, a second factor that was not shown), and whoever wrote words for it keeps them.
 */
export const onRefusal =
  (act: () => void) =>
  (error: unknown): void => {
    if (isRefusal(error)) act()
  }

/** Shows that something failed: a refusal in its own words, anything else as `word` says it with its reason. */
export function notifyFailed(error: unknown, word: (reason: string) => string): void {
  const reason = errorText(error)
  notify(kindOf(error), error instanceof ContractError ? reason : word(reason))
}

const NOT_FOUND = 404

/** Whether what was asked for is not there, or is there no more. */
export const isGone = (error: unknown): boolean =>
  error instanceof ContractError && knownStatus(error.code) === NOT_FOUND

/** The key of what is sent: the same for the same until it is `renewed`, and another one once something else is sent. */
export function useSameKey<Body>() {
  const kept = useRef<{ sent: string; key: string }>(undefined)
  const renew = useCallback(() => {
    kept.current = undefined
  }, [])
  const keyOf = (body: Body) => {
    const sent = JSON.stringify(body)
    if (kept.current?.sent !== sent) kept.current = { sent, key: crypto.randomUUID() }
    return kept.current.key
  }
  return { keyOf, renew }
}
