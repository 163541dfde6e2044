// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { memberInfo } from '@trove/contract/identity/routes'
import { siteInfo } from '@trove/contract/platform/routes'
import {
  createStorageShare,
  listStorageShares,
  openStorageShare,
  revokeStorageShare,
} from '@trove/contract/storage/shares'
import { common } from '@trove/messages/site/common'
import { storage } from '@trove/messages/storage/storage'
import { storageErrors } from '@trove/messages/storage/storage-errors'
import { joined } from '@trove/stored-file/bytes'
import { newFileKey, readFileKey, sealFile } from '@trove/stored-file/frames'
import { writeShareSecret } from '@trove/stored-file/share-secret'
import { Link } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SharePanel } from '../../../src/features/storage/share-links/share-panel.tsx'
import SharedFile from '../../../src/features/storage/share-links/shared-file.tsx'
import { type FakeServer, fakeServer, ok, refused } from '../../fake-server.ts'
import { buyer } from '../../people.ts'
import { forgetScreen, renderScreen, views } from '../../render.tsx'

/** Sharing a stored file by a link, and what somebody without an account makes of it. */

const GATEWAY = 'http://gateway.test'
const CID = `bafkrei${'a'.repeat(52)}`
const TOKEN = 'abcdefghijklmnopqrstuv'
const MOMENT = '2026-12-01T00:00:00.000Z'
const plain = new TextEncoder().encode('a holiday in 杭州')
const note = { fileKey: newFileKey(), name: 'trip/假期.txt', plainBytes: plain.length }
const secret = writeShareSecret(note)
const share = { id: TOKEN, cid: CID, state: 'live' as const, createdAt: MOMENT, expiresAt: MOMENT }

let server: FakeServer
/** All that left the page, as one text. */
let sent: string[]
let stored: Uint8Array<ArrayBuffer>
let saved: Blob[]
let copied: string[]

beforeEach(async () => {
  ;[sent, saved, copied] = [[], [], []]
  async function* whole() {
    yield plain
  }
  const frames: Uint8Array<ArrayBuffer>[] = []
  for await (const frame of sealFile(await readFileKey(note.fileKey), whole())) frames.push(frame)
  stored = joined(...frames)
  server = fakeServer()
  const site = {
    product: 'trove',
    ssoClient: 'trove:trove',
    walletExtensionUrl: 'https://wallet.example/get',
    isEmbedded: true,
    isDemo: false,
    hasDevClock: false,
    now: MOMENT,
  }
  server.on(memberInfo, buyer)
  server.on(siteInfo, { ...site, chainUrl: null, storageUrl: GATEWAY })
  server.on(openStorageShare, { cid: CID, expiresAt: MOMENT })
  const ask = fetch
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    sent.push(`${input} ${JSON.stringify([...new Headers(init.headers)])} ${init.body ?? ''}`)
    return input === `${GATEWAY}/ipfs/${CID}` ? new Response(stored) : await ask(input, init)
  })
  URL.createObjectURL = (blob) => {
    saved.push(blob as Blob)
    return 'blob:x'
  }
  URL.revokeObjectURL = () => undefined
})
afterEach(forgetScreen)

/** No part of the secret is in anything that was sent. */
function expectNothingSent() {
  const key = btoa(String.fromCharCode(...note.fileKey)).replace(/=+$/, '')
  expect(sent.length).toBeGreaterThan(0)
  for (const part of [secret, secret.slice(0, 20), key, key.slice(0, 16), '假期', encodeURIComponent('假期')])
    expect(sent.filter((one) => one.includes(part))).toEqual([])
}

