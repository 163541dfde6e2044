// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { listChosenOrders, listEndingOrders, listOrderNotes } from '@trove/contract/chain/own-orders'
import { type ChainOrder, listUserOrders } from '@trove/contract/chain/routes'
import { memberInfo } from '@trove/contract/identity/routes'
import { siteInfo } from '@trove/contract/platform/routes'
import { getVault } from '@trove/contract/storage/vault'
import { common } from '@trove/messages/site/common'
import { storage } from '@trove/messages/storage/storage'
import { hexOf, joined } from '@trove/stored-file/bytes'
import { newFileKey, readFileKey, sealFile } from '@trove/stored-file/frames'
import { sealNote } from '@trove/stored-file/note'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { z } from 'zod'
import { awaitOrder } from '../../../src/features/storage/files/awaited.ts'
import MyStorage from '../../../src/features/storage/my-storage.tsx'
import { keepVaultKey } from '../../../src/features/storage/vault/vault-key.ts'
import { queryClient } from '../../../src/lib/calls/query.ts'
import { connectExtensionAccount, disconnectWallet } from '../../../src/lib/wallet/wallet.ts'
import { type FakeServer, fakeServer, ok } from '../../fake-server.ts'
import keystore from '../../keystore.json' with { type: 'json' }
import { buyer, site } from '../../people.ts'
import { chineseDesk, forgetScreen, renderScreen, views } from '../../render.tsx'

/** The personal storage page: files by folder, found by name, and shown, all of it by the browser alone. */

const GATEWAY = 'http://gateway.test'
const vaultKey = new Uint8Array(32).fill(7)
const NAMES = ['trip/day 1/map.txt', 'trip/day 1/sea.png', 'trip/day 2/sea.mp4', 'letter.txt', 'page.html']
const text = new TextEncoder().encode('turn left at the 茶馆')

let orders: z.input<typeof ChainOrder>[]
let server: FakeServer
let stored: Uint8Array<ArrayBuffer>
let sent: string[]
/** What the gateway says of a sealed file. */
let answer: () => Promise<Response>
const newestFirst = () => orders.toSorted((a, b) => b.index - a.index)

beforeEach(async () => {
  const fileKey = newFileKey()
  async function* whole() {
    yield text
  }
  const frames: Uint8Array<ArrayBuffer>[] = []
  for await (const frame of sealFile(await readFileKey(fileKey), whole())) frames.push(frame)
  stored = joined(...frames)
  orders = await Promise.all(
    NAMES.map(async (name, i) => ({
      ...{ index: 1_000 - i, cid: `bafkrei${'abcdefg'[i]!.repeat(52)}`, account_id: keystore.address, file_name: null },
      ...{ note: hexOf(await sealNote(vaultKey, { fileKey, name, plainBytes: text.length })), price: '1' },
      ...{ file_base_price: '0', order_price: '0', tips: '0', size: '44', estimated_income: '0', block_number: 2 },
      ...{ storage_deadline: 9_000_000, block_time: null, status: 'Finished' as const, replication: 3, wanted: 3 },
      ...{ calculate_income: '0', clearable_at: null, public_input: 'ab'.repeat(32) },
    })),
  )
  server = fakeServer()
  server.on(memberInfo, buyer)
  server.on(getVault, { box: 'x', fingerprint: 'x' })
  server.on(siteInfo, { ...site, chainUrl: null, storageUrl: GATEWAY })
  server.on(listUserOrders, ({ url }) => {
    const page = Number(url.searchParams.get('current')) - 1
    const content = orders.slice(20 * page, 20 * (page + 1))
    return ok(listUserOrders, { content, total: orders.length, block: 1_000 })
  })
  server.on(listOrderNotes, ({ url }) => {
    const [before, size] = ['before', 'size'].map((name) => Number(url.searchParams.get(name) ?? Number.NaN))
    const behind = newestFirst().filter(({ index }) => !(index >= before!))
    const content = behind.slice(0, size || 1_000).map(({ index, cid, note }) => ({ index, cid, note }))
    return ok(listOrderNotes, { content, hasMore: behind.length > content.length })
  })
  server.on(listChosenOrders, ({ url }) => {
    const ids = url.searchParams.get('ids')!.split(',').map(Number)
    return ok(listChosenOrders, { content: newestFirst().filter(({ index }) => ids.includes(index)), block: 1_000 })
  })
  server.on(listEndingOrders, { content: [], block: 1_000 })
  sent = []
  answer = async () => new Response(stored)
  const ask = fetch
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    sent.push(`${input} ${init.body ?? ''}`)
    return input.startsWith(`${GATEWAY}/ipfs/`) ? await answer() : await ask(input, init)
  })
  URL.createObjectURL = () => 'blob:http://trove.test/shown'
  URL.revokeObjectURL = () => undefined
  connectExtensionAccount(buyer.userId, { accountId: keystore.address, name: 'Mi' })
})
afterEach(() => {
  disconnectWallet()
  forgetScreen()
})

