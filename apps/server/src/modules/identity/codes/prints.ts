import { createHash } from 'node:crypto'
import type { Sealer } from '../../../platform/sealing/sealing.ts'

/** Blind index of a phone, the same in every table. */
export function indexOfPhone(sealer: Sealer, phone: string): Buffer {
  return sealer.blindIndex(phone, 'users.phone')
}

/** What is stored of a code: useless for another number, kind of device or scope, and without the key. */
export function hmacOfCode(
  sealer: Sealer,
  parts: { code: string; phone: string; device: string; scope: string },
): Buffer {
  return sealer.blindIndex([parts.code, parts.phone, parts.device, parts.scope].join('|'), 'sms_codes.code')
}

/** SHA-256 of a random secret, enough to look it up without keeping it. */
export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
