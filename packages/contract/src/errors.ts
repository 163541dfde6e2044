import { chainErrors } from './chain-errors.ts'
import { computeErrors } from './compute-errors.ts'
import { filesErrors } from './files-errors.ts'
import { identityErrors } from './identity-errors.ts'
import { commonErrors } from './kit/common-errors.ts'
import type { ErrorSpec, FieldError } from './kit/errors.ts'
import { ordersErrors } from './orders-errors.ts'
import { paymentErrors } from './payment-errors.ts'
import { walletErrors } from './wallet-errors.ts'

/** Every way a request may be refused: code → HTTP status. Texts are tied to these keys by type in @trove/messages. */
export const allErrors = {
  ...commonErrors,
  ...identityErrors,
  ...filesErrors,
  ...walletErrors,
  ...paymentErrors,
  ...ordersErrors,
  ...computeErrors,
  ...chainErrors,
}

export type ErrorCode = keyof typeof allErrors
export type ErrorParams = Record<string, string | number>

/** An expected refusal. Thrown by services, answered by the HTTP kit, thrown again by the client with the same code. */
export class ContractError extends Error {
  readonly code: ErrorCode
  readonly params: ErrorParams
  readonly fields: FieldError[] | undefined
  constructor(code: ErrorCode, params: ErrorParams = {}, fields?: FieldError[]) {
    super(code)
    this.name = 'ContractError'
    this.code = code
    this.params = params
    this.fields = fields
  }
}

/** Throws the contract code unless the condition holds: a business check in one line. */
export function requireThat(condition: unknown, code: ErrorCode, params?: ErrorParams): asserts condition {
  if (!condition) throw new ContractError(code, params)
}

/** The HTTP status of a code. */
export function statusOf(code: ErrorCode): number {
  return (allErrors[code] as ErrorSpec).status
}
