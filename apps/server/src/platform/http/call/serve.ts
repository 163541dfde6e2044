import type { RouteParsed, RouteResult, RouteSpec } from '@trove/contract/kit/route'
import type { StaffRole } from '@trove/contract/kit/staff-roles'
import type { Language } from '@trove/messages/kit/say'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '../../base/log.ts'
import type { WrittenData } from './values/written-data.ts'

/** Who makes a call, and their roles if they are of the staff; identity says so. */
export type Caller = { userId: string; sessionId: string; staff: readonly StaffRole[] }

/** What a handler may know of a call besides its parsed input. */
export type RequestContext<C extends Caller | undefined = Caller | undefined> = {
  readonly caller: C
  readonly language: Language
  readonly ip: string
  readonly requestId: string
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly log: Log
  /** The text of a form body as it came; for callbacks whose signature covers it. */
  readonly rawBody: string | undefined
}

type CallerOf<R extends RouteSpec> = R['auth'] extends 'user' | 'wallet-bound' | 'operator'
  ? Caller
  : Caller | undefined

export type Handler<R extends RouteSpec> = (
  input: RouteParsed<R>,
  context: RequestContext<CallerOf<R>>,
) => Promise<Result<R>> | Result<R>

/** What a handler answers: data for the kit to strip and write, or data written before (WrittenData). */
type Result<R extends RouteSpec> = RouteResult<R> | WrittenData<RouteResult<R>>

/** A route of the contract with the function that answers it. */
export type ServedRoute = {
  route: RouteSpec
  handler: (input: never, context: never) => unknown
}

/**
 * Ties a contract route to its handler. The kit around it does authentication, parsing, stripping, the envelope,
 * limits and idempotency; `raw` routes answer through `context.reply` or by returning a string, buffer or stream.
 */
export function serve<R extends RouteSpec>(route: R, handler: Handler<R>): ServedRoute {
  return { route, handler }
}
