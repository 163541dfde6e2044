import { FACTOR_MINUTES } from '@trove/contract/kit/staff-roles'

export const FRESH_SECONDS = FACTOR_MINUTES * 60
/** How often one person may try to show a factor, or begin to enrol one. */
export const TRIES = { limit: 20, windowSeconds: 600 }
/** Wrong codes of an app in a day: from then on only a passkey or a recovery code counts. */
export const WRONG_CODES = { limit: 30, windowSeconds: 86_400 }
/** Clocks of phones may be this far off. */
export const TOLERANCE_SECONDS = 30
export const STEP_SECONDS = 30

/** Letters and digits that are not taken for one another. */
const CHARACTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const RECOVERY_CHARACTERS = 12

/** A recovery code from random bytes, of which each gives one character: `ABCD-EFGH-JKMN`. */
export function recoveryCode(bytes: Uint8Array): string {
  const text = [...bytes.subarray(0, RECOVERY_CHARACTERS)].map((byte) => CHARACTERS[byte % CHARACTERS.length]).join('')
  return text.match(/.{4}/g)!.join('-')
}

/** The same code however it was typed. */
export function plainRecoveryCode(typed: string): string {
  return typed.toUpperCase().replace(/[^A-Z0-9]/g, '')
}

/** What binds a sealed secret to its row. */
export const sealedAs = (userId: string) => `second_factor_totp.secret_sealed:${userId}`
