import { createHash, createPublicKey } from 'node:crypto'
import { ContractError, requireThat } from '@trove/contract/errors/codes'
import ssh2 from 'ssh2'
import { parsePublicKey } from '../machine/hand-over.ts'

export type ReadKey = { publicKey: string; fingerprint: string }

const RSA_BITS_MIN = 2048

/**
 * Reads what a person pasted: one OpenSSH public key without options; the comment is dropped.
 * @throws ContractError `compute.ssh-key-private` for a private key, `compute.ssh-key-invalid` for anything else
 */
export function readSshKey(text: string): ReadKey {
  requireThat(!/PRIVATE KEY|PuTTY-User-Key-File/.test(text), 'compute.ssh-key-private')
  const publicKey = parsePublicKey(text)
  const parsed = publicKey === undefined ? undefined : ssh2.utils.parseKey(publicKey)
  if (!publicKey || !parsed || parsed instanceof Error || parsed.isPrivateKey()) {
    throw new ContractError('compute.ssh-key-invalid')
  }
  requireThat(parsed.type === publicKey.split(' ')[0] && isStrong(parsed), 'compute.ssh-key-invalid')
  const digest = createHash('sha256').update(parsed.getPublicSSH()).digest('base64').replace(/=+$/, '')
  return { publicKey, fingerprint: `SHA256:${digest}` }
}

function isStrong(key: ssh2.ParsedKey): boolean {
  if (key.type !== 'ssh-rsa') return true
  try {
    return (createPublicKey(key.getPublicPEM()).asymmetricKeyDetails?.modulusLength ?? 0) >= RSA_BITS_MIN
  } catch {
    return false
  }
}
