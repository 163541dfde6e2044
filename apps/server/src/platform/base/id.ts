import { randomBytes, randomFillSync } from 'node:crypto'

const ID_BYTES = 16
const POOL_BYTES = ID_BYTES * 256
const pool = Buffer.alloc(POOL_BYTES)
let used = POOL_BYTES

/** A fresh identifier: 128 random bits as 22 URL-safe characters. */
export function newId(): string {
  if (used >= POOL_BYTES) {
    randomFillSync(pool)
    used = 0
  }
  used += ID_BYTES
  return pool.toString('base64url', used - ID_BYTES, used)
}

/** A fresh secret of the given strength, URL-safe; for tokens and tickets, never from the shared buffer of ids. */
export function newSecret(bytes = 32): string {
  return randomBytes(bytes).toString('base64url')
}
