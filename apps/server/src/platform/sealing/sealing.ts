import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'

/** Envelope encryption of secrets at rest (money.md B). */
export type Sealer = {
  /** Names of the key that seals now and of those that will seal later: what lies under another is to be wrapped anew. */
  freshKeyIds: readonly [string, ...string[]]
  /** Older keys are known too: values may lie under them. */
  hasOlderKeys: boolean
  /** Seals text under a fresh data key; `aad` is `table.column:id`, so a sealed value is useless in another row. */
  seal(plainText: string, aad: string): Promise<Buffer>
  /** @throws Error when the value was changed, moved to another row, or its key is unknown */
  open(sealed: Buffer, aad: string): Promise<string>
  /** The same value with its data key wrapped by the newest key; undefined when it already is. */
  rewrap(sealed: Buffer): Promise<Buffer | undefined>
  /** A keyed fingerprint for equality search over sealed values; `purpose` keeps columns apart. */
  blindIndex(text: string, purpose: string): Buffer
}

/** A key-encrypting key of 32 bytes; `id` is stored with what it wraps. */
export type Kek = { id: string; key: Buffer }

const VERSION = 1
const IV_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32
const WRAPPED_BYTES = IV_BYTES + KEY_BYTES + TAG_BYTES

/**
 * Reads `KEK`: one or several keys of 32 bytes in base64, comma-separated, newest first; each may be named as `id:key`.
 * @throws Error with one line when a key is malformed or a name comes twice
 */
export function readKeks(text: string): Kek[] {
  const keks = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map(readKek)
  if (keks.length === 0) throw new Error('no key given')
  if (new Set(keks.map((kek) => kek.id)).size !== keks.length) throw new Error('two keys with one name')
  return keks
}

function readKek(text: string): Kek {
  const colon = text.indexOf(':')
  const key = Buffer.from(colon < 0 ? text : text.slice(colon + 1), 'base64')
  if (key.length !== KEY_BYTES) throw new Error(`a key must be ${KEY_BYTES} bytes in base64`)
  const id = colon < 0 ? createHash('sha256').update(key).digest('hex').slice(0, 8) : text.slice(0, colon)
  if (!/^[A-Za-z0-9_-]{1,32}$/.test(id)) throw new Error('a key name has 1 to 32 letters, digits, - or _')
  return { id, key }
}

/**
 * Makes the sealer. The first key seals, the others are older; `next` will seal one day; all open. `indexKey` never rotates
 * with them, or searches would break.
 */
export function createSealer(keks: readonly Kek[], indexKey: Buffer, next: readonly Kek[] = []): Sealer {
  const current = keks[0]
  if (!current) throw new Error('no key-encrypting key')
  const byId = new Map([...keks, ...next].map((kek) => [kek.id, kek]))
  return {
    freshKeyIds: [current.id, ...next.map(({ id }) => id)],
    hasOlderKeys: keks.length > 1,
    async seal(plainText, aad) {
      const dataKey = randomBytes(KEY_BYTES)
      const body = encrypt(dataKey, Buffer.from(plainText, 'utf8'), aad)
      return Buffer.concat([header(current, dataKey), body])
    },
    async open(sealed, aad) {
      const { dataKey, body } = unwrap(sealed, byId)
      return decrypt(dataKey, body, aad).toString('utf8')
    },
    async rewrap(sealed) {
      const { kekId, dataKey, body } = unwrap(sealed, byId)
      return kekId === current.id ? undefined : Buffer.concat([header(current, dataKey), body])
    },
    blindIndex(text, purpose) {
      return createHmac('sha256', indexKey).update(purpose).update('\0').update(text.normalize('NFKC')).digest()
    },
  }
}

/** version | length of the key's name | name | wrapped data key; the body follows. */
function header(kek: Kek, dataKey: Buffer): Buffer {
  const name = Buffer.from(kek.id, 'ascii')
  return Buffer.concat([Buffer.from([VERSION, name.length]), name, encrypt(kek.key, dataKey, `kek:${kek.id}`)])
}

function unwrap(sealed: Buffer, keks: Map<string, Kek>): { kekId: string; dataKey: Buffer; body: Buffer } {
  const nameEnd = 2 + (sealed[1] ?? 0)
  if (sealed[0] !== VERSION || sealed.length < nameEnd + WRAPPED_BYTES + IV_BYTES + TAG_BYTES)
    throw new Error('not a sealed value')
  const kekId = sealed.toString('ascii', 2, nameEnd)
  const kek = keks.get(kekId)
  if (!kek) throw new Error(`sealed by key ${kekId}, which is not configured`)
  const dataKey = decrypt(kek.key, sealed.subarray(nameEnd, nameEnd + WRAPPED_BYTES), `kek:${kekId}`)
  return { kekId, dataKey, body: sealed.subarray(nameEnd + WRAPPED_BYTES) }
}

function encrypt(key: Buffer, plain: Buffer, aad: string): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  cipher.setAAD(Buffer.from(aad, 'utf8'))
  const text = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([iv, text, cipher.getAuthTag()])
}

function decrypt(key: Buffer, box: Buffer, aad: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, box.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(aad, 'utf8'))
  decipher.setAuthTag(box.subarray(box.length - TAG_BYTES))
  return Buffer.concat([decipher.update(box.subarray(IV_BYTES, box.length - TAG_BYTES)), decipher.final()])
}
