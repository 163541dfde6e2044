// @vitest-environment jsdom

import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { listChosenOrders, listEndingOrders, listOrderNotes } from '@trove/contract/chain/own-orders'
import { type ChainOrder, listUserOrders } from '@trove/contract/chain/routes'
import { memberInfo } from '@trove/contract/identity/routes'
import { siteInfo } from '@trove/contract/platform/routes'
import { getVault } from '@trove/contract/storage/vault'
import { chainWallet } from '@trove/messages/money/chain-wallet'
import { common } from '@trove/messages/site/common'
import { reasons } from '@trove/messages/site/reasons'
import { storage } from '@trove/messages/storage/storage'
import { storageEntry } from '@trove/messages/storage/storage-entry'
import { storageNode } from '@trove/messages/storage/storage-node'
import { hexOf } from '@trove/stored-file/bytes'
import { sealNote } from '@trove/stored-file/note'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { z } from 'zod'
import { StorageOrders } from '../../../src/features/storage/files/storage-orders.tsx'
import MyStorage from '../../../src/features/storage/my-storage.tsx'
import { keepVaultKey } from '../../../src/features/storage/vault/vault-key.ts'
import { formatMoment } from '../../../src/lib/shown/format.ts'
import { connectExtensionAccount, disconnectWallet } from '../../../src/lib/wallet/wallet.ts'
import { fakeServer, ok } from '../../fake-server.ts'
import keystore from '../../keystore.json' with { type: 'json' }
import { buyer, site } from '../../people.ts'
import { forgetScreen, renderScreen, views } from '../../render.tsx'
import { withheldFor } from '../../withheld.ts'

/** Cards of stored files, among one's orders and on the personal storage page (b-markets 2 and 4). */

const TTC = 1_000_000_000_000n
const DAY = 14_400
const BLOCK = 100_000
const NOW = new Date('2026-11-26T08:00:00.000Z')
const PLACED = '2026-11-24T03:30:00.000Z'
const vaultKey = new Uint8Array(32).fill(7)

type Listed = z.input<typeof ChainOrder>
const orderOf = async (index: number, name: string, part: Partial<Listed>): Promise<Listed> => ({
  ...{ index, cid: `bafkrei${'abcdefg'[index % 10]!.repeat(52)}`, account_id: keystore.address, file_name: null },
  ...{ note: hexOf(await sealNote(vaultKey, { fileKey: new Uint8Array(32), name, plainBytes: 9 })) },
  ...{ price: String((TTC * 5n) / 4n), file_base_price: '0', order_price: '0', tips: '0', size: '1610612736' },
  ...{ block_number: BLOCK - 2 * DAY, storage_deadline: BLOCK + 20 * DAY, block_time: PLACED },
  ...{ status: 'Finished', replication: 2, wanted: 3, estimated_income: '0', calculate_income: '0' },
  ...{ clearable_at: null, public_input: 'ab'.repeat(32) },
  ...part,
})

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  const over = { storage_deadline: BLOCK - 1 }
  const content = await Promise.all([
    orderOf(46, 'waits.txt', { status: 'Pending', replication: 0 }),
    orderOf(45, 'served.txt', {}),
    orderOf(44, 'last block.txt', { storage_deadline: BLOCK, replication: 0 }),
    orderOf(43, 'over.txt', over),
    orderOf(42, 'cleared.txt', { ...over, status: 'Cleared' }),
    orderOf(41, 'cancelled.txt', { ...over, status: 'Canceled' }),
  ])
  const notes = content.map(({ index, cid, note }) => ({ index, cid, note }))
  const server = fakeServer()
  server.on(memberInfo, buyer)
  server.on(getVault, { box: 'x', fingerprint: 'x' })
  server.on(siteInfo, { ...site, chainUrl: null, storageUrl: null })
  server.on(listUserOrders, { content, total: content.length, block: BLOCK })
  server.on(listOrderNotes, { content: notes, hasMore: false })
  server.on(listChosenOrders, ({ url }) => {
    const ids = url.searchParams.get('ids')!.split(',').map(Number)
    return ok(listChosenOrders, { content: content.filter(({ index }) => ids.includes(index)), block: BLOCK })
  })
  server.on(listEndingOrders, { content: [], block: BLOCK })
  connectExtensionAccount(buyer.userId, { accountId: keystore.address, name: 'Mi' })
})
afterEach(() => {
  vi.useRealTimers()
  disconnectWallet()
  forgetScreen()
})

