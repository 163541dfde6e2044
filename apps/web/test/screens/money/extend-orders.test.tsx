// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { StorageOrder } from '@trove/chain-client/reading/views'
import { listChosenOrders, listEndingOrders } from '@trove/contract/chain/own-orders'
import { BLOCKS_PER_DAY, type ChainOrder, getNetwork, listUserOrders } from '@trove/contract/chain/routes'
import { memberInfo } from '@trove/contract/identity/routes'
import { siteInfo } from '@trove/contract/platform/routes'
import { chainRefusals } from '@trove/messages/money/chain'
import { chainWallet } from '@trove/messages/money/chain-wallet'
import { storage } from '@trove/messages/storage/storage'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { z } from 'zod'
import { ExtendPanel } from '../../../src/features/storage/files/extend-panel.tsx'
import { FileList } from '../../../src/features/storage/files/file-list.tsx'
import { disconnectWallet, useWallet } from '../../../src/lib/wallet/wallet.ts'
import { createFakeChain, type FakeChain } from '../../fake-chain.ts'
import { connectFakeExtension } from '../../fake-extension.ts'
import { fakeServer, ok } from '../../fake-server.ts'
import keystore from '../../keystore.json' with { type: 'json' }
import { buyer, site } from '../../people.ts'
import { forgetScreen, renderScreen, views } from '../../render.tsx'

/** More time for several files with one signature. */

const made = vi.hoisted(() => ({ connectChain: vi.fn() }))
vi.mock('@trove/chain-client/chain', () => made)

const TTC = 1_000_000_000_000n
const BLOCK = 1_000_000
const SOON = BLOCK + 2 * BLOCKS_PER_DAY
const LATER = BLOCK + 90 * BLOCKS_PER_DAY
const orderOf = (index: number, storage_deadline: number): z.input<typeof ChainOrder> => ({
  ...{ index, cid: `bafkrei${'abcde'[index]!.repeat(52)}`, account_id: keystore.address, file_name: null, note: '' },
  ...{ price: '1', file_base_price: '0', order_price: '0', tips: '0', size: '44', estimated_income: '0' },
  ...{ storage_deadline, block_number: 2, block_time: null, status: 'Finished', replication: 3, wanted: 3 },
  ...{ calculate_income: '0', clearable_at: null, public_input: 'ab'.repeat(32) },
})
/** On the chain: 30 days cost 30 TTC for the pool, and a tenth of each of the other two. */
const onChain = (id: number, deadlineBlock: number): Partial<StorageOrder> => ({
  ...{ id, owner: keystore.address, status: 'Finished', deadlineBlock, closingBlock: undefined },
  ...{ durationBlocks: 30 * BLOCKS_PER_DAY, poolPlanck: 30n * TTC, reservePlanck: 3n * TTC, provingPlanck: 3n * TTC },
})

let chain: FakeChain
let listed: z.input<typeof ChainOrder>[]
/** The chain says nothing of an order before. */
let reading: Promise<void>
let turn = 0

beforeEach(() => {
  turn++
  reading = Promise.resolve()
  listed = [orderOf(1, SOON), orderOf(2, SOON), orderOf(3, LATER), orderOf(4, BLOCK - 1)]
  const server = fakeServer()
  server.on(memberInfo, buyer)
  server.on(siteInfo, { ...site, chainUrl: `ws://127.0.0.4:${turn}`, storageUrl: null })
  server.on(getNetwork, { genesisHash: '0x45', networkId: `0x${turn}`, indexedBlock: 9, finalizedBlock: 9 })
  server.on(listUserOrders, () => ok(listUserOrders, { content: listed, total: listed.length, block: BLOCK }))
  server.on(listEndingOrders, () => ok(listEndingOrders, { content: listed.slice(0, 2), block: BLOCK }))
  server.on(listChosenOrders, ({ url }) => {
    const ids = url.searchParams.get('ids')!.split(',').map(Number)
    return ok(listChosenOrders, { content: listed.filter(({ index }) => ids.includes(index)), block: BLOCK })
  })
  chain = createFakeChain(keystore.address)
  chain.calls = { extendOrders: (wishes: unknown) => wishes } as never
  Object.assign(chain, {
    findOrder: async (id: number) => {
      await reading
      return onChain(id, listed.find(({ index }) => index === id)!.storage_deadline)
    },
    getHeads: async () => ({ best: BLOCK, finalised: BLOCK }),
  })
  made.connectChain.mockImplementation(() => chain)
  connectFakeExtension(buyer.userId, keystore.address)
})
afterEach(() => {
  disconnectWallet()
  forgetScreen()
  localStorage.clear()
})

function List() {
  return <FileList wallet={useWallet()!} vaultKey={undefined} />
}
const chosen = [{ index: 1, storage_deadline: SOON }] as never
function OnPage() {
  return <ExtendPanel isOnPage chosen={chosen} wallet={useWallet()!} vaultKey={undefined} />
}

