// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { listChosenOrders, listEndingOrders } from '@trove/contract/chain/own-orders'
import { type ChainOrder, getNetwork, listUserOrders } from '@trove/contract/chain/routes'
import { memberInfo } from '@trove/contract/identity/routes'
import { siteInfo } from '@trove/contract/platform/routes'
import { chainWallet } from '@trove/messages/money/chain-wallet'
import { storage } from '@trove/messages/storage/storage'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { z } from 'zod'
import { FileList } from '../../../src/features/storage/files/file-list.tsx'
import { disconnectWallet, useWallet } from '../../../src/lib/wallet/wallet.ts'
import { createFakeChain, type FakeChain } from '../../fake-chain.ts'
import { connectFakeExtension } from '../../fake-extension.ts'
import { fakeServer, ok } from '../../fake-server.ts'
import keystore from '../../keystore.json' with { type: 'json' }
import { buyer, site } from '../../people.ts'
import { forgetScreen, renderScreen, views } from '../../render.tsx'

/** Records of several ended orders deleted with one signature, from the list of files. */

const made = vi.hoisted(() => ({ connectChain: vi.fn() }))
vi.mock('@trove/chain-client/chain', () => made)

const TTC = 1_000_000_000_000n
const BLOCK = 1_000
type Listed = z.input<typeof ChainOrder>
const orderOf = (index: number, status: Listed['status']): Listed => ({
  ...{ index, cid: `bafkrei${'abcdef'[index]!.repeat(52)}`, account_id: keystore.address, file_name: null, note: '' },
  ...{ price: '1', file_base_price: '0', order_price: '0', tips: '0', size: '44', estimated_income: '0' },
  ...{ storage_deadline: 90, block_number: 2, block_time: null, status, replication: 0, wanted: 3 },
  ...{ calculate_income: '0', clearable_at: null, public_input: 'ab'.repeat(32) },
})

let chain: FakeChain
let listed: Listed[]
/** The blocks in which orders ended; of what is not here the record is gone. */
let ended: Map<number, number>
let turn = 0

beforeEach(() => {
  turn++
  listed = [orderOf(1, 'Cleared'), orderOf(2, 'Canceled'), orderOf(3, 'Cleared'), orderOf(4, 'Finished')]
  // Read in block 1,000: the next is the first that lets a record go when 900 + 100 blocks have passed.
  ended = new Map([
    [1, 900],
    [2, 800],
    [3, 950],
  ])
  const server = fakeServer()
  server.on(memberInfo, buyer)
  server.on(siteInfo, { ...site, chainUrl: `ws://127.0.0.5:${turn}`, storageUrl: null })
  server.on(getNetwork, { genesisHash: '0x45', networkId: `0x${turn}`, indexedBlock: 9, finalizedBlock: 9 })
  server.on(listUserOrders, () => ok(listUserOrders, { content: listed, total: listed.length, block: BLOCK }))
  server.on(listEndingOrders, { content: [], block: BLOCK })
  server.on(listChosenOrders, { content: [], block: BLOCK })
  chain = createFakeChain(keystore.address)
  chain.calls = { purgeEach: (ids: unknown) => ids } as never
  Object.assign(chain, {
    findOrder: async (id: number) =>
      ended.has(id)
        ? { id, owner: keystore.address, endedBlock: ended.get(id), depositPlanck: (BigInt(id) * TTC) / 4n }
        : undefined,
    getHeads: async () => ({ best: BLOCK, finalised: BLOCK }),
    getParams: async () => ({ retention_blocks: 100 }),
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

describe.each(views)('deleting records on $device in $language', (view) => {
  const say = (text: { zh: string; en: string }, params: Record<string, string | number> = {}) =>
    (view.language === 'en' ? text.en : text.zh).replace(/\{\{(\w+)\}\}/g, (_, name) => String(params[name]))
  const panel = () => screen.getByRole('region', { name: say(storage.purge.many) })
  const boxes = () => screen.getAllByRole<HTMLInputElement>('checkbox')
  const signing = (count: number) =>
    within(panel()).queryByRole<HTMLButtonElement>('button', { name: say(storage.purge.signMany, { count }) })
  const open = async () => {
    await renderScreen(<List />, view)
    await screen.findByText(say(storage.purge.manyText))
    await chain.watched
    act(() => chain.tell(9n * TTC, 0n))
  }

  it('takes all that has ended and can go now, says what comes back, asks, and signs once', async () => {
    await open()
    // What is over and not yet settled has no record to delete.
    expect(boxes()).toHaveLength(3)
    expect(signing(0)).toBeNull()
    await userEvent.click(within(panel()).getByRole('button', { name: say(storage.purge.chooseEnded, { count: 3 }) }))
    expect(boxes().every(({ checked }) => checked)).toBe(true)
    // The third ended too short a time ago: it is said from when it can go, and left out of the call and of the sum.
    await within(panel()).findByText(new RegExp(view.language === 'en' ? 'Can be deleted from about' : '起才能删除'))
    within(panel()).getByText(say(chainWallet.amount, { amount: '0.25' }))
    within(panel()).getByText(say(chainWallet.amount, { amount: '0.5' }))
    expect(within(panel()).getByText(say(storage.purge.total)).textContent).toContain('0.75')
    await userEvent.click(signing(2)!)
    expect(chain.submitted).toEqual([])
    await userEvent.click(await screen.findByRole('button', { name: say(chainWallet.signing.confirm) }))
    await waitFor(() => expect(chain.submitted).toEqual([[1, 2]]))
    act(() => chain.progress({ step: 'signed', signed: chain.signed }))
    await screen.findByText(say(storage.purge.sending))
    listed = listed.slice(2)
    await act(async () => chain.end({ kind: 'in-block', blockHash: '0x01', blockNumber: 21, index: 1 }))
    await screen.findByText(say(storage.purge.doneMany))
    await waitFor(() => expect(boxes()).toHaveLength(1))
    expect(boxes()[0]!.checked).toBe(false)
  })

  it('signs for one alone, says of a record that is gone that it is, and lets go of a choice', async () => {
    await open()
    ended.delete(2)
    await userEvent.click(boxes()[1]!)
    await within(panel()).findByText(say(storage.purge.fault.gone))
    expect(signing(0)!.disabled).toBe(true)
    await userEvent.click(within(panel()).getByRole('button', { name: say(storage.extend.clear) }))
    expect(boxes().some(({ checked }) => checked)).toBe(false)
    await userEvent.click(boxes()[0]!)
    await waitFor(() => expect(signing(1)?.disabled).toBe(false))
  })

  it('is no part of a list in which nothing has ended', async () => {
    listed = [orderOf(4, 'Finished')]
    await renderScreen(<List />, view)
    await screen.findByRole('article')
    expect(screen.queryByRole('region', { name: say(storage.purge.many) })).toBeNull()
  })
})
