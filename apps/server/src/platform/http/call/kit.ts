import { type RouteSpec, takesKey } from '@trove/contract/kit/route'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '../../base/log.ts'
import type { Limiter } from '../../rate-limit.ts'
import { type Admission, isShortCall } from './admission.ts'
import { type Answer, refusal, send, successBytes, successText } from './answer.ts'
import { type AuthNeeds, authorize } from './auth.ts'
import { refuseMedia } from './body.ts'
import { CallContext } from './context.ts'
import { toRefusal } from './failure.ts'
import { type Idempotency, type KeptAnswer, readKey } from './idempotency.ts'
import { type ParsedInput, parseInput } from './input.ts'
import type { ServedRoute } from './serve.ts'
import { ipBucket } from './values/ip.ts'
import { languageOf } from './values/language.ts'
import { WrittenData } from './values/written-data.ts'

/** What the kit needs around the routes. */
export type KitNeeds = AuthNeeds & {
  product: string
  log: Log
  limiter: Limiter
  idempotency: Idempotency
  /** Load shedding of this process; without one, every call is admitted. */
  admission?: Admission
  /** The coarse guard of this process; throws `request.too-frequent`. */
  throttle(key: string): void
  /** Whether an anonymous caller is the person at this machine (embedded world) and not limited as a network. */
  isOwnPerson?(ip: string): boolean
  /** Called after each response of a route, for the metrics. */
  observe(route: RouteSpec, status: number, seconds: number): void
}

/**
 * Against programs that repeat an address by themselves. Their POST twins have no such limit. A seller who clears an
 * order a hundred times at once must get a hundred correct responses (money.md C7), so it leaves room for bursts.
 */
const UNSAFE_GET_LIMIT = { limit: 600, windowSeconds: 60 }

/** Registers every served route of the contract on the server. */
export function registerRoutes(server: FastifyInstance, served: ServedRoute[], needs: KitNeeds): void {
  for (const each of served) {
    const { route } = each
    server.route({
      method: route.method,
      url: toUrl(route, needs.product),
      exposeHeadRoute: false,
      handler: handlerOf(each, needs),
    })
  }
}

/** The contract's `{name}` parameters in the HTTP library's way of writing. */
export function toUrl(route: RouteSpec, product: string): string {
  return route.path.replace('{product}', product).replace(/\{(\w+)\}/g, ':$1')
}

function handlerOf(served: ServedRoute, needs: KitNeeds) {
  const { route } = served
  async function handle(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const start = performance.now()
    let context: CallContext | undefined
    let result: unknown
    let status: number
    try {
      context = await enter(route, request, reply, needs)
      result = await runOnceOrMore(served, context, needs)
      status = reply.statusCode
    } catch (error) {
      const answer = refuse(route, error, request, needs)
      status = answer.status
      result = reply.sent ? reply : send(reply, answer)
    }
    const seconds = (performance.now() - start) / 1000
    needs.observe(route, status, seconds)
    noteChange(needs.log, route, { requestId: request.id, userId: context?.caller?.userId, status, seconds })
    return result
  }
  const { admission } = needs
  if (!admission || !isShortCall(route)) return handle
  return async function handleInTurn(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    let entered: number
    try {
      entered = admission.enter()
    } catch (error) {
      needs.observe(route, 503, 0)
      return send(reply.header('cache-control', 'no-store'), refuse(route, error, request, needs))
    }
    return handle(request, reply).finally(() => admission.leave(entered))
  }
}

/** Calls that change something leave a line; names only, never an address, a query or a body. */
function noteChange(log: Log, route: RouteSpec, facts: Record<string, unknown>): void {
  if (route.method === 'GET' && !route.isUnsafeGet) return
  log.info({ routeId: route.id, ...facts }, 'call')
}

/** Authentication, authorisation and rate limits. */
async function enter(route: RouteSpec, request: FastifyRequest, reply: FastifyReply, needs: KitNeeds) {
  reply.header('cache-control', 'no-store')
  const network = `ip:${ipBucket(request.ip)}`
  const caller = await authorize(route, request, needs).catch((error: unknown) => {
    // Who is refused has cost a look-up: the guard counts that too.
    if (!route.isCallback) needs.throttle(network)
    throw error
  })
  const owner = caller ? `user:${caller.userId}` : network
  if (!route.isCallback) needs.throttle(owner)
  const isLimited = caller || !needs.isOwnPerson?.(request.ip)
  if (route.isUnsafeGet && isLimited) await needs.limiter.require(`unsafe-get:${route.id}`, owner, UNSAFE_GET_LIMIT)
  return new CallContext(request, reply, caller, { log: needs.log, routeId: route.id })
}

async function runOnceOrMore(served: ServedRoute, context: CallContext, needs: KitNeeds): Promise<unknown> {
  const { route } = served
  const { request, reply } = context
  if (route.bodyKind === 'multipart' && !request.isMultipart()) refuseMedia()
  const input = parseInput(route, request, context.language)
  if (route.envelope === 'raw') return runRaw(served, input, context)
  const key = !takesKey(route) ? undefined : readKey(request.headers['idempotency-key'])
  if (key === undefined) return send(reply, await run(served, input, context))
  const owner = context.caller ? `user:${context.caller.userId}` : `ip:${ipBucket(request.ip)}`
  const content = [request.params, request.query, context.rawBody ?? request.body]
  const kept = await needs.idempotency.once({ owner, route: route.id, key, content }, () =>
    runToEnd(served, input, context, needs),
  )
  reply.headers(kept.headers)
  return send(reply, kept)
}

async function run(served: ServedRoute, input: ParsedInput, context: CallContext): Promise<Answer> {
  const data = await served.handler(input as never, context as never)
  const { envelope, ok } = served.route
  const wrap = envelope === 'raw' ? 'business' : (envelope ?? 'business')
  if (data instanceof WrittenData) return { status: 200, text: successBytes(wrap, data) }
  // A mismatch here is a bug of ours: the thrown ZodError is answered as unknown and logged.
  return { status: 200, text: successText(wrap, ok.parse(data)) }
}

/** The same, with a refusal as an answer of its own, so that it can be kept with its key. */
async function runToEnd(
  served: ServedRoute,
  input: ParsedInput,
  context: CallContext,
  needs: KitNeeds,
): Promise<KeptAnswer> {
  try {
    const answer = await run(served, input, context)
    return { ...answer, text: answer.text.toString(), headers: ownHeaders(context.reply) }
  } catch (error) {
    return { ...refuse(served.route, error, context.request, needs), headers: {} }
  }
}

/** Headers of ours that belong to the answer, such as X-Order-Id. */
function ownHeaders(reply: FastifyReply): Record<string, string> {
  const entries = Object.entries(reply.getHeaders()).filter(([name]) => name.startsWith('x-') && !STANDARD.has(name))
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))
}

const STANDARD = new Set(['x-request-id', 'x-content-type-options', 'x-frame-options'])

async function runRaw(served: ServedRoute, input: ParsedInput, context: CallContext): Promise<unknown> {
  const result = await served.handler(input as never, context as never)
  return result === undefined || result === context.reply ? context.reply : context.reply.send(result)
}

function refuse(route: RouteSpec, error: unknown, request: FastifyRequest, needs: KitNeeds): Answer<string> {
  const contractError = toRefusal(error, { log: needs.log, requestId: request.id, routeId: route.id })
  const language = languageOf(request.headers['accept-language'])
  return refusal(contractError, language, route.envelope ?? 'business', request.id)
}
