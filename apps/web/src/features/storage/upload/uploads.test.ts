// @vitest-environment jsdom
import { act, renderHook, waitFor } from '@testing-library/react'
import { siteInfo } from '@trove/contract/platform/routes'
import { createStorageUpload, finishStorageUpload, removeStorageUpload } from '@trove/contract/storage/uploads'
import { hexOf } from '@trove/stored-file/bytes'
import { newFileKey } from '@trove/stored-file/frames'
import { openNote, sealNote } from '@trove/stored-file/note'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type FakeServer, fakeServer, ok } from '../../../../test/fake-server.ts'
import { buyer } from '../../../../test/people.ts'
import { forgetSession, keepToken, keepUser, pauseSession } from '../../../lib/session/session.ts'
import type { KeptUpload } from './kept-uploads.ts'
import { addFiles, giveUpUpload, isStillStaged, resumeUploads, type Upload, useUploads } from './uploads.ts'

/** Uploads of one tab while its person gives them up, signs out or is cut off. The browser's database and worker are stood in for. */

const kept = vi.hoisted(() => new Map<string, unknown>())
vi.mock('./kept-uploads.ts', () => ({
  keepUpload: async (upload: { id: string }) => void kept.set(upload.id, upload),
  forgetUpload: async (id: string) => void kept.delete(id),
  listUploads: async (owner: string) => [...kept.values()].filter((one) => (one as KeptUpload).owner === owner),
}))

const site = {
  product: 'trove',
  ssoClient: 'trove:trove',
  walletExtensionUrl: 'https://wallet.example/get',
  isEmbedded: true,
  isDemo: false,
  hasDevClock: false,
  now: '2026-11-01T00:00:00.000Z',
}
const GATEWAY = 'http://storage.test'
const vaultKey = new Uint8Array(32).fill(7)
const sealed = { cid: `bafkrei${'a'.repeat(52)}`, root: 'ab'.repeat(32), bytes: 44 }
const view = { ...sealed, id: 'u1', partBytes: 8_388_096, parts: 2, received: [], createdAt: site.now }
const other = { ...buyer, userId: 'another' }

/** What the page asked of the worker; the test answers in its stead. */
type Posted = { id: number; name: string }
let posted: Posted[] = []
let answer: (id: number, answer: unknown) => void
class FakeWorker extends EventTarget {
  constructor() {
    super()
    answer = (id, given) => this.dispatchEvent(new MessageEvent('message', { data: { id, answer: given } }))
  }
  postMessage = (message: Posted) => void posted.push(message)
  terminate() {}
}

let server: FakeServer
/** Requests for parts, by the token they carry; the test ends each. */
let parts: { token: string | null; signal: AbortSignal; end: (answer: Response) => void }[] = []

beforeEach(() => {
  posted = []
  parts = []
  kept.clear()
  server = fakeServer()
  server.on(siteInfo, { ...site, chainUrl: null, storageUrl: GATEWAY })
  server.on(createStorageUpload, { ...view, state: 'uploading' })
  server.on(finishStorageUpload, { ...view, state: 'ready' })
  server.on(removeStorageUpload, null)
  const asked = globalThis.fetch
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    if (!url.startsWith(GATEWAY)) return asked(url, init)
    const { promise, resolve, reject } = Promise.withResolvers<Response>()
    init.signal!.addEventListener('abort', () => reject(init.signal!.reason))
    parts.push({ token: new Headers(init.headers).get('authorization'), signal: init.signal!, end: resolve })
    return promise
  })
  vi.stubGlobal('Worker', FakeWorker)
  keepToken('own')
  keepUser(buyer)
})
afterEach(() => {
  act(() => forgetSession())
  vi.unstubAllGlobals()
})

const workOn = (name: string, count = 1) =>
  waitFor(
    () => {
      const found = posted.filter((one) => one.name === name)
      expect(found.length).toBeGreaterThanOrEqual(count)
      return found[count - 1]!
    },
    { timeout: 10_000 },
  )

async function begin() {
  const { result } = renderHook(() => useUploads(buyer.userId))
  const file = { file: new Blob(['x'.repeat(28)]), name: 'a.txt' }
  await act(() => addFiles([file], { owner: buyer.userId, account: 'acc', vaultKey }))
  return result
}

/** Up to the first part on its way. */
async function beginSending() {
  const result = await begin()
  answer((await workOn('seal')).id, sealed)
  answer((await workOn('part')).id, { bytes: new Uint8Array(1), sha256: 'ff' })
  await waitFor(() => expect(parts).toHaveLength(1))
  return result
}

test('giving a file up while it is sealed stops the worker, sends nothing, and leaves nothing in this browser', async () => {
  const result = await begin()
  const { id } = await workOn('seal')
  await act(() => giveUpUpload(result.current[0]!))
  expect(await workOn('stop')).toMatchObject({ id })
  // The worker may have been done in the same moment.
  answer(id, sealed)
  await begin()
  await workOn('seal', 2)
  expect(server.asked(createStorageUpload)).toEqual([])
  expect([...kept.values()]).toHaveLength(1)
})

test('giving a file up while a part is sent cuts that part off, sends no other, and the gateway lets go of it', async () => {
  const result = await beginSending()
  await act(() => giveUpUpload(result.current[0]!))
  expect(parts[0]!.signal.aborted).toBe(true)
  parts[0]!.end(new Response())
  await begin()
  await workOn('seal', 2)
  expect([parts.length, server.asked(removeStorageUpload).length]).toEqual([1, 1])
})

