import { certificationErrors } from './certification.ts'
import { chainErrors } from './chain.ts'
import { codeErrors } from './code.ts'
import { computeErrors } from './compute.ts'
import { conversationsErrors } from './conversations.ts'
import type { ErrorSpec, FieldError } from './define.ts'
import { favouritesErrors } from './favourites.ts'
import { filesErrors } from './files.ts'
import { commonErrors } from './general.ts'
import { identityErrors } from './identity.ts'
import { ordersErrors } from './orders.ts'
import { paymentErrors } from './payment.ts'
import { reviewsErrors } from './reviews.ts'
import { searchesErrors } from './searches.ts'
import { staffErrors } from './staff.ts'
import { storageErrors } from './storage.ts'
import { talentErrors } from './talent.ts'
import { walletErrors } from './wallet.ts'

/** Every way a request may be refused: code → HTTP status. Texts are tied to these keys by type in @trove/messages. */
export const allErrors = {
  ...commonErrors,
  ...identityErrors,
  ...filesErrors,
  ...conversationsErrors,
  ...reviewsErrors,
  ...favouritesErrors,
  ...searchesErrors,
  ...staffErrors,
  ...walletErrors,
  ...paymentErrors,
  ...ordersErrors,
  ...computeErrors,
  ...codeErrors,
  ...talentErrors,
  ...certificationErrors,
  ...chainErrors,
  ...storageErrors,
}

export type ErrorCode = keyof typeof allErrors
type ErrorParams = Record<string, string | number>

type All = typeof allErrors
/** Codes whose texts are filled with something. */
type FilledCode = { [C in ErrorCode]: All[C] extends { params: readonly string[] } ? C : never }[ErrorCode]
/** Codes whose texts stand as they are. */
export type PlainErrorCode = Exclude<ErrorCode, FilledCode>
type ParamsOf<C extends FilledCode> = Record<All[C]['params'][number], string | number>

/** A code with what it declares: one with parameters cannot be thrown without them, one without takes none. */
export type Refusal =
  | [code: PlainErrorCode, params?: Record<string, never>, fields?: FieldError[]]
  | { [C in FilledCode]: [code: C, params: ParamsOf<C>, fields?: FieldError[]] }[FilledCode]

/** An expected refusal. Thrown by services, answered by the HTTP kit, thrown again by the client with the same code. */
export class ContractError extends Error {
  readonly code: ErrorCode
  readonly params: ErrorParams
  readonly fields: FieldError[] | undefined
  constructor(...[code, params = {}, fields]: Refusal) {
    super(code)
    this.name = 'ContractError'
    this.code = code
    this.params = params
    this.fields = fields
  }
}

/** Throws the contract code unless the condition holds: a business check in one line. */
export function requireThat(condition: unknown, ...refusal: Refusal): asserts condition {
  if (!condition) throw new ContractError(...refusal)
}

/** The HTTP status of a code. */
export function statusOf(code: ErrorCode): number {
  return (allErrors[code] as ErrorSpec).status
}
