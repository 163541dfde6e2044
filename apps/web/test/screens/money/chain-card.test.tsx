// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getNetwork } from '@trove/contract/chain/routes'
import { memberInfo } from '@trove/contract/identity/routes'
import { siteInfo } from '@trove/contract/platform/routes'
import { chainRefusals } from '@trove/messages/money/chain'
import { chainWallet } from '@trove/messages/money/chain-wallet'
import { common } from '@trove/messages/site/common'
import { titles } from '@trove/messages/site/shell'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ChainCard } from '../../../src/features/wallet/chain/chain-card.tsx'
import { toastStore } from '../../../src/lib/calls/notify.ts'
import { formatMoment } from '../../../src/lib/shown/format.ts'
import { connectExtensionAccount, connectImportedAccount, disconnectWallet } from '../../../src/lib/wallet/wallet.ts'
import { createFakeChain, type FakeChain } from '../../fake-chain.ts'
import { type FakeServer, fakeServer, refused } from '../../fake-server.ts'
import keystore from '../../keystore.json' with { type: 'json' }
import { fakeKeystoreWorker } from '../../keystore-worker.ts'
import { buyer } from '../../people.ts'
import { forgetScreen, renderScreen, views } from '../../render.tsx'
import { withheldFor } from '../../withheld.ts'

/** The chain wallet in the purse: every state of account and node, and receiving income. */

const made = vi.hoisted(() => ({ connectChain: vi.fn() }))
vi.mock('@trove/chain-client/chain', () => made)

const PASSWORD = 'correct horse battery staple'
const TTC = 1_000_000_000_000n
const GENESIS = '0x45'
const site = {
  product: 'trove',
  ssoClient: 'trove:trove',
  walletExtensionUrl: 'https://wallet.example/get',
  isEmbedded: true,
  isDemo: false,
  hasDevClock: false,
  chainUrl: 'ws://127.0.0.1:9',
  storageUrl: null,
  now: '2026-11-01T00:00:00.000Z',
}
const network = { genesisHash: GENESIS, indexedBlock: 9, finalizedBlock: 9 }

let server: FakeServer
let chain: FakeChain
let turn = 0
beforeEach(() => {
  server = fakeServer()
  server.on(memberInfo, buyer)
  // Each test has a chain of its own: a connection outlives its page for some seconds.
  server.on(siteInfo, { ...site, chainUrl: `ws://127.0.0.1:${++turn}` })
  server.on(getNetwork, { ...network, networkId: `0x${turn}` })
  chain = createFakeChain(keystore.address)
  made.connectChain.mockImplementation(() => chain)
})
afterEach(() => {
  disconnectWallet()
  forgetScreen()
})

const account = { accountId: keystore.address, name: 'Mi' }
const importAccount = () => connectImportedAccount(buyer.userId, account, JSON.stringify(keystore))
const useExtension = (signPayload: () => Promise<{ signature: string }>) => {
  const injected = {
    accounts: { get: async () => [{ address: keystore.address }] },
    signer: { signPayload, signRaw: signPayload },
  }
  vi.stubGlobal('injectedWeb3', { 'polkadot-js': { enable: async () => injected } })
  connectExtensionAccount(buyer.userId, account)
}

