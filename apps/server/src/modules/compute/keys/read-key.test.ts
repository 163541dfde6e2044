import { generateKeyPairSync } from 'node:crypto'
import ssh2 from 'ssh2'
import { describe, expect, it } from 'vitest'
import { readSshKey } from './read-key.ts'

const ED25519 = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl'
const rsa = (bits: number) => ssh2.utils.generateKeyPairSync('rsa', { bits })

describe('an SSH public key', () => {
  it('is kept without its comment, and known by its SHA-256 fingerprint', () => {
    expect(readSshKey(`${ED25519} me@home`)).toEqual({
      publicKey: ED25519,
      fingerprint: 'SHA256:+DiY3wvvV6TuJJhbpZisF/zLDA0zPMSvHdkr4UvCOqU',
    })
  })

  it.each(['ecdsa', 'rsa'] as const)('may be of type %s', (type) => {
    const { public: text } = type === 'rsa' ? rsa(2048) : ssh2.utils.generateKeyPairSync('ecdsa', { bits: 256 })
    expect(readSshKey(text).fingerprint).toMatch(/^SHA256:[A-Za-z0-9+/]{43}$/)
  })

  it.each([
    ['nothing', ''],
    ['words', 'hello'],
    ['options before it', `command="rm -rf /" ${ED25519}`],
    ['two keys', `${ED25519}\n${ED25519}`],
    ['a type that is not the key’s', ED25519.replace('ssh-ed25519', 'ssh-rsa')],
    ['a cut key', ED25519.slice(0, -8)],
    ['an RSA key of 1024 bits', rsa(1024).public],
    ['DSS', 'ssh-dss AAAAB3NzaC1kc3MAAACBAP1/U4EddRIpUt9KnC7s5Of2EbdSPO9EAMMeP4C2USZpRV1AIlH7WT2NWPq'],
  ])('is not %s', (_, text) => {
    expect(() => readSshKey(text)).toThrow(expect.objectContaining({ code: 'compute.ssh-key-invalid' }))
  })

  it('is never a private one, which is refused with its own words', () => {
    const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    for (const text of [pem, rsa(2048).private, 'PuTTY-User-Key-File-3: ssh-ed25519'])
      expect(() => readSshKey(text)).toThrow(expect.objectContaining({ code: 'compute.ssh-key-private' }))
  })
})
