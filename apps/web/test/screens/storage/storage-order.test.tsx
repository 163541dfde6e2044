// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Fate } from '@trove/chain-client/reading/outcome'
import { type ChainOrder, getNetwork, listUserOrders } from '@trove/contract/chain/routes'
import { memberInfo } from '@trove/contract/identity/routes'
import { siteInfo } from '@trove/contract/platform/routes'
import { chainWallet } from '@trove/messages/money/chain-wallet'
import { storage } from '@trove/messages/storage/storage'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { z } from 'zod'
import { PlaceOrder } from '../../../src/features/storage/upload/place-order.tsx'
import type { Upload } from '../../../src/features/storage/upload/uploads.ts'
import { toastStore } from '../../../src/lib/calls/notify.ts'
import { useChainAccount } from '../../../src/lib/wallet/chain.ts'
import { disconnectWallet, useWallet } from '../../../src/lib/wallet/wallet.ts'
import { createFakeChain, type FakeChain } from '../../fake-chain.ts'
import { connectFakeExtension } from '../../fake-extension.ts'
import { fakeServer, ok } from '../../fake-server.ts'
import keystore from '../../keystore.json' with { type: 'json' }
import { buyer, site } from '../../people.ts'
import { forgetScreen, renderScreen, views } from '../../render.tsx'

/** The signature at the end of an upload: what is looked at once more before it, and what is kept until its block is final. */

const made = vi.hoisted(() => ({ connectChain: vi.fn() }))
vi.mock('@trove/chain-client/chain', () => made)
const staged = vi.hoisted(() => ({ endUploads: vi.fn(), isStillStaged: vi.fn() }))
vi.mock('../../../src/features/storage/upload/uploads.ts', () => staged)

const TTC = 1_000_000_000_000n
const DEPOSIT = TTC / 100n
const INCLUSION = { blockHash: '0x01', blockNumber: 21, index: 1 } as const
const NETWORK = { genesisHash: '0x45', networkId: '0x99' }
const CID = `bafkrei${'a'.repeat(52)}`
const upload = {
  ...{
    id: 'local',
    owner: buyer.userId,
    account: keystore.address,
    name: 'a',
    file: new Blob(),
    note: new Uint8Array(),
  },
  ...{ stage: 'ready' as const, done: 1, sealed: { cid: CID, root: 'ab'.repeat(32), bytes: 44 } },
} satisfies Upload
const terms = { days: 30, copies: 3, tipsPlanck: 0n }
let uploads: (typeof upload)[]

const ordered: z.input<typeof ChainOrder> = {
  ...{ index: 1, cid: CID, account_id: keystore.address, file_name: null, note: '', public_input: 'ab'.repeat(32) },
  ...{ price: '1', file_base_price: '0', order_price: '0', tips: '0', size: '44', estimated_income: '0' },
  ...{ storage_deadline: 90, block_number: 2, block_time: null, status: 'Pending', replication: 0, wanted: 3 },
  ...{ calculate_income: '0', clearable_at: null },
}

let chain: FakeChain
let priceNow: bigint
let listed: z.input<typeof ChainOrder>[]
let turn = 0

beforeEach(() => {
  ;[priceNow, listed, uploads] = [TTC, [], [upload]]
  turn++
  const server = fakeServer()
  server.on(memberInfo, buyer)
  server.on(siteInfo, { ...site, chainUrl: `ws://127.0.0.2:${turn}`, storageUrl: null })
  server.on(getNetwork, { ...NETWORK, indexedBlock: 9, finalizedBlock: 9 })
  server.on(listUserOrders, () => ok(listUserOrders, { content: listed, total: listed.length, block: 9 }))
  staged.isStillStaged.mockReset().mockResolvedValue(true)
  staged.endUploads.mockReset().mockResolvedValue(undefined)
  chain = createFakeChain(keystore.address)
  chain.calls = { createOrders: (asks: unknown) => asks } as never
  made.connectChain.mockImplementation(() => chain)
  connectFakeExtension(buyer.userId, keystore.address)
})
afterEach(() => {
  vi.useRealTimers()
  disconnectWallet()
  forgetScreen()
})

