import type { IncomingMessage } from 'node:http'
import { LONG_CALL_MS } from '@trove/contract/kit/route'

/** Files and packs of git: they may be large, and lines slow. Every other body is small. */
const LARGE = /^(multipart\/form-data|application\/x-git-)/

export type BodyTimes = {
  /** The longest a small body may take to come. */
  smallMs: number
  /** A large body of which nothing comes for so long is given up. */
  idleMs: number
  /** The longest a request may take, whatever it brings. */
  wholeMs: number
}

export const BODY_TIMES: BodyTimes = { smallMs: 60_000, idleMs: 120_000, wholeMs: LONG_CALL_MS }

/** Ends a request whose body does not come: a small one by `refuse`, a large one by closing its line. */
export function limitBodyTime(message: IncomingMessage, { smallMs, idleMs }: BodyTimes, refuse: () => void): void {
  const { socket, headers } = message
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return
  if (LARGE.test(headers['content-type'] ?? '')) {
    // A socket that is silent for so long is closed by the HTTP server. What is done with the whole body has no limit here.
    socket.setTimeout(idleMs)
    message.once('end', () => socket.setTimeout(0))
    return
  }
  const late = setTimeout(() => message.complete || refuse(), smallMs).unref()
  message.once('close', () => clearTimeout(late))
}