describe.each(views)('stored files on $device in $language', (view) => {
  const say = (text: { zh: string; en: string }) => (view.language === 'en' ? text.en : text.zh)
  const cardOf = async (name: string) => (await screen.findByText(name)).closest('article')!
  const fact = (card: HTMLElement, label: { zh: string; en: string }) =>
    within(card).getByText(say(label)).closest('div')?.querySelector('dd')?.textContent
  const open = async (page: 'orders' | 'files') => {
    const [element, path] =
      page === 'orders'
        ? [<StorageOrders key="orders" />, '/personal-center/my-order/consume/storageOrder']
        : [<MyStorage key="files" />, '/personal-center/my-storage']
    const shown = await renderScreen(element, view, { path, hasStayingMessages: true })
    act(() => keepVaultKey(buyer.userId, vaultKey))
    return shown
  }

  it('an order has its number, file name, block time, the block of its deadline with the date, what was paid and its status', async () => {
    await open('orders')
    const card = await cardOf('served.txt')
    const { field, status } = storage
    expect(fact(card, field.order)).toBe('45')
    expect(fact(card, field.placed)).toBe(formatMoment(PLACED))
    const block = say(chainWallet.bill.block).replace('{{block}}', '388,000')
    expect(fact(card, field.deadline)).toBe(formatMoment('2026-12-16T08:00:00.000Z') + block)
    expect(fact(card, field.paid)).toBe('1.25 TTC')
    within(card).getByText(say(status.serving))
  })

  it('is served up to its deadline and has ended after it; cleared is shown as ended', async () => {
    await open('orders')
    for (const [name, status] of [
      ['waits.txt', 'pending'],
      ['served.txt', 'serving'],
      ['last block.txt', 'serving'],
      ['over.txt', 'finished'],
      ['cleared.txt', 'finished'],
      ['cancelled.txt', 'canceled'],
    ] as const)
      within(await cardOf(name)).getByText(say(storage.status[status]))
    const estimated = (await cardOf('waits.txt')).textContent
    expect(estimated).toContain(say(storage.files.estimated))
  })

  it('a file has CID, name, size, days, copies and status; at no replica its download is off, and copying says so', async () => {
    await open('files')
    const card = await cardOf('served.txt')
    const { field, files, status } = storage
    expect(fact(card, field.cid)).toBe(`bafkrei${'f'.repeat(52)}`)
    expect(fact(card, field.size)).toBe('1.5 GB')
    expect(fact(card, field.days)).toBe('22')
    expect(fact(card, field.copies)).toBe('2 / 3')
    within(card).getByText(say(status.serving))
    const download = async (name: string, text = files.download) =>
      withheldFor(within(await cardOf(name)).getByRole('button', { name: say(text) }))
    await waitFor(async () => expect(await download('served.txt')).toBeUndefined())
    expect(await download('last block.txt')).toBe(say(reasons.unreadable))
    // The gateway has a copy of what waits for its first node (decision 36), and says that it is one.
    expect(await download('waits.txt', files.downloadCopy)).toBeUndefined()
    const user = userEvent.setup()
    await user.click(within(card).getByRole('button', { name: say(files.copyCid) }))
    await screen.findByText(say(common.copied))
    expect(await navigator.clipboard.readText()).toBe(`bafkrei${'f'.repeat(52)}`)
  })

  it('the page’s header leads to uploading and to sharing, by icons alone on a phone', async () => {
    const { address } = await open('files')
    await cardOf('served.txt')
    const share = screen.getByRole('link', { name: say(storageNode.toShare) })
    expect(share.getAttribute('href')).toBe('/computingPowerMarket/share')
    const upload = screen.getByRole('button', { name: say(storageEntry.upload) })
    for (const way of [share, upload])
      expect(way.textContent === '' && way.querySelector('svg') !== null).toBe(view.device === 'mobile')
    await userEvent.click(upload)
    expect(address()).toBe('/personal-center/my-storage?upload=1')
    await screen.findByText(say(storage.upload.drop))
  })
})
