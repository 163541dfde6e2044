import { base64Decode } from '@polkadot/util-crypto/base64'
import { findAccount } from '../base/account.ts'

/**
 * The JSON file in which polkadot{.js} wallets export an account: read and judged without its password, so that a file that
 * can never be unlocked is refused before anybody types one.
 */

export type KeystoreFile = {
  address: string
  encoded: string
  encoding: { content: string[]; type: string[]; version: string }
  meta: { name?: string }
}

/** Why a file is refused: no JSON, not of this kind, a key we can't sign with, or protection too weak to keep in a browser. */
export type KeystoreFault = 'not-json' | 'not-a-keystore' | 'unsupported-key' | 'not-encrypted' | 'unsafe-encryption'

export type KeystoreResult = { keystore: KeystoreFile } | { fault: KeystoreFault }

/** A keystore is well below a kilobyte; names and notes of a wallet may make it a little longer. */
export const KEYSTORE_MAX_BYTES = 64 * 1024

const MAX_NAME = 100
const SALT_BYTES = 32
const SCRYPT_BYTES = SALT_BYTES + 12
/** 32 salt, 12 parameters, 24 nonce, 16 seal, and at least header, seed, divider and public key. */
const MIN_ENCODED_BYTES = SCRYPT_BYTES + 24 + 16 + 85
const MAX_ENCODED_BYTES = 1024
/** Below this a stolen file is guessed too fast (money.md B); above, a phone never ends. */
const LEAST_N = 2 ** 15
const MOST_N = 2 ** 20
const MOST_P = 4
const MOST_R = 16

/** Reads the text of a chosen file. Never throws, whatever the text. */
export function readKeystoreFile(text: string): KeystoreResult {
  if (text.length > KEYSTORE_MAX_BYTES) return { fault: 'not-a-keystore' }
  const parsed = parseJson(text)
  if (parsed === undefined) return { fault: 'not-json' }
  const { address, encoded, encoding, meta } = asRecord(parsed)
  if (typeof address !== 'string' || typeof encoded !== 'string') return { fault: 'not-a-keystore' }
  const given = asRecord(encoding)
  const content = asTexts(given.content)
  const type = asTexts(given.type)
  if (!content || !type || typeof given.version !== 'string' || !isRecord(meta)) return { fault: 'not-a-keystore' }
  if (!findAccount(address)) return { fault: 'not-a-keystore' }
  if (given.version !== '3' || content[0] !== 'pkcs8' || content[1] !== 'sr25519') return { fault: 'unsupported-key' }
  if (type.includes('none')) return { fault: 'not-encrypted' }
  const fault = judgeEncryption(encoded, type)
  if (fault) return { fault }
  // Only what is needed is kept; a file may carry anything else.
  const name = typeof meta.name === 'string' ? meta.name.slice(0, MAX_NAME) : undefined
  return {
    keystore: { address, encoded, encoding: { content, type, version: given.version }, meta: name ? { name } : {} },
  }
}

function judgeEncryption(encoded: string, type: string[]): KeystoreFault | undefined {
  if (type.length !== 2 || type[0] !== 'scrypt' || type[1] !== 'xsalsa20-poly1305') return 'unsafe-encryption'
  const bytes = findBytes(encoded)
  if (!bytes || bytes.length < MIN_ENCODED_BYTES || bytes.length > MAX_ENCODED_BYTES) return 'not-a-keystore'
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const [n, p, r] = [0, 4, 8].map((at) => view.getUint32(SALT_BYTES + at, true)) as [number, number, number]
  const isSafe = n >= LEAST_N && n <= MOST_N && p >= 1 && p <= MOST_P && r >= 8 && r <= MOST_R
  return isSafe ? undefined : 'unsafe-encryption'
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) ?? undefined
  } catch {
    return undefined
  }
}

function findBytes(base64: string): Uint8Array | undefined {
  try {
    return base64Decode(base64)
  } catch {
    return undefined
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const asRecord = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})
const asTexts = (value: unknown): string[] | undefined =>
  Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : undefined
