import { blake2AsHex } from '@polkadot/util-crypto/blake2'
import { expect, test } from 'vitest'
import { transactionHash } from './transaction-hash.ts'

test('a transaction’s hash is the chain’s', () => {
  expect(transactionHash('0x0102ff')).toBe(blake2AsHex(Uint8Array.from([1, 2, 255]), 256))
})
