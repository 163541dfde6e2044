import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { receiveToken } from '@trove/contract/chain/faucet'
import { getNetwork, ttcBill } from '@trove/contract/chain/routes'
import { giveConsent, sendAccountCode } from '@trove/contract/identity/account'
import { memberInfo } from '@trove/contract/identity/routes'
import { siteInfo } from '@trove/contract/platform/routes'
import { alipayBill, alipayUserInfoByPost, bindAlipay, getPurse } from '@trove/contract/wallet/routes'
import { expect, vi } from 'vitest'
import { connectExtensionAccount, connectImportedAccount } from '../../../src/lib/wallet/wallet.ts'
import type { FakeChain } from '../../fake-chain.ts'
import { type FakeServer, refused } from '../../fake-server.ts'
import keystore from '../../keystore.json' with { type: 'json' }
import { fakeKeystoreWorker } from '../../keystore-worker.ts'
import { buyer, site } from '../../people.ts'
import { pressInDialog, type Scene, type Stage, t } from './stage.ts'
import type { TextName } from './texts.ts'

/** The receiving account, both bills, the faucet, and the chain wallet. */

const TTC = 1_000_000_000_000n
const BIND = '/bind/alipay?auth_code=c1&state=s1'
const PURSE = '/personal-center/my-purse'
const account = { accountId: keystore.address, name: 'Mi' }

/** The chain that the next page connects to; the test file makes one for each scene. */
export const world: { chain: FakeChain | undefined; turn: number } = { chain: undefined, turn: 0 }

function purse(server: FakeServer): void {
  server.on(memberInfo, buyer)
  server.on(siteInfo, { ...site, chainUrl: `ws://127.0.0.1:${world.turn}`, storageUrl: null })
  server.on(getNetwork, { genesisHash: '0x45', indexedBlock: 9, finalizedBlock: 9, networkId: `0x${world.turn}` })
  server.on(getPurse, {
    ...{ awaitingApprovalAmount: '0.00', inFlightAmount: '0.00', paidOutAmount: '0.00', unclearedAmount: '0.00' },
    ...{ payableAmount: '0.00', haltedBy: null, boundAccount: null },
  })
}

function binding(server: FakeServer): void {
  purse(server)
  server.on(giveConsent, [])
  server.on(alipayUserInfoByPost, { id: 'pending1', avatar: null, nickname: null })
  server.on(sendAccountCode, { resendSeconds: 60 })
  server.on(bindAlipay, () => refused('wallet.account-taken'))
}

const bind: Scene = {
  name: 'binding Alipay wants the real name, says that it failed, and that it was done, in the wallet',
  path: BIND,
  shows: ['bind-real-name', 'bind-failed', 'bind-done'],
  prepare: binding,
  async play({ sees, press, fill, server, address }) {
    await screen.findByText(t('wallet.nicknameNotSet'))
    await press('wallet.binding.confirm')
    await sees('bind-real-name')
    await fill('wallet.binding.realName', '陈嘉木')
    await press('login.getCode')
    await userEvent.type(screen.getByLabelText(t('wallet.binding.code', { mobile: buyer.mobile })), '246810')
    await press('wallet.binding.confirm')
    await sees('bind-failed')
    server.on(bindAlipay, null)
    await press('wallet.binding.confirm')
    await sees('bind-done')
    await waitFor(() => expect(address()).toBe(PURSE))
  },
}

const lookup: Scene = {
  name: 'an account the provider does not show leads back to the wallet with the server’s words',
  path: BIND,
  shows: ['bind-lookup'],
  prepare(server) {
    binding(server)
    server.on(alipayUserInfoByPost, () => refused('wallet.authorization-invalid'))
  },
  async play({ sees, address }) {
    await sees('bind-lookup')
    await waitFor(() => expect(address()).toBe(PURSE))
  },
}

const billOf = (kind: 'alipay' | 'ttc'): Scene => ({
  name: `the ${kind} bill wants a greatest amount above the least`,
  path: `${PURSE}/${kind}Bill`,
  shows: [`${kind}-range`],
  prepare(server) {
    purse(server)
    server.on(alipayBill, { content: [], totalElements: 0, inAmount: '0.00', outAmount: '0.00' })
    server.on(ttcBill, { content: [], totalElements: 0, inAmount: '0', outAmount: '0' })
    connectExtensionAccount(buyer.userId, account)
  },
  async play({ sees, press }) {
    await press('wallet.billFilter.title')
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.type(await dialog.findByLabelText(t('wallet.billFilter.min')), '10')
    await userEvent.type(dialog.getByLabelText(t('wallet.billFilter.max')), '9')
    await sees(`${kind}-range`)
  },
})

const CLAIMS: [TextName, boolean | 'RECEIVED' | 'LOW-BALANCES'][] = [
  ['faucet-failed', false],
  ['faucet-low', 'LOW-BALANCES'],
  ['faucet-already', 'RECEIVED'],
  // An address that had its TTC today takes no further claim: this one is for another.
  ['faucet-received', true],
]
const faucet: Scene = {
  name: 'the faucet wants an address, and says what became of each claim',
  path: '/computingPowerMarket/faucet',
  shows: ['faucet-empty', ...CLAIMS.map(([name]) => name)],
  prepare: purse,
  async play({ sees, press, server }) {
    await press('faucet.confirm')
    await sees('faucet-empty')
    await userEvent.click(screen.getByRole('textbox'))
    await userEvent.paste(keystore.address)
    for (const [name, answer] of CLAIMS) {
      server.on(receiveToken, answer)
      if (answer === true) await userEvent.type(screen.getByRole('textbox'), 'x')
      await press('faucet.confirm')
      await sees(name)
    }
  },
}

