import { createDecipheriv } from 'node:crypto'
import type { Sealer } from './sealing.ts'

/**
 * Files sealed in one piece, as they were until files became one floor; new ones are sealed in frames. The bytes are encrypted
 * under a key of their own (AES-256-GCM), and the key is a sealed value of a row. So changing the key-encrypting key touches
 * rows only, and who deletes the row's key has deleted the file.
 */

const IV_BYTES = 12
const TAG_BYTES = 16

/** @throws Error when the bytes or the key were changed or belong to another row */
export async function openBytes(sealer: Sealer, body: Buffer, keySealed: Buffer, aad: string): Promise<Buffer> {
  const key = Buffer.from(await sealer.open(keySealed, aad), 'base64')
  const decipher = createDecipheriv('aes-256-gcm', key, body.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(aad, 'utf8'))
  decipher.setAuthTag(body.subarray(body.length - TAG_BYTES))
  return Buffer.concat([decipher.update(body.subarray(IV_BYTES, body.length - TAG_BYTES)), decipher.final()])
}
