// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest'
import { askExtension, hasExtension } from './extension.ts'

/** What the wallet extension of a browser answers, and what it might. */

const ADDRESS = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'
const signer = { signPayload: vi.fn(), signRaw: vi.fn() }
const inject = (injected: unknown) => vi.stubGlobal('injectedWeb3', injected)
const extensionWith = (accounts: unknown) => ({
  enable: async () => ({ accounts: { get: async () => accounts }, signer }),
})

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['nothing', undefined],
  ['an empty list', {}],
  ['null', null],
  ['a thing without a door', { 'polkadot-js': {} }],
])('is missing where the page finds %s', async (_, injected) => {
  inject(injected)
  expect(hasExtension()).toBe(false)
  expect(await askExtension()).toEqual({ state: 'missing' })
})

it('tells its accounts with their names, and who signs', async () => {
  inject({ 'polkadot-js': extensionWith([{ address: ADDRESS, name: '小米', type: 'sr25519' }, { address: ADDRESS }]) })
  expect(hasExtension()).toBe(true)
  expect(await askExtension()).toEqual({
    state: 'ready',
    accounts: [
      { address: ADDRESS, name: '小米' },
      { address: ADDRESS, name: undefined },
    ],
    signer,
  })
})

it('is polkadot{.js} before any other, else whichever there is', async () => {
  inject({ other: extensionWith([]), 'polkadot-js': extensionWith([{ address: ADDRESS }]) })
  expect(await askExtension()).toMatchObject({ accounts: [{ address: ADDRESS }] })
  inject({ other: extensionWith([{ address: ADDRESS, name: 'Other' }]) })
  expect(await askExtension()).toMatchObject({ accounts: [{ name: 'Other' }] })
})

it('may be refused by the person', async () => {
  inject({ 'polkadot-js': { enable: () => Promise.reject(new Error('Rejected')) } })
  expect(await askExtension()).toEqual({ state: 'refused' })
})

it.each([
  ['no list', 'accounts'],
  ['a list of nonsense', [null, {}, { address: 7 }, 'x']],
  ['accounts of Ethereum’s kind', [{ address: '0x00', type: 'ethereum' }]],
])('has no accounts when it answers %s', async (_, accounts) => {
  inject({ 'polkadot-js': extensionWith(accounts) })
  expect(await askExtension()).toMatchObject({ state: 'ready', accounts: [] })
})