describe.each(views)('the chain card on $device in $language', (view) => {
  const say = (text: { zh: string; en: string }, params: Record<string, string | number> = {}) =>
    (view.language === 'en' ? text.en : text.zh).replace(/\{\{(\w+)\}\}/g, (_, name) => String(params[name]))
  const open = () => renderScreen(<ChainCard />, view)
  const button = (text: { zh: string; en: string }) =>
    screen.findByRole<HTMLButtonElement>('button', { name: say(text) })
  const tell = (freePlanck: bigint, incomePlanck: bigint) => act(() => chain.tell(freePlanck, incomePlanck))

  it('shows zeros while no account is connected, and asks to connect one first', async () => {
    await open()
    screen.getByText(say(chainWallet.notConnected))
    expect(screen.getAllByText('0 TTC')).toHaveLength(2)
    // Why it cannot be pressed stands beside it, and the way to mend that is the one main action.
    screen.getByText(say(chainWallet.connectFirst))
    const receive = await button(chainWallet.receive)
    expect(withheldFor(receive)).toBe(say(chainWallet.connectFirst))
    await userEvent.click(receive)
    expect(toastStore.getCurrent()).toMatchObject({ kind: 'warning', text: say(chainWallet.connectFirst) })
    expect(made.connectChain).not.toHaveBeenCalledWith(expect.stringContaining(`:${turn}`), expect.anything())
    await userEvent.click(await button(chainWallet.connect))
    await screen.findByText(say(chainWallet.choose.title))
  })

  it.each([
    ['/personal-center/my-storage?upload=1', () => say(chainWallet.backTo, { page: say(titles.myStorage) })],
    ['/computingPowerMarket/hub', () => say(chainWallet.back)],
  ])('leads who came only to connect back to %s, once there is an account', async (next, label) => {
    await renderScreen(<ChainCard />, view, { path: `/personal-center/my-purse?next=${encodeURIComponent(next)}` })
    expect(screen.queryByRole('link', { name: label() })).toBeNull()
    act(() => importAccount())
    const way = await screen.findByRole('link', { name: label() })
    expect(way.getAttribute('href')).toBe(next)
  })

  it.each(['//evil.example', 'https://evil.example'])('leads nobody to %s', async (next) => {
    importAccount()
    await renderScreen(<ChainCard />, view, { path: `/personal-center/my-purse?next=${encodeURIComponent(next)}` })
    await button(chainWallet.disconnect)
    expect(screen.queryByText(say(chainWallet.back))).toBeNull()
  })

  it('reads balance and income, follows them, and has nothing to receive at zero', async () => {
    importAccount()
    await open()
    await screen.findByText(say(chainWallet.node.reading))
    // The figures have their place already, and the buttons below keep theirs.
    screen.getByText(say(chainWallet.unclaimed))
    expect(screen.getAllByText('–')).toHaveLength(2)
    await waitFor(() =>
      expect(made.connectChain).toHaveBeenCalledWith(`ws://127.0.0.1:${turn}`, {
        genesisHash: GENESIS,
        networkId: `0x${turn}`,
      }),
    )
    await chain.watched
    tell(TTC, 0n)
    await screen.findByText('1 TTC')
    screen.getByText(say(chainWallet.noUnclaimed))
    expect((await button(chainWallet.receive)).disabled).toBe(true)
    tell(2n * TTC + 500_000_000_000n, 250_000n)
    await screen.findByText('2.5 TTC')
    expect((await button(chainWallet.receive)).disabled).toBe(false)
  })

  it('copies the whole address, and disconnects an imported account only after a question', async () => {
    const user = userEvent.setup()
    importAccount()
    await open()
    await user.click(await button(chainWallet.copyAddress))
    expect(await navigator.clipboard.readText()).toBe(keystore.address)
    expect(toastStore.getCurrent()?.text).toBe(say(common.copied))
    await userEvent.click(await button(chainWallet.disconnect))
    const question = within(await screen.findByRole('alertdialog'))
    question.getByText(say(chainWallet.disconnectText))
    await userEvent.click(question.getByRole('button', { name: say(chainWallet.disconnect) }))
    await screen.findByText(say(chainWallet.notConnected))
    expect(screen.getAllByText('0 TTC')).toHaveLength(2)
    expect(localStorage.getItem('accountJson')).toBeNull()
  })

  it('says that the node is away and keeps the last figures with their time, invents none', async () => {
    importAccount()
    await open()
    act(() => chain.become('unreachable'))
    await screen.findByText(say(chainWallet.node.unreachableText))
    expect(screen.queryByText(/\d TTC/)).toBeNull()
    act(() => chain.become('connected'))
    tell(TTC, TTC)
    await screen.findAllByText('1 TTC')
    act(() => chain.become('unreachable'))
    await screen.findByText(new RegExp(say(chainWallet.node.stale).split('undefined')[0]!))
    expect(screen.getAllByText('1 TTC')).toHaveLength(2)
    expect((await button(chainWallet.receive)).disabled).toBe(true)
  })

  it('tells how old the figures are by the newest block, however long ago they last changed', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-01T10:00:00+08:00') })
    try {
      importAccount()
      await open()
      await chain.watched
      tell(TTC, 0n)
      await screen.findByText('1 TTC')
      vi.setSystemTime(new Date('2026-11-01T13:30:00+08:00'))
      act(() => chain.addBlock())
      vi.setSystemTime(new Date('2026-11-01T13:40:00+08:00'))
      act(() => chain.become('unreachable'))
      await screen.findByText(say(chainWallet.node.stale, { when: formatMoment('2026-11-01T13:30:00+08:00') }))
    } finally {
      vi.useRealTimers()
    }
  })

  it('shows nothing of another chain, and tries anew when asked', async () => {
    importAccount()
    await open()
    await chain.watched
    tell(TTC, TTC)
    act(() => chain.become('other-chain'))
    const told = within(await screen.findByRole('alert'))
    told.getByText(say(chainWallet.node.otherChainText))
    expect(screen.queryByText('1 TTC')).toBeNull()
    const other = createFakeChain()
    made.connectChain.mockImplementation(() => other)
    await userEvent.click(told.getByRole('button', { name: say(common.retry) }))
    await other.watched
    act(() => other.tell(3n * TTC, 0n))
    await screen.findByText('3 TTC')
  })

  it('says so where there is no chain, and where the server is out of reach', async () => {
    importAccount()
    server.on(siteInfo, { ...site, chainUrl: null, storageUrl: null })
    const { unmount } = await open()
    await screen.findByText(say(chainWallet.node.none))
    unmount()
    forgetScreen()
    server = fakeServer()
    server.on(siteInfo, () => refused('service.unavailable'))
    server.on(getNetwork, { ...network, networkId: `0x${turn}` })
    importAccount()
    await open()
    await screen.findByText(say(chainWallet.node.unreachable))
  })

  async function openSigning(incomePlanck = TTC) {
    await open()
    await chain.watched
    tell(TTC, incomePlanck)
    await userEvent.click(await button(chainWallet.receive))
    return within(await screen.findByRole('dialog'))
  }
  const confirm = () => button(chainWallet.signing.confirm).then((found) => userEvent.click(found))

  it('shows the decoded call, the amount and the fee, and receives with the extension', async () => {
    useExtension(async () => ({ signature: '0x' }))
    const dialog = await openSigning()
    dialog.getByText('Market.withdrawal')
    dialog.getByText(say(chainWallet.signing.withdrawal))
    await dialog.findByText('0.0005 TTC')
    await confirm()
    await waitFor(() => expect(chain.submitted).toHaveLength(1))
    act(() => chain.progress({ step: 'signing' }))
    await screen.findByText(say(chainWallet.signing.inExtension))
    act(() => chain.progress({ step: 'signed', signed: chain.signed }))
    await screen.findByText(say(chainWallet.receiving))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await act(async () => chain.end({ kind: 'in-block', blockHash: '0x01', blockNumber: 1, index: 0 }))
    tell(2n * TTC, 0n)
    await screen.findByText('2 TTC')
    expect(toastStore.getCurrent()).toMatchObject({ kind: 'success', text: say(chainWallet.received) })
    expect(screen.queryByText(say(chainWallet.receiving))).toBeNull()
  })

  it('stops and says so when the signature is abandoned, in the extension or here', async () => {
    useExtension(async () => ({ signature: '0x' }))
    await openSigning()
    await confirm()
    await waitFor(() => expect(chain.submitted).toHaveLength(1))
    await act(async () => chain.end({ kind: 'abandoned', detail: 'Cancelled' }))
    const told = await screen.findByRole('alert')
    expect(told.textContent).toBe(say(chainWallet.signing.abandoned))
    expect(screen.queryByText(say(chainWallet.receiving))).toBeNull()
    await userEvent.click(await button(chainWallet.receive))
    await confirm()
    await screen.findByText(say(chainWallet.signing.inExtension))
    await userEvent.click(screen.getByRole('button', { name: say(common.cancel) }))
    await waitFor(() => expect(toastStore.getCurrent()?.text).toBe(say(chainWallet.signing.abandoned)))
  })

  it('unlocks an imported account with its password alone, and names a wrong or blank one', async () => {
    const worker = fakeKeystoreWorker()
    importAccount()
    const dialog = await openSigning()
    await dialog.findByText('0.0005 TTC')
    await confirm()
    await dialog.findByText(say(chainWallet.keystore.passwordEmpty))
    const field = document.querySelector<HTMLInputElement>('input[type=password]')!
    await userEvent.type(field, 'wrong one')
    await confirm()
    await dialog.findByText(say(chainWallet.keystore.passwordWrong))
    expect(chain.submitted).toHaveLength(0)
    await userEvent.clear(field)
    await userEvent.type(field, PASSWORD)
    await confirm()
    await waitFor(() => expect(chain.submitted).toHaveLength(1))
    expect(worker.alive()).toBe(1)
    act(() => chain.progress({ step: 'signed', signed: chain.signed }))
    expect(worker.alive()).toBe(0)
    await act(async () => chain.end({ kind: 'in-block', blockHash: '0x01', blockNumber: 1, index: 0 }))
    await waitFor(() => expect(toastStore.getCurrent()?.text).toBe(say(chainWallet.received)))
    expect(worker.alive()).toBe(0)
  })

  it('does not sign what the balance cannot pay for', async () => {
    importAccount()
    chain.feePlanck = 2n * TTC
    const dialog = await openSigning()
    await dialog.findByText(say(chainWallet.signing.short.fee))
    expect((await button(chainWallet.signing.confirm)).disabled).toBe(true)
  })

  it.each([
    [{ kind: 'unreachable' }, chainWallet.node.unreachable],
    [{ kind: 'balance-too-low', feePlanck: 2n, transferablePlanck: 1n }, chainWallet.signing.short.fee],
    [{ kind: 'refused', refusal: 'Market.NothingToWithdraw', detail: '' }, chainRefusals.Market.NothingToWithdraw],
  ] as const)('says what became of it: $kind', async (outcome, text) => {
    useExtension(async () => ({ signature: '0x' }))
    await openSigning()
    await confirm()
    await waitFor(() => expect(chain.submitted).toHaveLength(1))
    await act(async () => chain.end(outcome))
    await waitFor(() => expect(toastStore.getCurrent()?.text).toContain(say(text)))
  })

  it('waits for the blocks’ word when nobody knows what became of it', async () => {
    useExtension(async () => ({ signature: '0x' }))
    await openSigning()
    await confirm()
    await waitFor(() => expect(chain.submitted).toHaveLength(1))
    act(() => chain.progress({ step: 'signed', signed: chain.signed }))
    const { promise, resolve } = Promise.withResolvers<{ kind: 'impossible' }>()
    chain.fate = () => promise
    await act(async () => chain.end({ kind: 'lost', signed: chain.signed }))
    await screen.findByText(say(chainWallet.signing.underWay, { call: say(chainWallet.signing.withdrawal), block: 64 }))
    expect((await button(chainWallet.receive)).disabled).toBe(true)
    await act(async () => resolve({ kind: 'impossible' }))
    await screen.findByText(say(chainWallet.signing.expired))
  })
})
