/** Looks like the one line of a public key file; the server parses it for real. */
const LOOKS_PUBLIC = /^(ssh-(ed25519|rsa)|ecdsa-sha2-nistp(256|384|521)|sk-[a-z0-9-]+@openssh\.com) [A-Za-z0-9+/=]{40,}/
const LOOKS_PRIVATE = /-----BEGIN|PuTTY-User-Key-File/

type KeyError = 'compute.ssh-key-invalid' | 'compute.ssh-key-private' | 'empty'

/** Why a pasted text cannot be a public key, before anything is sent; a private key never leaves the page. */
export function keyErrorOf(text: string): KeyError | undefined {
  if (LOOKS_PRIVATE.test(text)) return 'compute.ssh-key-private'
  if (text.trim() === '') return 'empty'
  return LOOKS_PUBLIC.test(text.trim()) ? undefined : 'compute.ssh-key-invalid'
}
