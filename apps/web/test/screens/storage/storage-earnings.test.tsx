// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getNetwork, listMinerOrders, ttcBill } from '@trove/contract/chain/routes'
import { memberInfo } from '@trove/contract/identity/routes'
import { siteInfo } from '@trove/contract/platform/routes'
import { chainWallet } from '@trove/messages/money/chain-wallet'
import { orders } from '@trove/messages/money/orders'
import { common } from '@trove/messages/site/common'
import { storage } from '@trove/messages/storage/storage'
import { storageEarnings } from '@trove/messages/storage/storage-earnings'
import { storageEntry } from '@trove/messages/storage/storage-entry'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { StorageEarnings } from '../../../src/features/storage/earnings/storage-earnings.tsx'
import { connectExtensionAccount, disconnectWallet } from '../../../src/lib/wallet/wallet.ts'
import { createFakeChain, type FakeChain } from '../../fake-chain.ts'
import { connectFakeExtension } from '../../fake-extension.ts'
import { type FakeServer, fakeServer, refused } from '../../fake-server.ts'
import keystore from '../../keystore.json' with { type: 'json' }
import { buyer } from '../../people.ts'
import { forgetScreen, renderScreen, views } from '../../render.tsx'

/** The storage tab of what one earns: cards of the orders a node keeps, and clearing them. */

const made = vi.hoisted(() => ({ connectChain: vi.fn() }))
vi.mock('@trove/chain-client/chain', () => made)

const TTC = 1_000_000_000_000n
const BLOCK = 1_000
const orderOf = (index: number, status: 'Pending' | 'Finished' | 'Cleared', storage_deadline: number) => ({
  order: {
    ...{ index, cid: `bafybei${index}dyrzt5sfp7udm7hu76uh7y26nf3ef`, account_id: '5F', file_name: null, note: '0x' },
    ...{ price: '5', file_base_price: '1', order_price: '5', tips: '0', size: '9', block_number: 10 },
    ...{ storage_deadline, block_time: '2026-11-20T08:00:00.000Z', status, replication: 3, wanted: 3 },
    ...{ public_input: '0x', estimated_income: '9', calculate_income: '9', clearable_at: null },
  },
  estimated_income: String((TTC * 3n) / 2n),
  calculate_income: String(TTC / 4n),
})
const ORDERS = [orderOf(3, 'Finished', BLOCK), orderOf(2, 'Finished', BLOCK - 1), orderOf(1, 'Cleared', 20)]
const site = {
  ...{
    product: 'trove',
    ssoClient: 'trove:trove',
    walletExtensionUrl: 'https://wallet.example/get',
    isEmbedded: true,
    isDemo: false,
    hasDevClock: false,
    now: '2026-11-01T00:00:00.000Z',
  },
  ...{ chainUrl: 'ws://127.0.0.1:1', storageUrl: null },
}

/** Of a bill whose sums are not looked at. */
const SUMS = { inAmount: '0', outAmount: '0' }

let chain: FakeChain
let server: FakeServer
/** Each test has a chain of its own. */
let turn = 0
const calculateReward = vi.fn((id: number) => ({ id }))
beforeEach(() => {
  server = fakeServer()
  server.on(memberInfo, buyer)
  server.on(siteInfo, site)
  server.on(getNetwork, { genesisHash: '0x45', networkId: `0x${++turn}`, indexedBlock: 9, finalizedBlock: 9 })
  server.on(listMinerOrders, { content: ORDERS, total: 3, block: BLOCK })
  server.on(ttcBill, { content: [], totalElements: 0, ...SUMS })
  chain = createFakeChain(keystore.address)
  chain.calls = { calculateReward } as unknown as FakeChain['calls']
  made.connectChain.mockImplementation(() => chain)
  connectFakeExtension(buyer.userId, keystore.address)
})
afterEach(() => {
  disconnectWallet()
  forgetScreen()
  calculateReward.mockClear()
})

it('a node clears by the same words as the seller of a machine (decision 9)', () => {
  expect([storageEarnings.clear.zh, orders.clear.zh]).toEqual(['结算收益', '结算收益'])
  expect(storageEarnings.clear.en).toBe(orders.clear.en)
})