async function giveKey(content: string): Promise<void> {
  const field = document.querySelector<HTMLInputElement>('[role=dialog] input[type=file]')!
  await userEvent.upload(field, new File([content], 'account.json', { type: 'application/json' }))
}
async function tryPassword({ sees }: Stage, password: string, name: TextName): Promise<void> {
  const field = document.querySelector<HTMLInputElement>('[role=dialog] input[type=password]')!
  await userEvent.clear(field)
  if (password) await userEvent.type(field, password)
  await pressInDialog('chainWallet.keystore.confirm')
  await sees(name)
}
async function chooseWay(key: string): Promise<void> {
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(await dialog.findByRole('button', { name: new RegExp(t(key)) }))
}

const importing: Scene = {
  name: 'importing a key in the wallet names what is wrong with the file or the password',
  path: PURSE,
  shows: ['key-first', 'key-format', 'key-content', 'key-blank', 'key-length', 'key-wrong'],
  prepare(server) {
    purse(server)
    fakeKeystoreWorker()
  },
  async play(stage) {
    await stage.press('chainWallet.connect')
    await chooseWay('chainWallet.choose.keystore')
    await pressInDialog('chainWallet.keystore.confirm')
    await stage.sees('key-first')
    await giveKey('hello')
    await stage.sees('key-format')
    for (const field of ['address', 'encoded', 'encoding', 'meta']) {
      await giveKey(JSON.stringify({ ...keystore, [field]: undefined }))
      await stage.sees('key-content')
    }
    await giveKey(JSON.stringify(keystore))
    await screen.findByText('小米 Mi')
    await tryPassword(stage, '', 'key-blank')
    await tryPassword(stage, '12', 'key-length')
    await tryPassword(stage, 'not this one', 'key-wrong')
  },
}

const connecting: Scene = {
  name: 'the wallet says that it is not connected, that there is no extension, and that it has no accounts',
  path: PURSE,
  shows: ['connect-first', 'no-extension', 'no-accounts'],
  prepare: purse,
  async play({ sees, press }) {
    await press('chainWallet.receive')
    await sees('connect-first')
    await press('chainWallet.connect')
    await chooseWay('chainWallet.choose.extension')
    await sees('no-extension')
    const dialog = within(await screen.findByRole('dialog'))
    await dialog.findByRole('link', { name: t('chainWallet.noExtension.download') })
    await userEvent.click(dialog.getByRole('button', { name: t('common.cancel') }))
    const enable = async () => ({ accounts: { get: async () => [] }, signer: {} })
    vi.stubGlobal('injectedWeb3', { 'polkadot-js': { enable } })
    await press('chainWallet.connect')
    await chooseWay('chainWallet.choose.extension')
    await sees('no-accounts')
  },
}

function injectExtension(): void {
  const sign = async () => ({ signature: '0x' })
  const injected = {
    accounts: { get: async () => [{ address: keystore.address }] },
    signer: { signPayload: sign, signRaw: sign },
  }
  vi.stubGlobal('injectedWeb3', { 'polkadot-js': { enable: async () => injected } })
  connectExtensionAccount(buyer.userId, account)
}

const claiming: Scene = {
  name: 'the wallet copies its address, has nothing to receive, and says that a signature was abandoned or income came',
  path: PURSE,
  shows: ['no-unclaimed', 'copied', 'abandoned', 'received'],
  prepare(server) {
    purse(server)
    injectExtension()
  },
  async play({ sees, press }) {
    const chain = world.chain!
    await chain.watched
    act(() => chain.tell(TTC, 0n))
    await sees('no-unclaimed')
    // Sets up a clipboard, which jsdom has not.
    userEvent.setup()
    await press('chainWallet.copyAddress')
    await sees('copied')
    act(() => chain.tell(TTC, TTC))
    for (const name of ['abandoned', 'received'] as const) {
      await press('chainWallet.receive')
      await press('chainWallet.signing.confirm')
      await waitFor(() => expect(chain.submitted).toHaveLength(name === 'abandoned' ? 1 : 2))
      if (name === 'received') act(() => chain.progress({ step: 'signed', signed: chain.signed }))
      const inBlock = { kind: 'in-block', blockHash: '0x01', blockNumber: 1, index: 0 } as const
      await act(async () => chain.end(name === 'abandoned' ? { kind: 'abandoned', detail: 'Cancelled' } : inBlock))
      await sees(name)
    }
  },
}

const poor: Scene = {
  name: 'the wallet does not sign with an imported account what its balance cannot pay for',
  path: PURSE,
  shows: ['insufficient'],
  prepare(server) {
    purse(server)
    connectImportedAccount(buyer.userId, account, JSON.stringify(keystore))
    world.chain!.feePlanck = 2n * TTC
  },
  async play({ sees, press }) {
    await world.chain!.watched
    act(() => world.chain!.tell(TTC, TTC))
    await press('chainWallet.receive')
    await sees('insufficient')
  },
}

export const walletScenes = [
  ...[bind, lookup, billOf('alipay'), billOf('ttc'), faucet],
  ...[importing, connecting, claiming, poor],
]
