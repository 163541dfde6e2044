import { Keyring } from '@polkadot/keyring'
import { base64Decode, base64Encode } from '@polkadot/util-crypto/base64'
import { sr25519Verify } from '@polkadot/util-crypto/sr25519'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type KeystoreFile, readKeystoreFile } from './keystore-file.ts'
import { unlockKeystore } from './keystore-unlock.ts'

const PASSWORD = 'correct horse 电池 staple'
const keyring = new Keyring({ type: 'sr25519', ss58Format: 42 })
const pair = keyring.addFromUri('//Mi', { name: '小米', note: 'dropped' })
const json = pair.toJson(PASSWORD)
const text = JSON.stringify(json)

const change = (part: object) => JSON.stringify({ ...json, ...part })
const readGood = (given: string): KeystoreFile => {
  const result = readKeystoreFile(given)
  if ('fault' in result) throw new Error(result.fault)
  return result.keystore
}
/** The file with other scrypt parameters written into it. */
function withScrypt(n: number, p: number, r: number): string {
  const bytes = base64Decode(json.encoded)
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  for (const [i, value] of [n, p, r].entries()) view.setUint32(32 + 4 * i, value, true)
  return change({ encoded: base64Encode(bytes) })
}

test('a wallet’s export is read, and only what is needed of it', () => {
  expect(readGood(text)).toEqual({
    address: pair.address,
    encoded: json.encoded,
    encoding: json.encoding,
    meta: { name: '小米' },
  })
})

test('it signs as its account once the password is right', () => {
  const unlocked = unlockKeystore(readGood(text), PASSWORD)!
  const message = new TextEncoder().encode('pay')
  expect(sr25519Verify(message, unlocked.sign(message), pair.publicKey)).toBe(true)
})

test.each(['', 'correct horse', `${PASSWORD} `])('the password "%s" opens nothing', (password) => {
  expect(unlockKeystore(readGood(text), password)).toBeUndefined()
})

test('a file that names one account and holds the key of another opens nothing', () => {
  const other = keyring.addFromUri('//Other').address
  expect(unlockKeystore(readGood(change({ address: other })), PASSWORD)).toBeUndefined()
})

test.each([
  ['no JSON', 'hello', 'not-json'],
  ['nothing', '', 'not-json'],
  ['null', 'null', 'not-json'],
  ['half a file', text.slice(0, -9), 'not-json'],
  ['a list', '[]', 'not-a-keystore'],
  ['no address', change({ address: undefined }), 'not-a-keystore'],
  ['an address that is none', change({ address: '5abc' }), 'not-a-keystore'],
  ['no key', change({ encoded: undefined }), 'not-a-keystore'],
  ['a key that is cut', change({ encoded: json.encoded.slice(0, 80) }), 'not-a-keystore'],
  ['a key that is no base64', change({ encoded: '***' }), 'not-a-keystore'],
  ['a key of a megabyte', change({ encoded: 'A'.repeat(1_000_000) }), 'not-a-keystore'],
  ['no encoding', change({ encoding: undefined }), 'not-a-keystore'],
  ['no meta', change({ meta: undefined }), 'not-a-keystore'],
  ['meta that is text', change({ meta: 'name' }), 'not-a-keystore'],
  ['another version', change({ encoding: { ...json.encoding, version: '2' } }), 'unsupported-key'],
  [
    'a key of another kind',
    change({ encoding: { ...json.encoding, content: ['pkcs8', 'ed25519'] } }),
    'unsupported-key',
  ],
  ['no encryption', change({ encoding: { ...json.encoding, type: ['none'] } }), 'not-encrypted'],
  ['no scrypt', change({ encoding: { ...json.encoding, type: ['xsalsa20-poly1305'] } }), 'unsafe-encryption'],
  ['scrypt that is guessed fast', withScrypt(2 ** 13, 10, 8), 'unsafe-encryption'],
  ['scrypt that never ends', withScrypt(2 ** 31, 1, 8), 'unsafe-encryption'],
  ['scrypt with a huge block', withScrypt(2 ** 15, 1, 2 ** 30), 'unsafe-encryption'],
])('a file with %s is refused', (_, given, fault) => {
  expect(readKeystoreFile(given)).toEqual({ fault })
})

test('keys of prototypes in a file change nothing', () => {
  const read = readGood(
    `{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}, ${text.slice(1)}`,
  )
  expect(Object.keys(read)).toEqual(['address', 'encoded', 'encoding', 'meta'])
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
})

test('no text whatever makes reading throw', () => {
  const near = fc.tuple(fc.nat(text.length), fc.string()).map(([at, s]) => text.slice(0, at) + s + text.slice(at + 1))
  fc.assert(fc.property(fc.oneof(fc.string(), fc.json(), near), (given) => void readKeystoreFile(given)))
})