describe.each(views)('extending orders on $device in $language', (view) => {
  const say = (text: { zh: string; en: string }, params: Record<string, string | number> = {}) =>
    (view.language === 'en' ? text.en : text.zh).replace(/\{\{(\w+)\}\}/g, (_, name) => String(params[name]))
  const panel = () => screen.getByRole('region', { name: say(storage.extend.title) })
  const boxes = () => screen.getAllByRole<HTMLInputElement>('checkbox')
  const signing = (count: number) =>
    screen.queryByRole<HTMLButtonElement>('button', { name: say(storage.extend.sign, { count }) })
  const open = async (planck = 1_000n * TTC) => {
    await renderScreen(<List />, view)
    await screen.findByText(say(storage.extend.byHand))
    await chain.watched
    act(() => chain.tell(planck, 0n))
  }
  const chooseEnding = async () => {
    await userEvent.click(screen.getByRole('button', { name: say(storage.extend.chooseEnding, { count: 2 }) }))
    await waitFor(() => expect(signing(2)?.disabled).toBe(false))
  }
  const sign = async () => {
    await userEvent.click(signing(2)!)
    await userEvent.click(await screen.findByRole('button', { name: say(chainWallet.signing.confirm) }))
    await waitFor(() => expect(chain.submitted).toHaveLength(1))
    act(() => chain.progress({ step: 'signed', signed: chain.signed }))
    await screen.findByText(say(storage.extend.sending))
  }

  it('of all that end soon shows the price of each and of all before it is signed once, and is told when it is done', async () => {
    await open()
    // What has ended cannot be chosen.
    expect(boxes()).toHaveLength(3)
    within(panel()).getByText(say(storage.extend.tick))
    expect(screen.getAllByText(say(storage.files.daysLeft, { days: 2 }))).toHaveLength(2)
    await chooseEnding()
    expect(boxes().map(({ checked }) => checked)).toEqual([true, true, false])
    expect(within(panel()).queryByText(say(storage.extend.tick))).toBeNull()
    expect(within(panel()).getAllByText(say(chainWallet.amount, { amount: '36' }))).toHaveLength(2)
    within(panel()).getByText(say(chainWallet.amount, { amount: '72' }))
    await userEvent.clear(within(panel()).getByRole('textbox'))
    await userEvent.type(within(panel()).getByRole('textbox'), '60')
    await within(panel()).findByText(say(chainWallet.amount, { amount: '144' }))
    await sign()
    const wish = { blocks: 60 * BLOCKS_PER_DAY, maxPricePlanck: 72n * TTC }
    expect(chain.submitted).toEqual([[1, 2].map((id) => ({ id, ...wish }))])
    listed = listed.map((order) => (order.index < 3 ? orderOf(order.index, LATER) : order))
    await act(async () => chain.end({ kind: 'in-block', blockHash: '0x01', blockNumber: 21, index: 1 }))
    await screen.findByText(say(storage.extend.done))
    await waitFor(() => expect(screen.queryByText(say(storage.files.daysLeft, { days: 2 }))).toBeNull())
    expect(boxes().some(({ checked }) => checked)).toBe(false)
  })

  it('stands below the files while nothing is chosen and nothing ends soon, else above them', async () => {
    listed = [orderOf(3, LATER)]
    await open()
    const isBelow = () => panel().hasAttribute('data-idle')
    expect(isBelow()).toBe(true)
    await userEvent.click(boxes()[0]!)
    await waitFor(() => expect(isBelow()).toBe(false))
    await userEvent.click(screen.getByRole('button', { name: say(storage.extend.clear) }))
    await waitFor(() => expect(isBelow()).toBe(true))
  })

  it('stands above the files while some end soon', async () => {
    await open()
    expect(panel().hasAttribute('data-idle')).toBe(false)
  })

  it('of the one file of its page shows the price once, as the sum', async () => {
    await renderScreen(<OnPage />, view)
    await chain.watched
    act(() => chain.tell(1_000n * TTC, 0n))
    const price = await within(panel()).findByText(say(chainWallet.amount, { amount: '36' }))
    expect(price.parentElement!.textContent).toContain(say(storage.extend.total))
  })

  it('says that the price is being read, and asks for no signature before it is there', async () => {
    const told = Promise.withResolvers<void>()
    reading = told.promise
    await open()
    await userEvent.click(boxes()[0]!)
    await screen.findByText(say(storage.extend.counting))
    expect(signing(1)!.disabled).toBe(true)
    expect(within(panel()).queryByText(say(chainWallet.amount, { amount: '0' }))).toBeNull()
    act(() => told.resolve())
    await waitFor(() => expect(signing(1)!.disabled).toBe(false))
    expect(screen.queryByText(say(storage.extend.counting))).toBeNull()
  })

  it('says in the reader’s words why the chain refused it', async () => {
    await open()
    await chooseEnding()
    await sign()
    await act(async () => chain.end({ kind: 'refused', refusal: 'Market.AlreadyEnding', detail: '' }))
    await screen.findByText(say(chainWallet.signing.refused, { why: say(chainRefusals.Market.AlreadyEnding) }))
  })

  it('leaves out what cannot get so much time, and asks for no signature the balance cannot pay', async () => {
    await open(35n * TTC)
    await userEvent.click(boxes()[0]!)
    await screen.findByText(say(chainWallet.signing.short.all))
    expect(signing(1)!.disabled).toBe(true)
    await userEvent.clear(within(panel()).getByRole('textbox'))
    await userEvent.type(within(panel()).getByRole('textbox'), '701')
    await screen.findByText(say(storage.extend.fault.tooLong))
    expect(signing(0)!.disabled).toBe(true)
    await userEvent.type(within(panel()).getByRole('textbox'), '0')
    await screen.findByText(say(storage.wrong.days, { max: 730 }))
    expect(chain.submitted).toEqual([])
  })

  it('asks for no signature while the balance pays for the time, but not for the fee as well', async () => {
    await open(72n * TTC)
    await chooseEnding()
    await userEvent.click(signing(2)!)
    await screen.findByText(say(chainWallet.signing.short.all))
    expect(screen.getByRole('button', { name: say(chainWallet.signing.confirm) })).toHaveProperty('disabled', true)
  })
})