describe.each(views)('storage earnings on $device in $language', (view) => {
  const say = (text: { zh: string; en: string }) => (view.language === 'en' ? text.en : text.zh)
  const open = () => renderScreen(<StorageEarnings />, view)
  const cards = async () => {
    await screen.findAllByRole('article')
    return screen.getAllByRole('article')
  }

  it('has the refunds below the cards, which their rows would push away', async () => {
    await open()
    const [card] = await cards()
    const refunds = screen.getByRole('region', { name: say(storageEarnings.refundsTitle) })
    expect(card!.compareDocumentPosition(refunds)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  it('a card shows id, status, sealed name, block time, deadline and both incomes, and clearing while it is due', async () => {
    await open()
    const [serving, uncleared, cleared] = await cards()
    const { status, clear } = storageEarnings
    within(serving!).getByText('bafybei3dyrz')
    within(serving!).getByText(say(status.serving))
    within(uncleared!).getByText(say(status.uncleared))
    within(cleared!).getByText(say(status.cleared))
    within(serving!).getByText(say(storage.files.sealedName))
    const fact = (label: { zh: string; en: string }) =>
      within(serving!).getByText(say(label)).closest('div')?.querySelector('dd')?.textContent
    expect(fact(storageEarnings.estimated)).toBe('1.5TTC')
    expect(fact(storageEarnings.earned)).toBe('0.25TTC')
    expect(fact(storage.field.placed)).toMatch(/2026/)
    expect(fact(storage.field.deadline)).toContain('1,000')
    const clearable = [serving, uncleared, cleared].map((card) =>
      within(card!).queryByRole('button', { name: say(clear) }),
    )
    expect(clearable.map((button) => button !== null)).toEqual([true, true, false])
  })

  it('clearing signs for that order, and its block makes the list be read anew', async () => {
    await open()
    const [serving] = await cards()
    const clear = await within(serving!).findByRole<HTMLButtonElement>('button', { name: say(storageEarnings.clear) })
    await waitFor(() => {
      act(() => chain.tell(TTC, 0n))
      expect(clear.disabled).toBe(false)
    })
    await userEvent.click(clear)
    await userEvent.click(await screen.findByRole('button', { name: say(chainWallet.signing.confirm) }))
    await waitFor(() => expect(chain.submitted).toEqual([{ id: 3 }]))
    const before = server.asked(listMinerOrders).length
    act(() => chain.progress({ step: 'signed', signed: chain.signed }))
    await act(async () => chain.end({ kind: 'in-block', blockHash: '0x01', blockNumber: 1, index: 0 }))
    await screen.findByText(say(storageEarnings.cleared))
    await waitFor(() => expect(server.asked(listMinerOrders).length).toBeGreaterThan(before))
  })

  it('that the node is away is said once for all cards, and one retry is the retry of each', async () => {
    await open()
    await cards()
    await chain.watched
    act(() => chain.become('unreachable'))
    const again = await screen.findByRole('button', { name: say(common.retry) })
    expect(screen.getAllByText(say(chainWallet.node.unreachable))).toHaveLength(1)
    const next = createFakeChain(keystore.address)
    made.connectChain.mockImplementation(() => next)
    await userEvent.click(again)
    await waitFor(() => {
      act(() => next.tell(TTC, 0n))
      const buttons = screen.getAllByRole<HTMLButtonElement>('button', { name: say(storageEarnings.clear) })
      expect(buttons.map(({ disabled }) => disabled)).toEqual([false, false])
    })
    expect(screen.queryByText(say(chainWallet.node.unreachable))).toBeNull()
  })

  it('without an account it leads to the purse; without orders to sharing', async () => {
    disconnectWallet()
    const { unmount } = await open()
    const link = await screen.findByRole('link', { name: say(storageEntry.connect) })
    expect(link.getAttribute('href')).toBe('/personal-center/my-purse?next=%2F')
    unmount()
    connectExtensionAccount(buyer.userId, { accountId: keystore.address, name: 'Mi' })
    server.on(listMinerOrders, { content: [], total: 0, block: BLOCK })
    await open()
    await screen.findByText(say(storageEarnings.none))
  })

  it('says where there are no refunds, having asked for nothing else of the bill', async () => {
    await open()
    const panel = await screen.findByRole('region', { name: say(storageEarnings.refundsTitle) })
    await within(panel).findByText(say(storageEarnings.noRefunds))
    expect(server.asked(ttcBill).at(-1)!.url.searchParams.get('type')).toBe('storage-refund')
  })

  it('shows the newest refunds of one’s own orders, each with its order and amount', async () => {
    const row = { type: 'storage-refund' as const, fee: '0', counterparty: null, block: 5 }
    const content = [
      { ...row, id: 'a', amount: String(TTC / 2n), orderIndex: 31, createdAt: '2026-11-20T08:00:00.000Z' },
      { ...row, id: 'b', amount: String(TTC), orderIndex: null, createdAt: '2026-11-19T08:00:00.000Z' },
    ]
    server.on(ttcBill, { content, totalElements: 2, ...SUMS })
    await open()
    const link = await screen.findByRole('link', { name: say(storageEarnings.refundOf).replace('{{order}}', '31') })
    expect(link.getAttribute('href')).toBe('/personal-center/my-storage/31')
    screen.getByText('0.5 TTC')
    screen.getByText('1 TTC')
  })

  it('refunds that cannot be had say so, and are asked for again', async () => {
    server.on(ttcBill, () => refused('chain.unavailable'))
    await open()
    const panel = within(await screen.findByRole('region', { name: say(storageEarnings.refundsTitle) }))
    const again = await panel.findByRole('button', { name: say(common.retry) }, { timeout: 5_000 })
    server.on(ttcBill, { content: [], totalElements: 0, ...SUMS })
    await userEvent.click(again)
    await panel.findByText(say(storageEarnings.noRefunds))
  })

  it('a list that fails says so, and is asked for again', async () => {
    server.on(listMinerOrders, () => refused('chain.unavailable'))
    await open()
    const again = await screen.findByRole('button', { name: say(common.retry) })
    server.on(listMinerOrders, { content: ORDERS, total: 3, block: BLOCK })
    await userEvent.click(again)
    expect(await cards()).toHaveLength(3)
  })
})
