// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Replica, StorageOrder } from '@trove/chain-client/reading/views'
import { getNetwork } from '@trove/contract/chain/routes'
import { memberInfo } from '@trove/contract/identity/routes'
import { siteInfo } from '@trove/contract/platform/routes'
import { chainWallet } from '@trove/messages/money/chain-wallet'
import { storage } from '@trove/messages/storage/storage'
import { sealNote } from '@trove/stored-file/note'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { storageRoutes } from '../../../src/features/storage/entry/routes.ts'
import StoredFile from '../../../src/features/storage/stored-file.tsx'
import { keepVaultKey } from '../../../src/features/storage/vault/vault-key.ts'
import { formatMoment } from '../../../src/lib/shown/format.ts'
import { disconnectWallet } from '../../../src/lib/wallet/wallet.ts'
import { createFakeChain, type FakeChain } from '../../fake-chain.ts'
import { connectFakeExtension } from '../../fake-extension.ts'
import { fakeServer } from '../../fake-server.ts'
import keystore from '../../keystore.json' with { type: 'json' }
import { buyer, site } from '../../people.ts'
import { forgetScreen, renderScreen, views } from '../../render.tsx'

/** The page of one stored file: what the chain says of each copy. */

const made = vi.hoisted(() => ({ connectChain: vi.fn() }))
vi.mock('@trove/chain-client/chain', () => made)

const TTC = 1_000_000_000_000n
const MINERS = ['5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY', '5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty']
const vaultKey = new Uint8Array(32).fill(7)
const replica: Replica = {
  ...{
    miner: MINERS[0]!,
    joinedBlock: 900,
    provenBlock: 990,
    dueEpoch: 5,
    misses: 0,
    isConfirmed: true,
    isLeaving: false,
  },
  ...{ paidPlanck: 0n, collateralPlanck: 1n, estimatedIncomePlanck: 5n, calculateIncomePlanck: 2n, peer: '' },
}
const orderOf = (part: Partial<StorageOrder>): StorageOrder => ({
  ...{ id: 7, owner: keystore.address, cid: `bafkrei${'a'.repeat(52)}`, note: new Uint8Array(), rootHex: '0x00' },
  ...{ sizeBytes: 2048n, wanted: 3, replication: 1, createdBlock: 880, durationBlocks: 14_400, startedBlock: 900 },
  ...{
    deadlineBlock: 15_300,
    closingBlock: undefined,
    endedBlock: undefined,
    status: 'Finished',
    consumerStatus: 'Serving',
    providerStatus: 'Serving',
  },
  ...{
    pricePlanck: 3n * TTC,
    baseFeePlanck: 1n,
    fileFeePlanck: 1n,
    reservePlanck: 1n,
    provingPlanck: 1n,
    poolPlanck: TTC,
    tipsPlanck: 0n,
  },
  ...{ paidPlanck: TTC / 2n, bountyPlanck: 0n, depositPlanck: TTC / 4n, clearableBlock: undefined },
  replicas: [replica, { ...replica, miner: MINERS[1]!, isConfirmed: false }],
  ...part,
})

let chain: FakeChain
let order: StorageOrder | undefined
let turn = 0

beforeEach(() => {
  turn++
  const server = fakeServer()
  server.on(memberInfo, buyer)
  server.on(siteInfo, { ...site, chainUrl: `ws://127.0.0.3:${turn}`, storageUrl: null })
  server.on(getNetwork, { genesisHash: '0x45', networkId: `0x${turn}`, indexedBlock: 9, finalizedBlock: 9 })
  chain = createFakeChain(keystore.address)
  Object.assign(chain, { findOrder: async () => order, getHeads: async () => ({ best: 1_000, finalised: 999 }) })
  Object.assign(chain, {
    getParams: async () => ({ retention_blocks: 100, pending_blocks: 7_200, timing: { epoch_blocks: 600 } }),
  })
  chain.calls = { purge: (id: number) => ({ purge: id }) } as unknown as FakeChain['calls']
  connectFakeExtension(buyer.userId, keystore.address)
  made.connectChain.mockImplementation(() => chain)
})
afterEach(() => {
  vi.useRealTimers()
  disconnectWallet()
  forgetScreen()
})

