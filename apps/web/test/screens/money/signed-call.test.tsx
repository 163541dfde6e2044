// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Fate } from '@trove/chain-client/reading/outcome'
import { getNetwork } from '@trove/contract/chain/routes'
import { memberInfo } from '@trove/contract/identity/routes'
import { siteInfo } from '@trove/contract/platform/routes'
import { chainRefusals } from '@trove/messages/money/chain'
import { chainWallet } from '@trove/messages/money/chain-wallet'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ChainCard } from '../../../src/features/wallet/chain/chain-card.tsx'
import { toastStore } from '../../../src/lib/calls/notify.ts'
import { disconnectWallet } from '../../../src/lib/wallet/wallet.ts'
import { createFakeChain, type FakeChain } from '../../fake-chain.ts'
import { connectFakeExtension } from '../../fake-extension.ts'
import { fakeServer } from '../../fake-server.ts'
import keystore from '../../keystore.json' with { type: 'json' }
import { buyer, site } from '../../people.ts'
import { forgetScreen, renderScreen, views } from '../../render.tsx'

/** A signed call whose page is gone before its outcome is known: what the next page shows, asks and holds up. */

const made = vi.hoisted(() => ({ connectChain: vi.fn() }))
vi.mock('@trove/chain-client/chain', () => made)

const TTC = 1_000_000_000_000n
const INCLUSION = { blockHash: '0x01', blockNumber: 21, index: 1 } as const

let chain: FakeChain
let turn = 0
/** Each test has a chain of its own. */
const networkOf = () => ({ genesisHash: '0x45', networkId: `0x${turn}` })
const hashOf = () => `0xc0${turn}`

beforeEach(() => {
  turn++
  const server = fakeServer()
  server.on(memberInfo, buyer)
  server.on(siteInfo, { ...site, chainUrl: `ws://127.0.0.1:${turn}`, storageUrl: null })
  server.on(getNetwork, { ...networkOf(), indexedBlock: 9, finalizedBlock: 9 })
  chain = createFakeChain(keystore.address)
  made.connectChain.mockImplementation(() => chain)
  connectFakeExtension(buyer.userId, keystore.address)
})
afterEach(() => {
  disconnectWallet()
  forgetScreen()
  localStorage.clear()
})

/** As a page before this one has left it. */
function leaveSigned(given: object = {}): string {
  const key = `trove-signed-call ${hashOf()}`
  const trace = { hash: hashOf(), address: keystore.address, nonce: 3, firstBlock: 10, lastBlock: 73 }
  localStorage.setItem(
    key,
    JSON.stringify({ ...trace, ...networkOf(), kind: 'withdrawal', signedMs: Date.now(), ...given }),
  )
  return key
}

describe.each(views)('a call signed on an earlier page, on $device in $language', (view) => {
  const say = (text: { zh: string; en: string }, params: Record<string, string | number> = {}) =>
    (view.language === 'en' ? text.en : text.zh).replace(/\{\{(\w+)\}\}/g, (_, name) => String(params[name]))
  const pending = () => say(chainWallet.signing.underWay, { call: say(chainWallet.signing.withdrawal), block: 73 })
  const receive = () => screen.findByRole<HTMLButtonElement>('button', { name: say(chainWallet.receive) })
  const open = async () => {
    const shown = await renderScreen(<ChainCard />, view)
    await waitFor(() => {
      act(() => chain.tell(TTC, TTC))
      screen.getAllByText('1 TTC')
    })
    return shown
  }

  it('is shown as under way, and no second one can be signed', async () => {
    const key = leaveSigned()
    await open()
    await screen.findByText(pending())
    expect((await receive()).disabled).toBe(true)
    expect(localStorage.getItem(key)).not.toBeNull()
  })

  it.each<[string, Fate, () => string]>([
    ['done', { kind: 'done', ...INCLUSION }, () => say(chainWallet.received)],
    [
      'refused, with the reason',
      { kind: 'refused', refusal: 'Market.NothingToWithdraw', detail: '', ...INCLUSION },
      () => say(chainWallet.signing.refused, { why: say(chainRefusals.Market.NothingToWithdraw) }),
    ],
    ['in no block for ever', { kind: 'impossible' }, () => say(chainWallet.signing.expired)],
    [
      'in a block nobody remembers',
      { kind: 'gone', inclusion: INCLUSION },
      () => say(chainWallet.signing.goneIn, { block: 21 }),
    ],
    ['too long ago', { kind: 'gone' }, () => say(chainWallet.signing.gone)],
  ])('is told once it is known: %s; then it is forgotten and the next may be signed', async (_, fate, text) => {
    const key = leaveSigned()
    chain.fate = async () => fate
    await open()
    await screen.findByText(text())
    expect(screen.queryByText(pending())).toBeNull()
    expect(localStorage.getItem(key)).toBeNull()
    expect((await receive()).disabled).toBe(false)
  })

  it('whose newest block was shown holds nothing up, and is told again only if it came differently', async () => {
    const key = leaveSigned({ told: 'done' })
    const asked = vi.fn(async (): Promise<Fate> => ({ kind: 'done', ...INCLUSION }))
    chain.fate = asked
    const { unmount } = await open()
    await waitFor(() => expect(localStorage.getItem(key)).toBeNull())
    expect(asked).toHaveBeenCalled()
    expect(screen.queryByText(say(chainWallet.received))).toBeNull()
    unmount()
    turn++
    leaveSigned({ ...networkOf(), networkId: `0x${turn - 1}`, told: 'done' })
    chain.fate = async () => ({ kind: 'impossible' })
    await open()
    await screen.findByText(say(chainWallet.signing.expired))
  })

  it('waits while the node is away, and is asked about when it is back', async () => {
    leaveSigned()
    await open()
    act(() => chain.become('unreachable'))
    await screen.findByText(say(chainWallet.node.unreachable))
    screen.getByText(pending())
    chain.fate = async () => ({ kind: 'done', ...INCLUSION })
    act(() => chain.become('connected'))
    await screen.findByText(say(chainWallet.received))
  })

  it('of another chain behind the same address is not spoken of', async () => {
    leaveSigned({ networkId: '0xdead' })
    await open()
    expect((await receive()).disabled).toBe(false)
    expect(screen.queryByText(pending())).toBeNull()
  })

  it('that another tab has signed meanwhile stops this one from signing too', async () => {
    await open()
    await userEvent.click(await receive())
    leaveSigned()
    await userEvent.click(await screen.findByRole('button', { name: say(chainWallet.signing.confirm) }))
    await waitFor(() => expect(toastStore.getCurrent()?.text).toBe(say(chainWallet.signing.busy)))
    expect(chain.submitted).toHaveLength(0)
    await screen.findByText(pending())
  })

  it('is kept when it is signed, before it is sent, and is still followed when the person comes back', async () => {
    const { unmount } = await open()
    await userEvent.click(await receive())
    await userEvent.click(await screen.findByRole('button', { name: say(chainWallet.signing.confirm) }))
    await waitFor(() => expect(chain.submitted).toHaveLength(1))
    const key = `trove-signed-call ${chain.signed.hash}`
    expect(localStorage.getItem(key)).toBeNull()
    act(() => chain.progress({ step: 'signed', signed: chain.signed }))
    expect(JSON.parse(localStorage.getItem(key)!)).toMatchObject({
      ...networkOf(),
      address: keystore.address,
      kind: 'withdrawal',
    })
    unmount()
    await open()
    await screen.findByText(say(chainWallet.receiving))
    await act(async () => chain.end({ kind: 'in-block', ...INCLUSION }))
    await screen.findByText(say(chainWallet.received))
  })
})
