import { randomInt } from 'node:crypto'
import type { Sealer } from '../../../platform/sealing/sealing.ts'

/** What of an offer or a lease is kept sealed; the name ties a value to its column and row. */
export type SecretColumn =
  | 'compute_offers.password_sealed'
  | 'compute_offers.next_password_sealed'
  | 'compute_leases.mark_sealed'
  | 'compute_scripts.script_sealed'
  | 'compute_recipe_runs.script_sealed'

/** Seals and opens the machine logins. */
export function createSecrets(sealer: Sealer) {
  return {
    seal: (column: SecretColumn, id: string, text: string) => sealer.seal(text, `${column}:${id}`),
    open: (column: SecretColumn, id: string, sealed: Buffer) => sealer.open(sealed, `${column}:${id}`),
  }
}

export type Secrets = ReturnType<typeof createSecrets>

/** No signs that a shell, a form or a tired reader could take for another. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const PASSWORD_LENGTH = 24

/** A fresh password: 24 characters, about 139 bits, with every class that password rules ask for. */
export function makePassword(): string {
  const body = Array.from({ length: PASSWORD_LENGTH - 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  const pick = (from: string) => from[randomInt(from.length)]!
  return `${pick('abcdefghkmnpqr')}${pick('ABCDEFGHKLMNPQ')}${body}${pick('23456789')}-${pick('xyzXYZ')}`
}

/** Without I, L, O and U, which are misread or misheard. */
const RESOURCE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A resource id that people can quote, such as `CP-7K2M9XAQ`. */
export function makeAuthId(): string {
  return `CP-${Array.from({ length: 8 }, () => RESOURCE_ALPHABET[randomInt(RESOURCE_ALPHABET.length)]).join('')}`
}
