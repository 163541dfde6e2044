import { expect, test } from 'vitest'
import { makeKeyText, readConfig } from './config.ts'

const base = {
  DATABASE_URL: 'postgres://localhost/trove',
  KEK: makeKeyText(),
  INDEX_KEY: makeKeyText(),
  TOKEN_KEY: makeKeyText(),
}
const HASH = `0x${'AB'.repeat(32)}`

test('without a node there is no chain, and nothing that would need one is taken', () => {
  expect(readConfig(base).chain).toBeUndefined()
  expect(() => readConfig({ ...base, FAUCET_KEY: makeKeyText() })).toThrow('CHAIN_URL')
  expect(() => readConfig({ ...base, RIGHTS_KEY: makeKeyText() })).toThrow('CHAIN_URL')
  expect(() => readConfig({ ...base, CHAIN_GENESIS: HASH })).toThrow('CHAIN_URL')
})

test('the key that everybody knows is for the embedded world on this machine alone', () => {
  const secretsOf = (env: Record<string, string>) => {
    const { faucetSecret, rightsSecret } = readConfig({ ...base, ...env }).chain!
    return [faucetSecret, rightsSecret]
  }
  expect(secretsOf({ CHAIN_URL: 'ws://127.0.0.1:9944', EMBEDDED: '1' })).toEqual(['//Ferdie', '//Charlie'])
  expect(secretsOf({ CHAIN_URL: 'ws://127.0.0.1:9944' })).toEqual([undefined, undefined])
  expect(secretsOf({ CHAIN_URL: 'wss://node.example', EMBEDDED: '1' })).toEqual([undefined, undefined])
})

test('a chain of one’s own is named by its genesis, and its accounts by seeds', () => {
  const [key, other] = [makeKeyText(), makeKeyText()]
  const own = { ...base, CHAIN_URL: 'wss://node.example', CHAIN_GENESIS: HASH, FAUCET_KEY: key, RIGHTS_KEY: other }
  expect(readConfig(own).chain).toEqual({
    url: 'wss://node.example',
    genesisHash: HASH.toLowerCase(),
    faucetSecret: Buffer.from(key, 'base64'),
    rightsSecret: Buffer.from(other, 'base64'),
  })
  expect(() => readConfig({ ...own, CHAIN_GENESIS: '0x12' })).toThrow('CHAIN_GENESIS')
  expect(() => readConfig({ ...own, FAUCET_KEY: 'short' })).toThrow('FAUCET_KEY')
})
