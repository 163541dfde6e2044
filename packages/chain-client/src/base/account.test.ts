import fc from 'fast-check'
import { AccountId } from 'polkadot-api'
import { expect, test } from 'vitest'
import { accountOf, findAccount } from './account.ts'

const ALICE = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'
const ALICE_KEY = '0xd43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d'

test.each([
  ['our own prefix', ALICE],
  ['the prefix of Polkadot', AccountId(0).dec(ALICE_KEY)],
  ['the prefix of Kusama', AccountId(2).dec(ALICE_KEY)],
  ['the key in hex', ALICE_KEY],
  ['the key in capital hex', `0x${ALICE_KEY.slice(2).toUpperCase()}`],
  ['blanks around it', `  ${ALICE}\n`],
])('an address with %s is the same account', (_, text) => {
  expect(findAccount(text)).toEqual({ publicKey: ALICE_KEY, address: ALICE })
})

test('any key written with any prefix reads back as that key', () => {
  const keys = fc.uint8Array({ minLength: 32, maxLength: 32 })
  const prefixes = fc.integer({ min: 0, max: 16_383 }).filter((prefix) => prefix !== 46 && prefix !== 47)
  fc.assert(
    fc.property(keys, prefixes, (key, prefix) => {
      const account = accountOf(key)
      return findAccount(AccountId(prefix).dec(key))?.publicKey === account.publicKey
    }),
  )
})

test.each([
  ['nothing', ''],
  ['words', 'not an address'],
  ['one wrong letter', `${ALICE.slice(0, -1)}Z`],
  ['a key that is too short', ALICE_KEY.slice(0, -2)],
  ['an address of Ethereum', '0x52908400098527886E0F7030069857D2E4169EE7'],
  ['something very long', 'a'.repeat(100_000)],
])('%s is no account', (_, text) => {
  expect(findAccount(text)).toBeUndefined()
})

test('a key inside other bytes is the same account as the key alone', () => {
  const inside = new Uint8Array(100)
  inside.set(Buffer.from(ALICE_KEY.slice(2), 'hex'), 40)
  expect(accountOf(inside.subarray(40, 72))).toEqual({ publicKey: ALICE_KEY, address: ALICE })
})
