import { z } from 'zod'
import { route } from '../kit/route.ts'

/** The vault: the key that opens a person's file names and file keys, in a box that the passphrase opens. The server never has the passphrase. */

/** The shortest passphrase; the page tells how strong one is. */
export const PASSPHRASE_LETTERS_MIN = 10

const Fingerprint = z.string().regex(/^[0-9a-f]{64}$/)
/** One line of text (ADR 12). */
const VaultBox = z.string().regex(/^trove-vault:1:argon2id:[0-9]{4,7}:[0-9]{1,2}(:[A-Za-z0-9_-]{10,100}){3}$/)

export const Vault = z.object({
  /** Null: the person has none yet. */
  box: z.string().nullable(),
  fingerprint: z.string().nullable(),
})

export const getVault = route({
  id: 'storage.get-vault',
  method: 'GET',
  path: '/api/storage/vault/query',
  summary: 'One’s vault key in its box; null before it is set up',
  auth: 'user',
  ok: Vault,
})

export const putVault = route({
  id: 'storage.put-vault',
  method: 'POST',
  path: '/api/storage/vault/update',
  summary: 'Set up the vault, or put the same key into the box of another passphrase',
  auth: 'user',
  body: z.strictObject({
    box: VaultBox,
    /** SHA-256 of the vault key: once there is one, no other key takes its place, or all files would be lost. */
    fingerprint: Fingerprint,
  }),
  ok: Vault,
  errors: ['storage.vault-differs', 'request.too-frequent'],
})

export const storageVaultRoutes = [getVault, putVault] as const
