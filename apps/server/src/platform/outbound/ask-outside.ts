import { lookup } from 'node:dns'
import { once } from 'node:events'
import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isGlobalAddress } from './addresses.ts'

/** Calls to servers that people name: public hosts only, over HTTPS, bounded in time and bytes, without redirects. */

export type OutsideFault = 'address' | 'unreachable' | 'status' | 'too-large'

/** Why nothing came of a call. `status`: the server answered something else than 200. */
export class OutsideError extends Error {
  readonly fault: OutsideFault
  readonly status: number | undefined
  constructor(fault: OutsideFault, status?: number) {
    super(status === undefined ? fault : `${fault} ${status}`)
    this.name = 'OutsideError'
    this.fault = fault
    this.status = status
  }
}

type OutsideCall = {
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: Buffer
  /** Of the answer's body. */
  maxBytes: number
  /** Until the whole answer is there. */
  limitMs: number
  /** Ends the call before that, also while its answer is read. */
  signal?: AbortSignal
}
export type AskOutside = (address: URL, call: OutsideCall) => Promise<AsyncIterable<Buffer>>

/**
 * Makes the one way out. `allowList` names hosts that may be reached although they are not global, as `host:port`, also without TLS.
 * What a name stands for is looked at in the very lookup that the connection is made with, so no later answer can change it.
 * @throws OutsideError, also while the answer is read
 */
export function createOutside(allowList: readonly string[]): AskOutside {
  return async (address, call) => {
    const isAllowed = allowList.includes(address.host)
    if (!isAllowed && !isPublicAddress(address)) throw new OutsideError('address')
    const response = await send(address, call, isAllowed)
    if (response.statusCode !== 200) {
      response.destroy()
      throw new OutsideError('status', response.statusCode)
    }
    return bounded(response, call.maxBytes)
  }
}

/** Whether an address names a public host by HTTPS, as far as its text says. */
export function isPublicAddress(address: URL): boolean {
  const { protocol, username, password, port } = address
  return protocol === 'https:' && username === '' && password === '' && port === '' && isPublicName(address)
}

const INNER_NAMES = /\.(local|localhost|internal|home\.arpa)\.?$/i

/** Whether the host of an address may be a public one: an address that is, or a name with a dot that no inner network uses. */
export function isPublicName({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  return isIP(host) === 0 ? /\.[a-z]/i.test(host) && !INNER_NAMES.test(host) : isGlobalAddress(host)
}

/** A lookup that answers public addresses only. */
const lookupPublic: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return done(error, [])
    if (found.length === 0 || !found.every(({ address }) => isGlobalAddress(address)))
      return done(new OutsideError('address') as NodeJS.ErrnoException, [])
    if (options.all) return done(null, found)
    done(null, found[0]!.address, found[0]!.family)
  })
}

async function send(
  address: URL,
  { method, headers, body, limitMs, signal }: OutsideCall,
  isAllowed: boolean,
): Promise<IncomingMessage> {
  const request = address.protocol === 'https:' ? requestSecure : requestPlain
  const sent = request(address, {
    method,
    headers: { ...headers, 'user-agent': 'git/trove', ...(body && { 'content-length': String(body.length) }) },
    // A connection of its own: none is taken over that somebody else's call opened.
    agent: false,
    signal: AbortSignal.any([AbortSignal.timeout(limitMs), ...(signal ? [signal] : [])]),
    ...(!isAllowed && { lookup: lookupPublic }),
  })
  sent.end(body)
  try {
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    return response
  } catch (error) {
    throw error instanceof OutsideError ? error : new OutsideError('unreachable')
  }
}

async function* bounded(response: IncomingMessage, maxBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0
  try {
    for await (const part of response) {
      bytes += part.length
      if (bytes > maxBytes) throw new OutsideError('too-large')
      yield part
    }
  } catch (error) {
    throw error instanceof OutsideError ? error : new OutsideError('unreachable')
  }
}
