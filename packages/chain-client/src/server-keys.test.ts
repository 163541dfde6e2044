import { Keyring } from '@polkadot/keyring'
import { sr25519Verify } from '@polkadot/util-crypto/sr25519'
import { expect, test } from 'vitest'
import { toHex } from './base/hex.ts'
import { serverAccount } from './server-keys.ts'

const keyring = new Keyring({ type: 'sr25519', ss58Format: 42 })

test.each(['Alice', 'Ferdie'])('the development account %s is the one every wallet makes', (name) => {
  const pair = keyring.addFromUri(`//${name}`)
  expect(serverAccount(`//${name}`)).toMatchObject({ address: pair.address, publicKey: toHex(pair.publicKey) })
})

test('a seed makes the account a wallet makes of it, and its signatures hold', async () => {
  const seed = new Uint8Array(32).map((_, i) => i * 7)
  const pair = keyring.addFromSeed(seed)
  const account = serverAccount(seed)
  expect(account.address).toBe(pair.address)
  const message = new TextEncoder().encode('pay')
  const wrapped = new TextEncoder().encode('<Bytes>pay</Bytes>')
  const signature = await account.signer.signBytes(message)
  expect([message, wrapped].some((signed) => sr25519Verify(signed, signature, pair.publicKey))).toBe(true)
})
