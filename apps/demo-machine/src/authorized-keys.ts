import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ssh2 from 'ssh2'

const keyPattern = /(?:^|\s)((?:ssh-(?:ed25519|rsa)|ecdsa-sha2-nistp(?:256|384|521))\s+[A-Za-z0-9+/=]+)/

/** One offered key and, when the client proves it, the signature over `blob`. */
export type KeyOffer = { data: Buffer; signature?: Buffer; blob?: Buffer; hashAlgo?: string }

/**
 * Tells whether an offered key stands in ~/.ssh/authorized_keys of the machine's home and, if signed, whether the
 * signature is right. Read anew each time, as sshd does.
 */
export function isKeyAccepted(homeDir: string, offer: KeyOffer): boolean {
  const key = readKeys(homeDir).find((known) => known.getPublicSSH().equals(offer.data))
  if (!key) return false
  if (!offer.signature) return true
  return offer.blob !== undefined && key.verify(offer.blob, offer.signature, offer.hashAlgo) === true
}

function readKeys(homeDir: string): ssh2.ParsedKey[] {
  let text = ''
  try {
    text = readFileSync(join(homeDir, '.ssh', 'authorized_keys'), 'utf8')
  } catch {}
  return text.split('\n').flatMap((line) => {
    const found = line.trimStart().startsWith('#') ? null : keyPattern.exec(line)
    const key = found?.[1] ? ssh2.utils.parseKey(found[1]) : undefined
    return key && !(key instanceof Error) ? [key] : []
  })
}
