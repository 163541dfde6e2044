import { expect, test } from 'vitest'
import { readSettings } from './settings.ts'

test('what is not given has its standard', () => {
  const settings = readSettings({ CHAIN_DATA_DIR: '/data' }, '/root')
  expect(settings).toMatchObject({
    dataDir: '/data',
    preset: 'embedded',
    blockMs: 6000,
    segmentBlocks: 300,
    origins: ['https://polkadot.js.org', 'https://cloud.papi.dev'],
  })
  expect(settings.wasmFile.startsWith('/root/chain/wasm/')).toBe(true)
})

test.each([
  [{}, 'CHAIN_DATA_DIR is not set'],
  [{ CHAIN_BLOCK_MS: '-1' }, 'CHAIN_BLOCK_MS: -1'],
  [{ CHAIN_PORT: '65536' }, 'CHAIN_PORT: 65536'],
  [{ CHAIN_SEGMENT_BLOCKS: '0' }, 'CHAIN_SEGMENT_BLOCKS: 0'],
  [{ CHAIN_KEPT_BLOCKS: 'all' }, 'CHAIN_KEPT_BLOCKS: all'],
  [{ CHAIN_WALLET_PAGES: 'https://a.example,b.example' }, 'CHAIN_WALLET_PAGES: b.example'],
  [{ CHAIN_ORIGINS: 'https://a.example/' }, 'CHAIN_ORIGINS: https://a.example/'],
])('a wrong value ends with one line that names it: %o', (env, line) => {
  const given = 'CHAIN_DATA_DIR is not set' === line ? env : { CHAIN_DATA_DIR: '/data', ...env }
  expect(() => readSettings(given, '/root')).toThrow(line)
})

test('pages of wallets are those that are named, none where none is', () => {
  const originsOf = (env: NodeJS.ProcessEnv) => readSettings({ CHAIN_DATA_DIR: '/data', ...env }, '/root').origins
  expect(originsOf({ CHAIN_ORIGINS: 'https://trove.example', CHAIN_WALLET_PAGES: 'https://wallet.example' })).toEqual([
    'https://trove.example',
    'https://wallet.example',
  ])
  expect(originsOf({ CHAIN_WALLET_PAGES: '' })).toEqual([])
})