const drawn = () => screen.queryAllByRole('article').map((card) => card.querySelector('strong')!.textContent)

describe('a thousand files, of which two still change', () => {
  beforeEach(() => {
    orders = Array.from({ length: 1_000 }, (_, i) => ({ ...orders[3]!, index: i }))
    Object.assign(orders[995]!, { status: 'Pending', replication: 0 })
    Object.assign(orders[990]!, { replication: 2 })
    vi.useFakeTimers({ shouldAdvanceTime: true })
  })
  afterEach(() => vi.useRealTimers())
  const pause = () => act(() => vi.advanceTimersByTimeAsync(6_000))
  const chosen = () => server.asked(listChosenOrders).map(({ url }) => url.searchParams.get('ids'))
  const standing = () => document.querySelectorAll('[data-standing=pending]').length

  it('cost one answer with all names, one with a page, and one each block for the two, until they stand', async () => {
    await renderScreen(<MyStorage />, chineseDesk, { path: '/personal-center/my-storage' })
    act(() => keepVaultKey(buyer.userId, vaultKey))
    await waitFor(() => expect(drawn()).toHaveLength(20))
    await waitFor(() => expect(new Set(drawn())).toEqual(new Set(['letter.txt'])))
    const before = chosen().length
    await pause()
    await pause()
    expect(chosen().slice(before)).toEqual(['995,990', '995,990'])
    expect(standing()).toBe(1)
    Object.assign(orders[995]!, { status: 'Finished', replication: 3 })
    await pause()
    await waitFor(() => expect(standing()).toBe(0))
    await pause()
    expect(chosen().slice(before)).toEqual(['995,990', '995,990', '995,990', '990'])
    expect(before).toBe(1)
    const whole = server.asked(listOrderNotes).filter(({ url }) => url.searchParams.get('size') === null)
    expect(whole).toHaveLength(1)
  })

  it('and an order of this tab that is in no list yet costs one small answer each block, until it is in one', async () => {
    await renderScreen(<MyStorage />, chineseDesk, { path: '/personal-center/my-storage' })
    act(() => keepVaultKey(buyer.userId, vaultKey))
    await waitFor(() => expect(drawn()).toHaveLength(20))
    const placed = { ...orders[0]!, index: 1_000, cid: `bafkrei${'z'.repeat(52)}` }
    awaitOrder(placed.cid)
    await act(() => queryClient.invalidateQueries({ queryKey: ['storage', 'files'] }))
    await pause()
    expect(screen.queryByText(placed.cid)).toBeNull()
    orders.push(placed)
    await pause()
    await screen.findByText(placed.cid)
    const asked = server.asked(listOrderNotes).length
    expect(
      server
        .asked(listOrderNotes)
        .slice(1)
        .map(({ url }) => url.searchParams.get('size')),
    ).toContain('50')
    await pause()
    expect(server.asked(listOrderNotes)).toHaveLength(asked)
  })
})

it('an order from before the page was loaded shows once the server has it, also where there was none', async () => {
  const later = orders.splice(0)
  vi.useFakeTimers({ shouldAdvanceTime: true })
  try {
    await renderScreen(<MyStorage />, chineseDesk, { path: '/personal-center/my-storage' })
    act(() => keepVaultKey(buyer.userId, vaultKey))
    await screen.findByText(storage.files.noneText.zh)
    orders.push(later[3]!)
    await act(() => vi.advanceTimersByTimeAsync(30_000))
    await waitFor(() => expect(drawn()).toEqual(['letter.txt']))
  } finally {
    vi.useRealTimers()
  }
})

