import { type KeyObject, sign, verify } from 'node:crypto'
import * as http from 'node:http'
import * as https from 'node:https'
import { shanghaiTime } from '@trove/units/shanghai'

/**
 * The gateway's calls without the official SDK, which spends more on a call than its two signatures cost: names are turned
 * into snake case letter by letter, and its HTTP client keeps events and timings nobody reads. The SDK stays the oracle:
 * a test compares what both send.
 */

/** Who calls. `certificates` are the serial numbers sent in certificate mode. */
export type Caller = {
  appId: string
  privateKey: KeyObject
  certificates: { app_cert_sn: string; alipay_root_cert_sn: string } | undefined
}

/** Names as the gateway spells them, but for the order itself, which is sent as JSON. */
export type CallParams = { bizContent?: Record<string, unknown> } & Record<string, unknown>

/** Parameters that stand in the address, not in the form. */
const IN_ADDRESS = new Set([
  ...['app_id', 'method', 'charset', 'sign_type', 'sign', 'timestamp', 'version'],
  ...['auth_token', 'app_cert_sn', 'alipay_root_cert_sn'],
])

/** All parameters of a call with their signature over the sorted `name=value` pairs. */
export function signParameters(caller: Caller, method: string, params: CallParams): Record<string, string> {
  const { bizContent, ...others } = params
  const all: Record<string, string> = {
    ...{ app_id: caller.appId, method, charset: 'utf-8', version: '1.0', sign_type: 'RSA2' },
    ...{ timestamp: shanghaiTime(new Date()), ...caller.certificates, ...(others as Record<string, string>) },
    ...(bizContent && { biz_content: JSON.stringify(bizContent) }),
  }
  const text = Object.keys(all)
    .sort()
    .map((name) => `${name}=${all[name]}`)
    .join('&')
  return { ...all, sign: sign('RSA-SHA256', Buffer.from(text, 'utf8'), caller.privateKey).toString('base64') }
}

/** The address with all parameters that a browser opens. */
export function addressOf(gatewayUrl: string, parameters: Record<string, string>): string {
  const address = new URL(gatewayUrl)
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
  return address.toString()
}

/** What came back: a text, or nothing that counts as an answer. */
export type Posted = { kind: 'text'; text: string } | { kind: 'no-answer' }

export type Poster = (parameters: Record<string, string>) => Promise<Posted>

/** The longest true answer is an address of a bill. */
const LONGEST_ANSWER = 1 << 20

/** Posts signed parameters over connections that stay open; every call ends within `timeoutMs`. */
export function createPoster(gatewayUrl: string, timeoutMs: number): Poster {
  const { Agent, request } = gatewayUrl.startsWith('https:') ? https : http
  const agent = new Agent({ keepAlive: true })

  function postOnce(address: string, body: string): Promise<Posted | 'stale'> {
    return new Promise((resolve) => {
      const headers = {
        'content-type': 'application/x-www-form-urlencoded;charset=utf-8',
        'content-length': Buffer.byteLength(body),
        accept: 'application/json',
      }
      const going = request(address, { method: 'POST', agent, headers }, (response) => {
        const parts: Buffer[] = []
        let size = 0
        response.on('data', (part: Buffer) => {
          parts.push(part)
          size += part.length
          if (size > LONGEST_ANSWER) going.destroy()
        })
        response.once('end', () => {
          const isAnswer = response.statusCode === 200 && response.complete && size <= LONGEST_ANSWER
          settle(isAnswer ? { kind: 'text', text: Buffer.concat(parts).toString('utf8') } : { kind: 'no-answer' })
        })
        response.once('close', () => settle({ kind: 'no-answer' }))
      })
      const late = setTimeout(() => going.destroy(), timeoutMs)
      const settle = (posted: Posted | 'stale') => {
        clearTimeout(late)
        resolve(posted)
      }
      going.once('error', (error: NodeJS.ErrnoException) =>
        settle(going.reusedSocket && error.code === 'ECONNRESET' ? 'stale' : { kind: 'no-answer' }),
      )
      going.once('close', () => settle({ kind: 'no-answer' }))
      going.end(body)
    })
  }

  return async (parameters) => {
    const pick = (isInAddress: boolean) =>
      Object.fromEntries(Object.entries(parameters).filter(([name]) => IN_ADDRESS.has(name) === isInAddress))
    const address = addressOf(gatewayUrl, pick(true))
    const body = new URLSearchParams(pick(false)).toString()
    // The gateway may close a connection at the moment it is used again. Repeating is safe: every call that moves money
    // carries its own number.
    let posted = await postOnce(address, body)
    if (posted === 'stale') posted = await postOnce(address, body)
    return posted === 'stale' ? { kind: 'no-answer' } : posted
  }
}

/** An answer whose signature is right, or why it is not believed. */
export type Opened = { fields: Record<string, unknown> } | { reason: string }

/** `{"<name>":{…},"sign":"…"}`; in certificate mode with the certificate's number between the two. */
const ANSWER = /^\s*\{"(\w+)":(\{.*\}),(?:"alipay_cert_sn":"[^"]*",)?"sign":"([^"]+)"\}\s*$/s

/**
 * Reads an answer to a call of that method. The signature covers the exact characters of the object that stands first,
 * under the method's name or `error_response`.
 */
export function openAnswer(text: string, method: string, publicKey: KeyObject): Opened {
  const [, name, object, signature] = ANSWER.exec(text) ?? []
  if (object === undefined || signature === undefined) return { reason: 'unsigned answer' }
  const isExpected = name === `${method.replaceAll('.', '_')}_response` || name === 'error_response'
  try {
    const isSigned = verify('RSA-SHA256', Buffer.from(object, 'utf8'), publicKey, Buffer.from(signature, 'base64'))
    if (isExpected && isSigned) return { fields: JSON.parse(object) as Record<string, unknown> }
  } catch {
    // Signed, but no object: not an answer either.
  }
  return { reason: 'answer not verified' }
}
