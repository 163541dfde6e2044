// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getNetwork } from '@trove/contract/chain/routes'
import { getCertificate, getRightsAccount, lookAtRights, setRightsAccount } from '@trove/contract/code/rights'
import { memberInfo } from '@trove/contract/identity/routes'
import type { RouteResult } from '@trove/contract/kit/route'
import { siteInfo } from '@trove/contract/platform/routes'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFakeChain, type FakeChain } from '../../../../test/fake-chain.ts'
import { offerFakeExtension } from '../../../../test/fake-extension.ts'
import { type FakeServer, fakeServer, refused } from '../../../../test/fake-server.ts'
import keystore from '../../../../test/keystore.json' with { type: 'json' }
import { buyer } from '../../../../test/people.ts'
import { forgetScreen, renderScreen, views } from '../../../../test/render.tsx'
import { queryClient } from '../../../lib/calls/query.ts'
import { connectExtensionAccount, disconnectWallet } from '../../../lib/wallet/wallet.ts'
import { shortAddress } from '../../../signing/short-address.ts'
import { RightsAccount } from './rights-account.tsx'
import RightsPage from './rights-page.tsx'

/** Anchoring by an account of one's own: choosing it, and the two signatures. */

const made = vi.hoisted(() => ({ connectChain: vi.fn() }))
vi.mock('@trove/chain-client/chain', () => made)

const TTC = 1_000_000_000_000n
const OTHER = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'
const hash = (digit: string) => `0x${digit.repeat(64)}` as const
const waiting: RouteResult<typeof getCertificate> = {
  ...{ id: 'w1', title: 'Small tool', number: 2, contentHash: hash('a'), state: 'waiting', address: keystore.address },
  ...{ genesisHash: null, commitment: null, salt: null, chainTitle: 'Trove w1/2', isFinal: false, isOwn: true },
  ...{ committed: null, revealed: null, earlier: null },
  toSign: { step: 'commit', account: keystore.address, commitment: hash('c'), salt: hash('d') },
}
const committed: typeof waiting = {
  ...{ ...waiting, state: 'committed', commitment: hash('c') },
  toSign: { step: 'reveal', account: keystore.address, commitment: hash('c'), salt: hash('d') },
}
/** The market anchored it in the end, yet the author's own commitment still holds its deposit. */
const leftOver: typeof waiting = {
  ...{ ...committed, isOwn: false, address: OTHER },
  toSign: { step: 'release', account: keystore.address, commitment: hash('e'), salt: hash('d') },
}

let chain: FakeChain
let server: FakeServer
let turn = 0
const commitRights = vi.fn((commitment: string) => ({ commitment }))
const releaseRights = vi.fn((commitment: string) => ({ commitment }))
const revealRights = vi.fn((content: string, salt: string, title: string) => ({ content, salt, title }))
beforeEach(() => {
  server = fakeServer()
  server.on(memberInfo, buyer)
  const site = {
    product: 'trove',
    ssoClient: 'trove:trove',
    walletExtensionUrl: 'https://wallet.example/get',
    isEmbedded: true,
    isDemo: false,
    hasDevClock: false,
  }
  server.on(siteInfo, { ...site, now: '2026-11-01T00:00:00.000Z', chainUrl: 'ws://127.0.0.1:1', storageUrl: null })
  server.on(getNetwork, { genesisHash: '0x46', networkId: `0x${++turn}`, indexedBlock: 9, finalizedBlock: 9 })
  server.on(lookAtRights, null)
  chain = createFakeChain(keystore.address)
  chain.calls = { commitRights, revealRights, releaseRights } as unknown as FakeChain['calls']
  Object.assign(chain, { getRightsRules: async () => ({ depositPlanck: TTC / 100n, contestBlocks: 9 }) })
  made.connectChain.mockImplementation(() => chain)
  offerFakeExtension(keystore.address)
})
afterEach(() => {
  disconnectWallet()
  forgetScreen()
  vi.clearAllMocks()
})
const t = (key: string, words?: Record<string, unknown>) => i18next.t(key as 'common.ok', { ...words })

