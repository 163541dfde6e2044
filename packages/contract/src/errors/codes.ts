import type { allErrors } from './all.ts'
import type { FieldError } from './define.ts'

/** How a request may be refused; the table of all stands in `all.ts`, which a page fetches with its first refusal. */
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