describe.each(views)('a stored file on $device in $language', (view) => {
  const say = (text: { zh: string; en: string }) => (view.language === 'en' ? text.en : text.zh)
  const open = async () => {
    await renderScreen(<StoredFile />, view, {
      path: '/personal-center/my-storage/7',
      pattern: '/personal-center/my-storage/:order',
    })
    await chain.watched
    act(() => chain.tell(TTC, TTC))
  }

  it('says what a pending order waits for, and until when, by the rules of the chain', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-01T00:00:00.000Z') })
    order = orderOf({ status: 'Pending', replication: 0, replicas: [], createdBlock: 1_000, startedBlock: undefined })
    await open()
    const epoch = view.language === 'en' ? '60 minutes' : '60 分钟'
    const moment = formatMoment('2026-11-01T12:00:00.000Z')
    const words = say(storage.files.waits).replace('{{epoch}}', epoch).replace('{{moment}}', moment)
    await screen.findByText(words)
  })

  it('shows each copy with its node, its last proof and whether it waits for one, and what all of it costs', async () => {
    order = orderOf({
      note: await sealNote(vaultKey, { fileKey: new Uint8Array(32), name: 'my holiday', plainBytes: 9 }),
    })
    await open()
    const [kept, joining] = await waitFor(() => {
      const found = MINERS.map((miner) => screen.getByTitle(miner).closest('li')!)
      expect(found).toHaveLength(2)
      return found
    })
    within(kept!).getByText(say(storage.file.keeps))
    // As high as a finger needs.
    expect(within(kept!).getByRole('link').className).toMatch(/lone/)
    expect(kept!.textContent).toContain('990')
    within(joining!).getByText(say(storage.file.notProven))
    screen.getByText(say(storage.file.price))
    expect(document.body.textContent).toContain('0.5 TTC')
    act(() => keepVaultKey(buyer.userId, vaultKey))
    await screen.findByText('my holiday')
  })

  it('waits for its file in the shape in which its code was awaited', async () => {
    Object.assign(chain, { findOrder: () => new Promise(() => undefined) })
    await open()
    const shape = storageRoutes.find(({ name }) => name === 'stored-file')?.shape
    const waiting = await screen.findByRole('status')
    expect([shape, waiting.closest('[data-shape]')?.getAttribute('data-shape')]).toEqual(['file', 'file'])
  })

  it('shows the block of its deadline beside the estimated date (b-markets 3)', async () => {
    order = orderOf({})
    await open()
    const deadline = (await screen.findByText(say(storage.field.deadline))).nextSibling
    expect(deadline?.textContent).toMatch(/\d{4}/)
    expect(deadline?.textContent).toContain(say(chainWallet.bill.block).replace('{{block}}', '15,300'))
  })

  it('shows a copy whose proof was missed, and says so where nobody keeps the file', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    order = orderOf({ replicas: [{ ...replica, misses: 1 }] })
    await open()
    await screen.findByText(say(storage.file.missed))
    order = orderOf({ replicas: [], status: 'Pending' })
    await act(() => vi.advanceTimersByTimeAsync(6_000))
    await screen.findByText(say(storage.file.noCopies))
  })

  it('of an ended order says when its record can be deleted, and then deletes it with one signature', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const ended = (endedBlock: number) => orderOf({ replicas: [], status: 'Canceled', endedBlock })
    // Read in block 1,000: the next one is the first that lets it go when 900 + 100 blocks have passed.
    order = ended(901)
    await open()
    const panel = await screen.findByRole('region', { name: say(storage.purge.record) })
    expect(panel.textContent).toContain('1002')
    expect(within(panel).queryByRole('button')).toBeNull()
    order = ended(900)
    await act(() => vi.advanceTimersByTimeAsync(6_000))
    const press = await within(panel).findByRole<HTMLButtonElement>('button', { name: say(storage.purge.sign) })
    expect(panel.textContent).toContain('0.25 TTC')
    vi.useRealTimers()
    await waitFor(() => expect(press.disabled).toBe(false))
    await userEvent.click(press)
    await userEvent.click(await screen.findByRole('button', { name: say(chainWallet.signing.confirm) }))
    await waitFor(() => expect(chain.submitted).toEqual([{ purge: 7 }]))
    order = undefined
    act(() => chain.progress({ step: 'signed', signed: chain.signed }))
    await act(async () => chain.end({ kind: 'in-block', blockHash: '0x01', blockNumber: 1, index: 0 }))
    await screen.findByText(say(storage.purge.done))
    await screen.findByText(say(storage.file.notFound))
  })

  it('of an order that is served speaks of no record', async () => {
    order = orderOf({})
    await open()
    await screen.findByText(say(storage.file.price))
    expect(screen.queryByRole('region', { name: say(storage.purge.record) })).toBeNull()
  })

  it.each([
    ['of another account', { owner: MINERS[0]! }],
    ['that is no more', undefined],
  ])('shows nothing of an order %s', async (_, part) => {
    order = part && orderOf(part)
    await open()
    await screen.findByText(say(storage.file.notFound))
    expect(screen.queryByTitle(MINERS[0]!)).toBeNull()
  })
})
