import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Sealer } from './sealing.ts'

/**
 * Files at rest: the bytes are encrypted under a key of their own (AES-256-GCM), and the key is a sealed value of a row. So
 * changing the key-encrypting key touches rows only, and who deletes the row's key has deleted the file.
 */

const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16

/** Encrypts bytes for the blob store; `aad` binds key and bytes to their row, as in `Sealer.seal`. */
export async function sealBytes(
  sealer: Sealer,
  plain: Buffer,
  aad: string,
): Promise<{ body: Buffer; keySealed: Buffer }> {
  const key = randomBytes(KEY_BYTES)
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  cipher.setAAD(Buffer.from(aad, 'utf8'))
  const body = Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
  return { body, keySealed: await sealer.seal(key.toString('base64'), aad) }
}

/** @throws Error when the bytes or the key were changed or belong to another row */
export async function openBytes(sealer: Sealer, body: Buffer, keySealed: Buffer, aad: string): Promise<Buffer> {
  const key = Buffer.from(await sealer.open(keySealed, aad), 'base64')
  const decipher = createDecipheriv('aes-256-gcm', key, body.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(aad, 'utf8'))
  decipher.setAuthTag(body.subarray(body.length - TAG_BYTES))
  return Buffer.concat([decipher.update(body.subarray(IV_BYTES, body.length - TAG_BYTES)), decipher.final()])
}
