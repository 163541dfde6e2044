import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { APP_ID } from './accounts/accounts.ts'
import { GatewayError, invalidCall } from './base/errors.ts'
import { METHODS, PAGE_METHODS } from './methods/table.ts'
import type { Fault } from './notify/faults.ts'
import { brokenSignature } from './notify/notify-faults.ts'
import { cashierError, openCashier } from './pages/cashier-routes.ts'
import { sweep } from './trades/sweep.ts'
import { type Call, mergeParameters, requireSigned } from './world/call.ts'
import { makeTraceId, responseName, signedBody, unsignedBody } from './world/reply.ts'
import type { World } from './world/world.ts'

/** Answers whose error goes under error_response, as the sign-in calls of the real gateway do. */
const ERROR_RESPONSE_METHODS = new Set(['alipay.system.oauth.token'])

/** `/gateway.do`: API calls and cashier pages, by GET or POST. */
export function serveGateway(server: FastifyInstance, world: World): void {
  server.route({
    method: ['GET', 'POST'],
    url: '/gateway.do',
    handler: (request, reply) => handle(world, request, reply),
  })
}

async function handle(world: World, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  sweep(world)
  reply.header('trace_id', makeTraceId())
  let parameters: Record<string, string> = {}
  try {
    parameters = mergeParameters(request.query, request.body)
  } catch (error) {
    return answerError(world, reply, '', parameters, error)
  }
  const method = parameters.method ?? ''
  const fault = world.faults.take(method)
  if (fault !== undefined && (await strikesBefore(fault, reply))) return reply
  if (PAGE_METHODS.has(method)) return openPage(world, request, reply, parameters)
  return answerCall(world, reply, method, parameters, fault)
}

function openPage(
  world: World,
  request: FastifyRequest,
  reply: FastifyReply,
  parameters: Record<string, string>,
): unknown {
  try {
    return openCashier(world, reply, parameters)
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    return cashierError(request, reply, error)
  }
}

async function answerCall(
  world: World,
  reply: FastifyReply,
  method: string,
  parameters: Record<string, string>,
  fault: Fault | undefined,
): Promise<unknown> {
  try {
    const handler = METHODS.get(method)
    if (handler === undefined) throw invalidCall('isv.invalid-method', '不存在的方法名')
    requireSigned(world, parameters, APP_ID, false)
    if (fault?.kind === 'unknown') throw unknownOutcome()
    if (fault?.kind === 'system-error') throw systemError(method)
    const call: Call = { method, parameters, isCertMode: parameters.app_cert_sn !== undefined, fault }
    const answer = handler(world, call)
    if (fault?.kind === 'unknown-after') throw unknownOutcome()
    if (fault?.kind === 'system-error-after') throw systemError(method)
    return await send(world, reply, responseName(method), answer, parameters, fault)
  } catch (error) {
    return answerError(world, reply, method, parameters, error, fault)
  }
}

function answerError(
  world: World,
  reply: FastifyReply,
  method: string,
  parameters: Record<string, string>,
  error: unknown,
  fault?: Fault,
): Promise<unknown> {
  if (!(error instanceof GatewayError)) throw error
  const isNamed = METHODS.has(method) && !ERROR_RESPONSE_METHODS.has(method)
  const name = isNamed ? responseName(method) : 'error_response'
  return send(world, reply, name, error.answer(), parameters, fault)
}

/** Faults that hit before anything is done; true when the call ends here. */
async function strikesBefore(fault: Fault, reply: FastifyReply): Promise<boolean> {
  if (fault.kind === 'latency') await wait(fault.delayMs)
  if (fault.kind === 'hang') return hang(reply)
  if (fault.kind === 'cut-before') return cut(reply)
  if (fault.kind === 'http-500') {
    reply.code(500).type('text/html;charset=utf-8').send('<html><body>500 Internal Server Error</body></html>')
    return true
  }
  return false
}

async function send(
  world: World,
  reply: FastifyReply,
  name: string,
  answer: Record<string, unknown>,
  parameters: Record<string, string>,
  fault: Fault | undefined,
): Promise<unknown> {
  const certSn = parameters.app_cert_sn === undefined ? undefined : world.keys.gatewayCertSn
  const key = fault?.kind === 'wrong-key' ? world.keys.strangerPrivate : world.keys.gatewayPrivate
  const body = signedBody({ name, answer, key, certSn })
  reply.type('text/html;charset=utf-8')
  switch (fault?.kind) {
    case 'hang-after':
      hang(reply)
      return reply
    case 'cut-after':
      cut(reply)
      return reply
    case 'http-500-after':
      return reply.code(500).send('<html><body>500 Internal Server Error</body></html>')
    case 'unsigned':
      return reply.send(unsignedBody(name, answer))
    case 'wrong-signature':
      return reply.send(body.replace(/"sign":"([^"]+)"\}$/, (_, sign: string) => `"sign":"${brokenSignature(sign)}"}`))
    case 'truncated-json':
      return reply.send(body.slice(0, 1 + Math.floor(fault.draw * (body.length - 2))))
    default:
      return reply.send(body)
  }
}

function hang(reply: FastifyReply): true {
  reply.hijack()
  return true
}

function cut(reply: FastifyReply): true {
  reply.hijack()
  reply.raw.socket?.destroy()
  return true
}

function unknownOutcome(): GatewayError {
  return new GatewayError('20000', 'isp.unknow-error', '系统繁忙')
}

function systemError(method: string): GatewayError {
  const prefix = method.startsWith('alipay.trade.') ? 'ACQ.' : ''
  return new GatewayError('40004', `${prefix}SYSTEM_ERROR`, '系统错误')
}