test('after its person has signed out nothing of an upload is sent under the next session; it goes on when they are back', async () => {
  const result = await beginSending()
  act(() => forgetSession())
  keepToken('theirs')
  act(() => keepUser(other))
  expect(result.current).toEqual([])
  expect(parts[0]!.signal.aborted).toBe(true)
  parts[0]!.end(new Response())
  await act(() => addFiles([{ file: new Blob(['x']), name: 'b' }], { owner: other.userId, account: 'acc', vaultKey }))
  await workOn('seal', 2)
  expect([
    parts.map(({ token }) => token),
    server.asked(finishStorageUpload),
    posted.filter((it) => it.name === 'part').length,
  ]).toEqual([['Bearer own'], [], 1])
  act(() => forgetSession())
  keepToken('own')
  act(() => keepUser(buyer))
  await act(() => resumeUploads(buyer.userId, vaultKey))
  expect(result.current).toMatchObject([{ name: 'a.txt', sealed }])
})

test('a server that cannot be reached for a while ends no upload, and no part is sent while nobody knows who is here', async () => {
  const result = await beginSending()
  act(() => pauseSession())
  parts[0]!.end(new Response(null, { status: 503 }))
  await new Promise((resolve) => setTimeout(resolve, 1_200))
  expect(parts).toHaveLength(1)
  keepToken('own again')
  act(() => keepUser(buyer))
  await waitFor(() => expect(parts.at(-1)!.token).toBe('Bearer own again'), { timeout: 10_000 })
  expect(result.current).toMatchObject([{ stage: 'sending' }])
}, 30_000)

const ready = async (): Promise<Upload> => {
  server.on(createStorageUpload, { ...view, state: 'ready' })
  const result = await begin()
  answer((await workOn('seal')).id, sealed)
  await waitFor(() => expect(result.current).toMatchObject([{ stage: 'ready' }]))
  return result.current[0]!
}

test('what the gateway has no more is found before it is signed, and sent again', async () => {
  const upload = await ready()
  expect(await isStillStaged(upload, vaultKey)).toBe(true)
  server.on(createStorageUpload, { ...view, state: 'uploading' })
  expect(await isStillStaged(upload, vaultKey)).toBe(false)
  await workOn('part')
})

/** An upload that this browser kept, and another tab works on until it is told to let go. */
async function workElsewhere() {
  const note = await sealNote(vaultKey, { fileKey: newFileKey(), name: 'a.txt', plainBytes: 28 })
  const upload: KeptUpload = {
    ...{ id: 'shared', owner: buyer.userId, account: 'acc', name: 'a.txt', note },
    file: new Blob(['x'.repeat(28)]),
  }
  kept.set(upload.id, upload)
  const elsewhere = Promise.withResolvers<void>()
  const request = async (name: string, { ifAvailable }: LockOptions, act: (lock: unknown) => unknown) => {
    if (name === 'trove-upload shared') {
      if (ifAvailable) return await act(null)
      await elsewhere.promise
    }
    return await act({ name })
  }
  vi.stubGlobal('navigator', { locks: { request } })
  const { result } = renderHook(() => useUploads(buyer.userId))
  await act(() => resumeUploads(buyer.userId, vaultKey))
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect([posted, server.asked(createStorageUpload), result.current[0]?.stage]).toEqual([[], [], 'waiting'])
  return { result, upload, letGo: elsewhere.resolve }
}

test('of two tabs that go on with one upload the second waits, and has what the first has made of it', async () => {
  const { result, upload, letGo } = await workElsewhere()
  kept.set(upload.id, { ...upload, sealed })
  server.on(createStorageUpload, { ...view, state: 'ready' })
  letGo()
  await waitFor(() => expect(result.current).toMatchObject([{ stage: 'ready', sealed }]))
  expect(posted).toEqual([])
})

test('an upload that another tab ended while this one waited is gone here as well, and nothing of it is kept', async () => {
  const { result, upload, letGo } = await workElsewhere()
  kept.delete(upload.id)
  letGo()
  await waitFor(() => expect(result.current).toEqual([]))
  expect([posted, [...kept.values()]]).toEqual([[], []])
})

test.each([{ bytes: 45 }, { cid: `bafkrei${'b'.repeat(52)}` }])(
  'a file that lies at the gateway as another (%o) is not signed for',
  async (change) => {
    const upload = await ready()
    server.on(createStorageUpload, () => ok(createStorageUpload, { ...view, ...change, state: 'ready' }))
    await expect(isStillStaged(upload, vaultKey)).rejects.toMatchObject({ code: 'storage.content-differs' })
  },
)

test('distinct copies are uploads of their own: the same file under keys of which no two are the same', async () => {
  const { result } = renderHook(() => useUploads(buyer.userId))
  const file = { file: new Blob(['x'.repeat(28)]), name: 'a.txt' }
  await act(() => addFiles([file, file], { owner: buyer.userId, account: 'acc', vaultKey, copiesApart: 3 }))
  const group = expect.any(String)
  expect(result.current.map(({ name, apart }) => [name, apart])).toEqual(
    [1, 2, 3, 1, 2, 3].map((number) => ['a.txt', { group, number, of: 3 }]),
  )
  // Each file's copies are a group of their own.
  const groups = result.current.map(({ apart }) => apart!.group)
  expect(groups).toEqual([groups[0], groups[0], groups[0], groups[3], groups[3], groups[3]])
  expect(groups[3]).not.toBe(groups[0])
  const keys = await Promise.all(
    result.current.map(async ({ note }) => hexOf((await openNote(note, vaultKey)).fileKey)),
  )
  expect(new Set(keys).size).toBe(6)
  // A page that is loaded anew still knows what they are.
  expect([...kept.values()].map((one) => (one as KeptUpload).apart?.number)).toEqual([1, 2, 3, 1, 2, 3])
})
