import { type Context, type Handlers, ResponseError, type SubscriptionManager } from '@acala-network/chopsticks-core'
import type { WebSocket } from 'ws'
import { PoolRefusal } from '../blocks/validity.ts'

type Request = { id: number | string | null | undefined; method: string; params: unknown[] }

const MOST_UNDER_WAY = 64
const MOST_SUBSCRIPTIONS = 512
const MOST_IN_BATCH = 100
/** A client that does not read what it asked for is let go. */
const MOST_UNREAD_BYTES = 32 * 2 ** 20
const CODE = { parse: -32_700, request: -32_600, method: -32_601, internal: -32_603, busy: -32_005 }
const TOO_SLOW = 1013

/** Serves JSON-RPC on one WebSocket until it closes. */
export function serveConnection(socket: WebSocket, handlers: Handlers, context: Context): void {
  const subscriptions = new Map<string, () => void>()
  const waiting: string[] = []
  let underWay = 0

  const send = (message: unknown) => {
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount > MOST_UNREAD_BYTES) return socket.close(TOO_SLOW, 'you read too slowly')
    socket.send(JSON.stringify(message))
  }
  const manager: SubscriptionManager = {
    subscribe(method, id, onCancel = () => {}) {
      if (subscriptions.size >= MOST_SUBSCRIPTIONS || socket.readyState !== socket.OPEN) {
        onCancel()
        throw new ResponseError(CODE.busy, 'too many subscriptions')
      }
      subscriptions.set(id, onCancel)
      return (result) => {
        if (subscriptions.has(id)) send({ jsonrpc: '2.0', method, params: { subscription: id, result } })
      }
    },
    unsubscribe(id) {
      const onCancel = subscriptions.get(id)
      subscriptions.delete(id)
      onCancel?.()
    },
  }
  const answer = async (value: unknown) => {
    const request = readRequest(value)
    if (!request) return failure(null, CODE.request, 'Invalid Request')
    const handler = handlers[request.method]
    if (!handler) return failure(request.id, CODE.method, `Method not found: ${request.method}`)
    try {
      const result = await handler(context, request.params, manager)
      return { jsonrpc: '2.0', id: request.id, result: result ?? null }
    } catch (error) {
      return { jsonrpc: '2.0', id: request.id, error: errorOf(error) }
    }
  }

  const take = async (text: string) => {
    underWay += 1
    send(await answerAll(parse(text), answer))
    underWay -= 1
    const next = waiting.shift()
    if (next !== undefined) void take(next)
    else socket.resume()
  }
  socket.on('message', (data) => {
    if (underWay < MOST_UNDER_WAY) return void take(data.toString())
    // What had come already waits; no more is read from the line until it is through.
    waiting.push(data.toString())
    socket.pause()
  })
  socket.on('close', () => {
    waiting.length = 0
    for (const id of [...subscriptions.keys()]) manager.unsubscribe(id)
  })
  // A close follows.
  socket.on('error', () => undefined)
}

async function answerAll(value: unknown, answer: (value: unknown) => Promise<unknown>): Promise<unknown> {
  if (value === undefined) return failure(null, CODE.parse, 'Parse error')
  if (!Array.isArray(value)) return answer(value)
  if (value.length === 0 || value.length > MOST_IN_BATCH) return failure(null, CODE.request, 'Invalid Request')
  return Promise.all(value.map(answer))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function readRequest(value: unknown): Request | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { id, method, params = [] } = value as Partial<Request>
  const isId = id === undefined || id === null || typeof id === 'number' || typeof id === 'string'
  if (!isId || typeof method !== 'string' || !Array.isArray(params)) return undefined
  return { id: id ?? null, method, params }
}

function failure(id: Request['id'], code: number, message: string) {
  return { jsonrpc: '2.0', id, error: { code, message } }
}

function errorOf(error: unknown): { code: number; message: string; data?: string } {
  if (error instanceof PoolRefusal || error instanceof ResponseError) return error.toJSON()
  return { code: CODE.internal, message: error instanceof Error ? error.message : String(error) }
}
