import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerAccount } from '@trove/chain-client/server-keys'
import {
  NODE_READS_ALIVE_MS,
  NODE_READS_REPLACED,
  NodeQuestion,
  nodeReadsBegin,
  nodeReadsPath,
} from '@trove/contract/storage/node'
import type { Bytes } from '@trove/stored-file/bytes'
import type { Log } from '../log/log.ts'
import { gatewaySeconds } from './time.ts'

/** A frame of a file that this node keeps; undefined when it has it not. */
export type FrameSource = (cid: string, frame: number) => Promise<Bytes | undefined>

type Options = { gatewayUrl: string; account: ServerAccount; source: FrameSource; log: Log; signal: AbortSignal }

const NUMBER_BYTES = 4
/** Questions at a time; the gateway asks half as many. */
const MOST_ASKED = 64
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000

/**
 * Lets the gateway read what this node keeps, over one connection that the node opens itself: nothing has to be let in from outside.
 * A connection that breaks, or on which nothing is heard, is made anew, ever more slowly. Ends with the signal.
 */
export async function serveReads(options: Options): Promise<void> {
  const { signal, log } = options
  for (let pause = FIRST_PAUSE_MS; !signal.aborted; pause = Math.min(LONGEST_PAUSE_MS, 2 * pause)) {
    const end = await serveOnce(options)
    if (signal.aborted) return
    if (end !== 'refused') log('info', 'reads.closed', { reason: end })
    // Another agent has this node's key: the two do not drive each other out all the time.
    if (end !== 'refused') pause = end === 'replaced' ? LONGEST_PAUSE_MS : FIRST_PAUSE_MS
    // Many nodes that lost one gateway do not come back in the same second.
    await sleep(pause * (0.5 + Math.random()), undefined, { signal, ref: false }).catch(() => undefined)
  }
}

type End = 'refused' | 'replaced' | 'lost'

/** One connection, to its end. */
async function serveOnce({ gatewayUrl, account, source, log, signal }: Options): Promise<End> {
  const at = await gatewaySeconds(gatewayUrl, signal)
  if (signal.aborted) return 'lost'
  const signature = Buffer.from(account.signText(nodeReadsBegin(at))).toString('hex')
  const url = gatewayUrl.replace(/\/+$/, '').replace(/^http/, 'ws') + nodeReadsPath(account.address, at, signature)
  const socket = new WebSocket(url)
  socket.binaryType = 'arraybuffer'
  const { ended, heard, close } = watchLine(socket, signal, log)
  let underWay = 0
  socket.onmessage = async ({ data }) => {
    heard()
    const question = readQuestion(data)
    if (!question) return
    if (underWay >= MOST_ASKED) return close()
    underWay++
    const frame = await source(question.cid, question.frame).catch((error: Error) => {
      log('warn', 'reads.fault', { reason: error.message })
    })
    underWay--
    if (socket.readyState === WebSocket.OPEN) socket.send(answerOf(question.number, frame ?? undefined))
  }
  return await ended
}

/** How a connection ends: by the gateway, by `close`, with the signal, or when nothing was `heard` for too long. */
function watchLine(socket: WebSocket, signal: AbortSignal, log: Log) {
  const { promise: ended, resolve } = Promise.withResolvers<End>()
  let wasOpen = false
  let silence: NodeJS.Timeout
  const end = (how: End) => {
    clearTimeout(silence)
    signal.removeEventListener('abort', close)
    resolve(how)
  }
  // Ends at once: a gateway that hangs answers no close, and it would be waited for until the system gives the connection up.
  const close = () => {
    socket.onopen = null
    socket.onmessage = null
    socket.onclose = null
    socket.close()
    end(wasOpen ? 'lost' : 'refused')
  }
  const heard = () => {
    clearTimeout(silence)
    silence = setTimeout(close, 3 * NODE_READS_ALIVE_MS).unref()
  }
  heard()
  signal.addEventListener('abort', close)
  socket.onopen = () => {
    wasOpen = true
    log('info', 'reads.open')
  }
  socket.onclose = ({ code }) => end(code === NODE_READS_REPLACED ? 'replaced' : wasOpen ? 'lost' : 'refused')
  return { ended, heard, close }
}

/** Undefined for what asks nothing: a sign of life, or words of a later gateway. */
function readQuestion(data: unknown): NodeQuestion | undefined {
  if (typeof data !== 'string' || !data.startsWith('{')) return undefined
  try {
    return NodeQuestion.safeParse(JSON.parse(data)).data
  } catch {
    return undefined
  }
}

function answerOf(number: number, frame: Bytes | undefined): Uint8Array<ArrayBuffer> {
  const answer = new Uint8Array(NUMBER_BYTES + (frame?.length ?? 0))
  new DataView(answer.buffer).setUint32(0, number, true)
  if (frame) answer.set(frame, NUMBER_BYTES)
  return answer
}