function Row() {
  const wallet = useWallet()!
  const account = useChainAccount(wallet.accountId)
  const given = { wallet, account, uploads, terms, vaultKey: new Uint8Array(32) }
  return <PlaceOrder {...given} pricePlanck={TTC} depositPlanck={DEPOSIT} askPrice={async () => priceNow} />
}

describe.each(views)('ordering storage on $device in $language', (view) => {
  const say = (text: { zh: string; en: string }) => (view.language === 'en' ? text.en : text.zh)
  const open = async (planck = 2n * TTC) => {
    await renderScreen(<Row />, view)
    await waitFor(() => {
      act(() => chain.tell(planck, TTC))
      expect(signing()?.disabled).toBe(false)
    })
  }
  const signing = () => screen.queryByRole<HTMLButtonElement>('button', { name: say(storage.upload.sign) })
  const confirming = () => screen.queryByRole('button', { name: say(chainWallet.signing.confirm) })
  const press = async () => await userEvent.click(signing()!)
  const told = (text: { zh: string; en: string }) =>
    waitFor(() => expect(toastStore.getCurrent()?.text).toBe(say(text)))

  it('asks for no signature while the price has risen past what was shown, or the bytes are gone', async () => {
    await open()
    priceNow = (TTC * 103n) / 100n
    await press()
    await told(storage.upload.priceRose)
    priceNow = TTC
    staged.isStillStaged.mockResolvedValue(false)
    await press()
    await told(storage.upload.sentAgain)
    expect(confirming()).toBeNull()
    staged.isStillStaged.mockResolvedValue(true)
    await press()
    await waitFor(() => expect(confirming()).not.toBeNull())
  })

  it('says in words what is signed, with units; what the chain gets stands behind its own words', async () => {
    chain.describe = () => ({ pallet: 'Market', name: 'create_order', args: [{ name: 'duration', value: '432000' }] })
    await open()
    await press()
    const fact = (name: { zh: string; en: string }) => screen.getByText(say(name)).nextSibling?.textContent
    await waitFor(() => expect(fact(storage.field.name)).toBe('a'))
    expect(fact(storage.field.days)).toBe(view.language === 'en' ? '30 days' : '30 天')
    expect([fact(storage.field.bytes), fact(storage.field.copies)]).toEqual(['44 B', '3'])
    expect([fact(storage.file.deposit), fact(chainWallet.signing.amount)]).toEqual(['0.01 TTC', '1 TTC'])
    expect(screen.queryByText(say(storage.field.tips))).toBeNull()
    const raw = screen.getByText('432000').closest('details')!
    expect([raw.open, raw.querySelector('summary')!.textContent]).toEqual([false, say(chainWallet.signing.raw)])
  })

  it('asks for no signature that the balance cannot pay: the price, what is held as a deposit, and the fee', async () => {
    const all = TTC + DEPOSIT + chain.feePlanck
    await open(all - 1n)
    await press()
    await screen.findByText(say(chainWallet.signing.short.all))
    expect(confirming()).toHaveProperty('disabled', true)
    act(() => chain.tell(all, TTC))
    await waitFor(() => expect(confirming()).toHaveProperty('disabled', false))
    expect(screen.queryByText(say(chainWallet.signing.short.all))).toBeNull()
    act(() => chain.tell(chain.feePlanck - 1n, TTC))
    await screen.findByText(say(chainWallet.signing.short.fee))
  })

  it('tells the gateway which account signs, also where another was connected when the file was chosen: that one is warned', async () => {
    uploads = [{ ...upload, account: 'the one before' }]
    await open()
    await press()
    await waitFor(() => expect(confirming()).not.toBeNull())
    expect(staged.isStillStaged.mock.calls[0]![0]).toMatchObject({ id: 'local', account: keystore.address })
  })

  it('says why nothing can be signed while the node is away', async () => {
    await open()
    expect(screen.queryByText(say(chainWallet.node.unreachable))).toBeNull()
    act(() => chain.become('unreachable'))
    await screen.findByText(say(chainWallet.node.unreachable), {}, { timeout: 5_000 })
    expect(signing()?.disabled).toBe(true)
  })

  it('asks for no second signature when an order of these bytes stands already', async () => {
    await open()
    listed = [ordered]
    await press()
    await waitFor(() => expect(staged.endUploads).toHaveBeenCalledWith(['local']))
    expect(confirming()).toBeNull()
  })

  it('of distinct copies asks for one signature, which orders all of them or none, and keeps each until that is final', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    let fate: Fate = { kind: 'open' }
    chain.fate = async () => fate
    const copies = ['a', 'b', 'c'].map((id) => ({
      ...{ ...upload, id, sealed: { ...upload.sealed, cid: `bafkrei${id.repeat(52)}` } },
    }))
    uploads = copies
    await renderScreen(<Row />, view)
    const name = say(storage.apart.sign).replace('{{count}}', '3')
    const together = () => screen.getByRole<HTMLButtonElement>('button', { name })
    await waitFor(() => {
      act(() => chain.tell(9n * TTC, TTC))
      expect(together().disabled).toBe(false)
    })
    // Bytes that the gateway has no more hold all of them up.
    staged.isStillStaged.mockImplementation(async ({ id }: Upload) => id !== 'b')
    await userEvent.click(together())
    await told(storage.upload.sentAgain)
    expect(confirming()).toBeNull()
    staged.isStillStaged.mockResolvedValue(true)
    await userEvent.click(together())
    await userEvent.click(await screen.findByRole('button', { name: say(chainWallet.signing.confirm) }))
    await waitFor(() => expect(chain.submitted).toHaveLength(1))
    const wishes = chain.submitted[0] as { cid: string; maxPricePlanck: bigint }[]
    expect(wishes.map(({ cid, maxPricePlanck }) => [cid, maxPricePlanck])).toEqual(
      copies.map(({ sealed }) => [sealed.cid, (TTC * 102n) / 100n]),
    )
    act(() => chain.progress({ step: 'signed', signed: chain.signed }))
    await act(async () => chain.end({ kind: 'in-block', ...INCLUSION }))
    await screen.findByText(say(storage.upload.untilFinal))
    expect(staged.endUploads).not.toHaveBeenCalled()
    fate = { kind: 'done', ...INCLUSION }
    await act(() => vi.advanceTimersByTimeAsync(6_000))
    await waitFor(() => expect(staged.endUploads).toHaveBeenCalledWith(['a', 'b', 'c']))
  })

  it('keeps the file in the browser until the block of the order is final', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    let fate: Fate = { kind: 'open' }
    chain.fate = async () => fate
    await open()
    await press()
    await userEvent.click(await screen.findByRole('button', { name: say(chainWallet.signing.confirm) }))
    await waitFor(() => expect(chain.submitted).toHaveLength(1))
    act(() => chain.progress({ step: 'signed', signed: chain.signed }))
    await act(async () => chain.end({ kind: 'in-block', ...INCLUSION }))
    await screen.findByText(say(storage.upload.untilFinal))
    expect(signing()).toBeNull()
    expect(staged.endUploads).not.toHaveBeenCalled()
    fate = { kind: 'done', ...INCLUSION }
    await act(() => vi.advanceTimersByTimeAsync(6_000))
    await waitFor(() => expect(staged.endUploads).toHaveBeenCalledWith(['local']))
  })

  it('of an order that an earlier page saw in a block, waits for its final block, and cannot be signed again', async () => {
    const hash = `0xaa${turn}`
    const trace = { hash, address: keystore.address, nonce: 3, firstBlock: 10, lastBlock: 73 }
    const call = { ...trace, ...NETWORK, kind: `create-order:${CID}`, signedMs: Date.now(), told: 'done' }
    localStorage.setItem(`trove-signed-call ${hash}`, JSON.stringify(call))
    const { promise, resolve } = Promise.withResolvers<Fate>()
    chain.fate = () => promise
    await renderScreen(<Row />, view)
    await screen.findByText(say(storage.upload.untilFinal))
    await chain.watched
    act(() => chain.tell(TTC, TTC))
    expect(signing()).toBeNull()
    await act(async () => resolve({ kind: 'done', ...INCLUSION }))
    await waitFor(() => expect(staged.endUploads).toHaveBeenCalledWith(['local']))
  })
})
