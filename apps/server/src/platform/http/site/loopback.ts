import type { FastifyRequest } from 'fastify'
import { isLoopback } from '../call/values/ip.ts'

const LOCAL_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i

/**
 * Whether a call comes from this machine and not through a proxy or a foreign page. The peer is loopback, no proxy header
 * names another client, the host name is a local one, and no page of another site sent it.
 */
export function isLocalCall(request: FastifyRequest): boolean {
  const { headers, socket } = request
  if (!isLoopback(socket.remoteAddress) || headers['x-forwarded-for'] || headers.forwarded) return false
  const site = headers['sec-fetch-site']
  return LOCAL_HOST.test(headers.host ?? '') && (site === undefined || site === 'same-origin' || site === 'none')
}