describe.each(views)('my storage on $device in $language', (view) => {
  const say = (given: { zh: string; en: string }) => (view.language === 'en' ? given.en : given.zh)
  const shown = drawn
  const open = async () => {
    await renderScreen(<MyStorage />, view, { path: '/personal-center/my-storage' })
    act(() => keepVaultKey(buyer.userId, vaultKey))
    await waitFor(() => expect(shown()).toEqual(['letter.txt', 'page.html']), { timeout: 10_000 })
  }
  const enter = async (name: string) =>
    await userEvent.click(await screen.findByRole('button', { name: new RegExp(name) }))

  it('lists files by folder as they were dropped, with what a folder holds, and leads back', async () => {
    await open()
    const folders = () =>
      within(screen.getByRole('list', { name: say(storage.files.folders) })).getAllByRole('listitem')
    expect(folders()).toHaveLength(1)
    await enter('^trip')
    expect(folders()).toHaveLength(2)
    await waitFor(() => expect(shown()).toEqual([]))
    await enter('^day 1')
    await waitFor(() => expect(shown()).toEqual(NAMES.slice(0, 2)))
    await enter('^/ trip$')
    await enter('^day 2')
    await waitFor(() => expect(shown()).toEqual([NAMES[2]]))
    await userEvent.click(screen.getByRole('button', { name: say(storage.files.top) }))
    await waitFor(() => expect(shown()).toEqual(['letter.txt', 'page.html']))
  })

  it('finds a file by its sealed name in whatever folder and on whatever page, and sends the words to nobody', async () => {
    orders.push(...Array.from({ length: 40 }, (_, i) => ({ ...orders[3]!, index: 100 + i })))
    orders.push({ ...orders.splice(2, 1)[0]!, index: 50 })
    await renderScreen(<MyStorage />, view, { path: '/personal-center/my-storage' })
    act(() => keepVaultKey(buyer.userId, vaultKey))
    const box = await screen.findByRole('searchbox', { name: say(storage.files.search) }, { timeout: 10_000 })
    await userEvent.type(box, 'SEA day')
    await waitFor(() => expect(shown()).toEqual([NAMES[1], NAMES[2]]), { timeout: 10_000 })
    await userEvent.type(box, ' nowhere')
    await screen.findByText(say(storage.files.nothingFound))
    expect(sent.filter((one) => /sea|nowhere|trip/i.test(one))).toEqual([])
  })

  it('shows a text, a picture and a film once the browser has opened them, and offers none of what could be run', async () => {
    await open()
    const preview = async (name: string) => {
      const card = (await screen.findByText(name)).closest('article')!
      await userEvent.click(within(card).getByRole('button', { name: say(storage.files.preview) }))
      return await screen.findByRole('dialog')
    }
    const other = screen.getByText('page.html').closest('article')!
    expect(within(other).queryByRole('button', { name: say(storage.files.preview) })).toBeNull()
    await within(await preview('letter.txt')).findByText('turn left at the 茶馆')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await userEvent.type(screen.getByRole('searchbox'), 'sea')
    const picture = await preview(NAMES[1]!)
    expect((await within(picture).findByRole('img')).getAttribute('src')).toBe('blob:http://trove.test/shown')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const film = await preview(NAMES[2]!)
    await waitFor(() => expect(film.querySelector('video')?.getAttribute('src')).toBe('blob:http://trove.test/shown'))
  })

  it('says how far an opening file is, why one could not be had, and which are too large or unknown to the browser', async () => {
    const large = await sealNote(vaultKey, { fileKey: newFileKey(), name: 'film.mp4', plainBytes: 300 * 1024 ** 2 })
    orders.push({ ...orders[0]!, index: 1_001, note: hexOf(large) })
    const gate = Promise.withResolvers<Response>()
    answer = () => gate.promise
    await renderScreen(<MyStorage />, view, { path: '/personal-center/my-storage' })
    act(() => keepVaultKey(buyer.userId, vaultKey))
    const preview = async (name: string) => {
      const card = (await screen.findByText(name)).closest('article')!
      await userEvent.click(await within(card).findByRole('button', { name: say(storage.files.preview) }))
      return within(await screen.findByRole('dialog'))
    }
    const close = async () => {
      await userEvent.keyboard('{Escape}')
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
    const tooLarge = await preview('film.mp4')
    tooLarge.getByText(say(storage.preview.tooLarge).replace('{{size}}', '300 MB').replace('{{most}}', '200 MB'))
    await close()
    expect(sent.filter((one) => one.includes('/ipfs/'))).toEqual([])
    const letter = await preview('letter.txt')
    await letter.findByText(say(storage.preview.opening).replace('{{percent}}', '0'))
    act(() => gate.resolve(new Response(null, { status: 404 })))
    await letter.findByRole('alert')
    answer = async () => new Response(stored)
    await userEvent.click(letter.getByRole('button', { name: say(common.retry) }))
    await letter.findByText('turn left at the 茶馆')
    await close()
    await userEvent.type(screen.getByRole('searchbox'), 'sea.png')
    const picture = await preview(NAMES[1]!)
    fireEvent.error(await picture.findByRole('img'))
    await picture.findByText(say(storage.preview.broken))
  })
})
