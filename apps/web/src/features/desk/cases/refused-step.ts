import { useQueryClient } from '@tanstack/react-query'
import { ContractError, type ErrorCode } from '@trove/contract/errors/codes'
import { notifyError } from '../../../lib/calls/notify.ts'
import { onRefusal } from '../../../lib/calls/refusal.ts'

/**
 * For `onError` of a step of a case. Refused, the case stands otherwise than it was read: it is read anew, which is on record as
 * well. That it has ended (`over`) its panel says then, with how and when; a message would ask for what was just done.
 */
export function useRefusedStep(queryKey: string[], over: ErrorCode) {
  const client = useQueryClient()
  return (error: unknown) => {
    if (!(error instanceof ContractError && error.code === over)) notifyError(error)
    onRefusal(() => void client.invalidateQueries({ queryKey }))(error)
  }
}