describe.each(views)('anchoring by one’s own account on $device in $language', (view) => {
  const openPage = () =>
    renderScreen(<RightsPage />, view, { path: '/codeForce/rights/w1/2', pattern: '/codeForce/rights/:id/:number' })
  /** Signs what the button offers, until it is final. */
  const sign = async (step: 'commit' | 'reveal' | 'release') => {
    const user = userEvent.setup()
    const button = await screen.findByRole('button', { name: t(`codeRights.sign.${step}.action`) })
    await waitFor(() => {
      act(() => chain.tell(TTC, 0n))
      expect(button).toHaveProperty('disabled', false)
    })
    await user.click(button)
    const confirm = await screen.findByRole('button', { name: t('chainWallet.signing.confirm') })
    await waitFor(() => expect(confirm).toHaveProperty('disabled', false))
    await user.click(confirm)
    await waitFor(() => expect(chain.submitted).toHaveLength(1))
    act(() => chain.progress({ step: 'signed', signed: chain.signed }))
    const block = { blockHash: '0x1', blockNumber: 9, index: 1 } as const
    await act(async () => chain.end({ kind: 'finalised', ...block }))
  }

  it('the commitment is signed with its deposit, and the server is asked to look', async () => {
    connectExtensionAccount(buyer.userId, { accountId: keystore.address, name: 'Mi' })
    server.on(getCertificate, waiting)
    await openPage()
    await screen.findByText(t('codeRights.ownMeans.waiting'))
    await sign('commit')
    expect(commitRights).toHaveBeenCalledWith(hash('c'))
    await waitFor(() => expect(server.asked(lookAtRights)).toHaveLength(1))
  })

  it('the reveal shows the content, the salt and the title that names the work', async () => {
    connectExtensionAccount(buyer.userId, { accountId: keystore.address, name: 'Mi' })
    server.on(getCertificate, committed)
    await openPage()
    await screen.findByText(t('codeRights.sign.reveal.text'))
    await sign('reveal')
    expect(revealRights).toHaveBeenCalledWith(hash('a'), hash('d'), 'Trove w1/2')
  })

  it('the reveal takes no deposit, which was read for the commitment: the fee is all it asks of the balance', async () => {
    connectExtensionAccount(buyer.userId, { accountId: keystore.address, name: 'Mi' })
    server.on(getCertificate, waiting)
    await openPage()
    await sign('commit')
    server.on(getCertificate, committed)
    await act(() => queryClient.invalidateQueries({ queryKey: ['code', 'rights'] }))
    await screen.findByText(t('codeRights.sign.reveal.text'))
    const button = await screen.findByRole('button', { name: t('codeRights.sign.reveal.action') })
    await waitFor(() => {
      act(() => chain.tell(chain.feePlanck, 0n))
      expect(button).toHaveProperty('disabled', false)
    })
    await userEvent.click(button)
    const confirm = await screen.findByRole('button', { name: t('chainWallet.signing.confirm') })
    await waitFor(() => expect(confirm).toHaveProperty('disabled', false))
  })

  it('the deposit of a commitment that is not needed any more comes back', async () => {
    connectExtensionAccount(buyer.userId, { accountId: keystore.address, name: 'Mi' })
    server.on(getCertificate, leftOver)
    await openPage()
    await screen.findByText(t('codeRights.sign.release.text'))
    await sign('release')
    expect(releaseRights).toHaveBeenCalledWith(hash('e'))
  })

  it('without that account connected nothing is offered to sign, and it says which one is meant', async () => {
    connectExtensionAccount(buyer.userId, { accountId: OTHER, name: 'Another' })
    server.on(getCertificate, waiting)
    await openPage()
    await screen.findByText(t('codeRights.sign.connect', { address: shortAddress(keystore.address) }), { exact: false })
    expect(screen.queryByRole('button', { name: t('codeRights.sign.commit.action') })).toBeNull()
  })

  it('who anchors is asked for again when it could not be read', async () => {
    server.on(getRightsAccount, () => refused('service.unavailable'))
    await renderScreen(<RightsAccount />, view)
    const again = await screen.findByRole('button', { name: t('common.retry') })
    server.on(getRightsAccount, { account: null })
    await userEvent.click(again)
    await screen.findByRole('radio', { name: t('codeRights.by.market') })
  })

  it('one’s own account is chosen while it is connected, and the market’s is the way without one', async () => {
    server.on(getRightsAccount, { account: null })
    server.on(setRightsAccount, null)
    await renderScreen(<RightsAccount />, view)
    const own = await screen.findByRole('radio', { name: t('codeRights.by.own') })
    expect(own).toHaveProperty('disabled', true)
    screen.getByText(t('codeRights.by.marketText'))
    act(() => connectExtensionAccount(buyer.userId, { accountId: keystore.address, name: 'Mi' }))
    await waitFor(() => expect(own).toHaveProperty('disabled', false))
    await userEvent.click(own)
    await screen.findByText(t('codeRights.by.linked', { address: shortAddress(keystore.address) }))
    await userEvent.click(screen.getByRole('radio', { name: t('codeRights.by.market') }))
    await waitFor(() => expect(server.asked(setRightsAccount)).toHaveLength(2))
    expect(server.asked(setRightsAccount).map(({ body }) => body)).toEqual([
      { account: keystore.address },
      { account: null },
    ])
  })
})
