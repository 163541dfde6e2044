/** How a request may be refused. Each domain lists its codes; `errors.ts` beside this folder joins them. */

/** What a code means on the wire: the HTTP status, which is also the number in the envelope's `code`. */
export type ErrorSpec = { status: number; params?: readonly string[] }

/** Lists a domain's error codes with their HTTP status; keeps the keys as literal types. */
export function defineErrors<const T extends Record<string, ErrorSpec>>(specs: T): T {
  return specs
}

/** One refused field of a query, parameter or body: its path, the error's short code, and a fallback text. */
export type FieldError = { path: string; error: string; message: string }
