// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ChainOrder, listUserOrders } from '@trove/contract/chain/routes'
import { memberInfo } from '@trove/contract/identity/routes'
import { siteInfo } from '@trove/contract/platform/routes'
import { getVault } from '@trove/contract/storage/vault'
import { storage } from '@trove/messages/storage'
import { hexOf, joined } from '@trove/stored-file/bytes'
import { newFileKey, readFileKey, sealFile } from '@trove/stored-file/frames'
import { sealNote } from '@trove/stored-file/note'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { z } from 'zod'
import MyStorage from '../../src/features/storage/my-storage.tsx'
import { keepVaultKey } from '../../src/features/storage/vault/vault-key.ts'
import { connectExtensionAccount, disconnectWallet } from '../../src/lib/wallet.ts'
import { type FakeServer, fakeServer, ok } from '../fake-server.ts'
import keystore from '../keystore.json' with { type: 'json' }
import { buyer } from '../people.ts'
import { forgetScreen, renderScreen, views } from '../render.tsx'

/** The personal storage page: files by folder, found by name, and shown, all of it by the browser alone. */

const GATEWAY = 'http://gateway.test'
const vaultKey = new Uint8Array(32).fill(7)
const NAMES = ['trip/day 1/map.txt', 'trip/day 1/sea.png', 'trip/day 2/sea.mp4', 'letter.txt', 'page.html']
const text = new TextEncoder().encode('turn left at the 茶馆')

let orders: z.input<typeof ChainOrder>[]
let server: FakeServer
let stored: Uint8Array<ArrayBuffer>
let sent: string[]

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
      ...{ index: i, cid: `bafkrei${'abcdefg'[i]!.repeat(52)}`, account_id: keystore.address, file_name: null },
      ...{ note: hexOf(await sealNote(vaultKey, { fileKey, name, plainBytes: text.length })), price: '1' },
      ...{ file_base_price: '0', order_price: '0', tips: '0', size: '44', estimated_income: '0', block_number: 2 },
      ...{ storage_deadline: 9_000_000, block_time: null, status: 'Finished' as const, replication: 3, wanted: 3 },
      ...{ calculate_income: '0', clearable_at: null, public_input: 'ab'.repeat(32) },
    })),
  )
  server = fakeServer()
  const site = {
    product: 'trove',
    isEmbedded: true,
    isDemo: false,
    hasDevClock: false,
    now: '2026-11-01T00:00:00.000Z',
  }
  server.on(memberInfo, buyer)
  server.on(getVault, { box: 'x', fingerprint: 'x' })
  server.on(siteInfo, { ...site, chainUrl: null, storageUrl: GATEWAY })
  server.on(listUserOrders, ({ url }) => {
    const page = Number(url.searchParams.get('current')) - 1
    const content = orders.slice(20 * page, 20 * (page + 1))
    return ok(listUserOrders, { content, total: orders.length, block: 1_000 })
  })
  sent = []
  const ask = fetch
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    sent.push(`${input} ${init.body ?? ''}`)
    return input.startsWith(`${GATEWAY}/ipfs/`) ? new Response(stored) : await ask(input, init)
  })
  URL.createObjectURL = () => 'blob:http://trove.test/shown'
  URL.revokeObjectURL = () => undefined
  connectExtensionAccount(buyer.userId, { accountId: keystore.address, name: 'Mi' })
})
afterEach(() => {
  disconnectWallet()
  forgetScreen()
})

describe.each(views)('my storage on $device in $language', (view) => {
  const say = (given: { zh: string; en: string }) => (view.language === 'en' ? given.en : given.zh)
  const shown = () => screen.queryAllByRole('article').map((card) => card.querySelector('strong')!.textContent)
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
    orders.push({ ...orders.splice(2, 1)[0]!, index: 200 })
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
      const card = screen.getByText(name).closest('article')!
      await userEvent.click(within(card).getByRole('button', { name: say(storage.files.preview) }))
      return await screen.findByRole('dialog')
    }
    const other = screen.getByText('page.html').closest('article')!
    expect(within(other).queryByRole('button', { name: say(storage.files.preview) })).toBeNull()
    within(await preview('letter.txt')).getByText('turn left at the 茶馆')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await userEvent.type(screen.getByRole('searchbox'), 'sea')
    const picture = await preview(NAMES[1]!)
    expect(within(picture).getByRole('img').getAttribute('src')).toBe('blob:http://trove.test/shown')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const film = await preview(NAMES[2]!)
    expect(film.querySelector('video')!.getAttribute('src')).toBe('blob:http://trove.test/shown')
  })
})
