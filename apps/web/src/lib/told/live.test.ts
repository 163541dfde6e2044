// @vitest-environment jsdom
import { createLiveTicket, LIVE_CLOSE, LIVE_PATH } from '@trove/contract/live/routes'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type FakeServer, fakeServer } from '../../../test/fake-server.ts'
import { queryClient } from '../calls/query.ts'
import { forgetSession, keepToken } from '../session/session.ts'
import { stayLive } from './live.ts'

/** The other side of a WebSocket. */
class FakeSocket {
  static opened: FakeSocket[] = []
  onopen?: () => void
  onmessage?: (event: { data: string }) => void
  onclose?: (event: { code: number }) => void
  readonly url: string
  constructor(url: string) {
    this.url = url
    FakeSocket.opened.push(this)
  }
  close(): void {
    this.onclose?.({ code: 1000 })
  }
  say(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
}

const GOODS = ['compute', 'code']
const EVERYTHING = ['notices', 'reviews', 'talent', 'certification', 'orders', 'wallet', 'conversations', ...GOODS]

let server: FakeServer
let ending: AbortController
let touched: unknown[]
const invalidated = () => touched.splice(0)
const newest = async (count: number) => {
  await vi.waitFor(() => expect(FakeSocket.opened).toHaveLength(count))
  return FakeSocket.opened.at(-1)!
}

beforeEach(() => {
  vi.useFakeTimers()
  server = fakeServer()
  server.on(createLiveTicket, { ticket: 'abc', path: LIVE_PATH })
  FakeSocket.opened = []
  vi.stubGlobal('WebSocket', FakeSocket)
  touched = []
  vi.spyOn(queryClient, 'invalidateQueries').mockImplementation(async (filter) => {
    touched.push(filter?.queryKey?.[0])
  })
  keepToken('token')
  ending = new AbortController()
  void stayLive(GOODS, ending.signal)
})
afterEach(() => {
  ending.abort()
  forgetSession()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('live updates of a tab', () => {
  it('open with a ticket, and what is named is asked again', async () => {
    const socket = await newest(1)
    expect(socket.url).toBe(`ws://${window.location.host}/live?ticket=abc`)
    expect(invalidated()).toEqual([])
    socket.onopen?.()
    // What changed between the page's first answers and now was told to nobody here.
    expect(invalidated()).toEqual(EVERYTHING)
    socket.say({ type: 'notice', id: '1' })
    expect(invalidated()).toEqual(['notices', 'reviews', 'talent', 'certification'])
    socket.say({ type: 'order', id: '2' })
    expect(invalidated()).toEqual(['orders', 'reviews', 'wallet', ...GOODS])
    socket.say({ type: 'message', id: '3' })
    expect(invalidated()).toEqual(['conversations'])
    socket.say({ type: 'of a newer server', id: '3' })
    expect(invalidated()).toEqual([])
    socket.say({ type: 'missed' })
    expect(invalidated()).toEqual(EVERYTHING)
  })

  it('come back by themselves with a fresh ticket, and ask again what may have been missed', async () => {
    ;(await newest(1)).onclose?.({ code: 1006 })
    await vi.advanceTimersByTimeAsync(1_000)
    const second = await newest(2)
    expect(server.asked(createLiveTicket)).toHaveLength(2)
    second.onopen?.()
    expect(invalidated()).toEqual(EVERYTHING)
  })

  it('wait longer each time, at most a minute, and at once when the network is back', async () => {
    for (let tries = 1; tries < 12; tries++) {
      ;(await newest(tries)).onclose?.({ code: 1006 })
      await vi.advanceTimersByTimeAsync(60_000)
    }
    ;(await newest(12)).onclose?.({ code: 1006 })
    await vi.advanceTimersByTimeAsync(29_000)
    expect(FakeSocket.opened).toHaveLength(12)
    window.dispatchEvent(new Event('online'))
    await newest(13)
  })

  it('end with the session, and when ten newer pages are open', async () => {
    ;(await newest(1)).onclose?.({ code: LIVE_CLOSE.signedOut })
    await vi.advanceTimersByTimeAsync(120_000)
    expect(FakeSocket.opened).toHaveLength(1)
    // What is asked again finds out that the session is over.
    expect(invalidated()).toContain('notices')
    void stayLive(GOODS, ending.signal)
    ;(await newest(2)).onclose?.({ code: LIVE_CLOSE.tooMany })
    await vi.advanceTimersByTimeAsync(120_000)
    expect(FakeSocket.opened).toHaveLength(2)
  })

  it('end when the person leaves', async () => {
    await newest(1)
    ending.abort()
    await vi.advanceTimersByTimeAsync(120_000)
    expect(FakeSocket.opened).toHaveLength(1)
  })
})
