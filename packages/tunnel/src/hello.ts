import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto'

/** How an agent says who it is: it signs a question of the relay's with a key of its own, which never leaves its machine. */

/** Where agents open their connection, under the relay's address. */
export const AGENT_LINE_PATH = '/agents/line'
/** The program itself, under the relay's address. */
export const AGENT_PROGRAM_PATH = '/agents/agent.mjs'
/** The relay pings this often; an agent that hears nothing for three times as long connects anew. */
export const ALIVE_MS = 20_000

/** Ends of the connection that an agent distinguishes. */
export const REPLACED = 4001
export const REFUSED = 4003

export type Question = { nonce: string }
/** `token`: of a machine that is not registered yet. The key is the 32 bytes of an Ed25519 public key in base64url. */
export type Hello = { key: string; signature: string; token?: string }
/** Where the machine is reached now, and what its owner calls it. */
export type Welcome = { host: string; port: number; name: string }

/** Signed for one relay and one connection: neither can be used at another. */
const textOf = (relayUrl: string, nonce: string) => Buffer.from(`trove agent\n${new URL(relayUrl).host}\n${nonce}`)

export function signHello(key: KeyObject, relayUrl: string, { nonce }: Question, token?: string): Hello {
  const publicKey = createPublicKey(key).export({ format: 'jwk' }).x!
  const signature = sign(null, textOf(relayUrl, nonce), key).toString('base64url')
  return { key: publicKey, signature, ...(token && { token }) }
}

export function isSigned({ key, signature }: Hello, relayUrl: string, { nonce }: Question): boolean {
  try {
    const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key }, format: 'jwk' })
    return verify(null, textOf(relayUrl, nonce), publicKey, Buffer.from(signature, 'base64url'))
  } catch {
    return false
  }
}