describe.each(views)('a share link on $device in $language', (view) => {
  const say = (text: { zh: string; en: string }, params: Record<string, string | number> = {}) =>
    (view.language === 'en' ? text.en : text.zh).replace(/\{\{(\w+)\}\}/g, (_, name) => String(params[name]))
  const open = (hash: string) =>
    renderScreen(
      <>
        <SharedFile />
        <Link to={`#${secret}`}>whole link</Link>
      </>,
      view,
      {
        path: `/shared/${TOKEN}${hash}`,
        pattern: '/shared/:token',
        isSignedIn: false,
      },
    )
  const press = async (text: { zh: string; en: string }) =>
    await userEvent.click(await screen.findByRole('button', { name: say(text) }))

  it('opens for somebody without an account: the file is opened in the browser, and its key is sent to nobody', async () => {
    await open(`#${secret}`)
    await screen.findByText('trip/假期.txt')
    await press(storage.files.download)
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(await saved[0]!.text()).toBe('a holiday in 杭州')
    expectNothingSent()
  })

  it.each([
    ['storage.share-expired', storageErrors['storage.share-expired']],
    ['storage.share-revoked', storageErrors['storage.share-revoked']],
    ['resource.not-found', storage.shared.notFound],
  ] as const)('that is over (%s) says so, and fetches nothing', async (code, text) => {
    server.on(openStorageShare, () => refused(code))
    await open(`#${secret}`)
    await screen.findByText(say(text))
    screen.getByText(say(storage.shared.overText))
    expect(sent.filter((one) => one.includes('/ipfs/'))).toEqual([])
    expectNothingSent()
  })

  it('that is revoked while its page stands open is asked for again before the download', async () => {
    await open(`#${secret}`)
    await screen.findByText('trip/假期.txt')
    server.on(openStorageShare, () => refused('storage.share-revoked'))
    await press(storage.files.download)
    await screen.findAllByText(say(storageErrors['storage.share-revoked']))
    expect(saved).toEqual([])
    expect(sent.filter((one) => one.includes('/ipfs/'))).toEqual([])
  })

  it.each(['', '#', '#众', `#${secret.slice(3)}`])(
    'without a whole key says that the link is not complete (%s)',
    async (hash) => {
      await open(hash)
      await screen.findByText(say(storage.shared.noKey))
      expect(server.asked(openStorageShare)).toEqual([])
    },
  )

  it('that was cut short opens once the whole one is put into the address of its open page', async () => {
    await open('#')
    await screen.findByText(say(storage.shared.noKey))
    await userEvent.click(screen.getByRole('link', { name: 'whole link' }))
    await screen.findByText('trip/假期.txt')
    expectNothingSent()
  })

  it('is made for some days and copied with its key, which the server never gets; and it is revoked from the list', async () => {
    let listed: (typeof share | { state: 'revoked' })[] = []
    server.on(listStorageShares, () => ok(listStorageShares, { content: listed as (typeof share)[], hasMore: false }))
    server.on(createStorageShare, () => {
      listed = [share]
      return ok(createStorageShare, share)
    })
    server.on(revokeStorageShare, () => {
      listed = [{ ...share, state: 'revoked' }]
      return ok(revokeStorageShare, null)
    })
    await renderScreen(<SharePanel cid={CID} note={note} />, view)
    const user = userEvent.setup({ writeToClipboard: true })
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => {
      copied.push(text)
    })
    screen.getByText(say(storage.share.limits))
    await user.click(await screen.findByRole('button', { name: say(storage.share.create) }))
    await screen.findByText(say(storage.share.state.live))
    expect(copied).toEqual([`${window.location.origin}/shared/${TOKEN}#${secret}`])
    expect(server.asked(createStorageShare).map(({ body }) => body)).toEqual([{ cid: CID, days: 7 }])
    await user.click(screen.getByRole('button', { name: say(storage.share.revoke) }))
    await screen.findByText(say(storage.share.state.revoked))
    expect(screen.queryByRole('button', { name: say(storage.share.copy) })).toBeNull()
    await waitFor(() => expect(document.activeElement?.textContent).toBe(say(storage.share.title)))
    expectNothingSent()
  })

  it('stands in a list that goes on to the earliest, and a refusal says of what there are too many', async () => {
    const of = (n: number) => ({ ...share, id: `${TOKEN}${n}` })
    server.on(listStorageShares, ({ url }) => {
      const isFirst = url.searchParams.get('before') === null
      return ok(listStorageShares, { content: isFirst ? [of(1), of(2)] : [of(3)], hasMore: isFirst })
    })
    server.on(createStorageShare, () => refused('storage.too-many-shares-in-all', { count: 1000 }))
    await renderScreen(<SharePanel cid={CID} note={note} />, view)
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2))
    await press(storage.share.more)
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(3))
    expect(server.asked(listStorageShares).at(-1)!.url.searchParams.get('before')).toBe(of(2).id)
    expect(screen.queryByRole('button', { name: say(storage.share.more) })).toBeNull()
    await screen.findByText(say(common.added, { count: 1 }))
    await press(storage.share.create)
    await screen.findByText(say(storageErrors['storage.too-many-shares-in-all'], { count: 1000 }))
  })
})
