import { ContractError } from '@trove/contract/errors/codes'
import { useRef, useState } from 'react'

/** Why an order could not be paid for, and what is known of it: it was not made, it stands, or nobody here knows. */
export type PayOutcome = { error: unknown } & (
  | { order: 'none' | 'unclear'; orderId?: undefined }
  | { order: 'made'; orderId: string }
)

/** The service failed, or is still at it: the order may have been written before. */
const UNCLEAR = /^(service\..*|payment\.(failed|unavailable)|request\.in-progress)$/

/**
 * What is known of an order after a try to make one that failed.
 * @param orderId as the answer's header named it, where one came
 */
export function outcomeOf(error: unknown, orderId?: string): PayOutcome {
  if (orderId !== undefined) return { error, order: 'made', orderId }
  const isRefused = error instanceof ContractError && !UNCLEAR.test(error.code)
  return { error, order: isRefused ? 'none' : 'unclear' }
}

/**
 * What the tries of one page to make an order came to. A refusal settles the tries before it that nobody knows the end of, if they
 * asked for the same under the same key; an order of something else may still stand.
 */
export function usePayOutcome() {
  const [outcome, setOutcome] = useState<PayOutcome>()
  const orderId = useRef<string>(undefined)
  const unclearKey = useRef<string>(undefined)
  /** Forgets what was told; the order is named by the answer that comes. */
  const begin = () => {
    orderId.current = undefined
    setOutcome(undefined)
  }
  const hear = ({ headers }: Response) => {
    orderId.current = headers.get('x-order-id') ?? undefined
  }
  const fail = (error: unknown, key: string) => {
    const told = outcomeOf(error, orderId.current)
    const isAnother = unclearKey.current !== undefined && unclearKey.current !== key
    if (told.order === 'unclear') unclearKey.current ??= key
    else if (!isAnother) unclearKey.current = undefined
    setOutcome(told.order === 'none' && isAnother ? { error, order: 'unclear' } : told)
  }
  return { outcome, begin, hear, fail }
}
