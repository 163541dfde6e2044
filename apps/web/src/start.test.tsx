// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { memberInfo, token } from '@trove/contract/identity/routes'
import { listNotices } from '@trove/contract/notices/routes'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type FakeServer, fakeServer, ok } from '../test/fake-server.ts'
import { buyer } from '../test/people.ts'
import '../test/render.tsx'

/** The start of the site at an inner address, for somebody who was signed in. */

const NOTICES = '/personal-center/notices'
const pair = { access_token: 'fresh', token_type: 'bearer' as const, expires_in: 900, user_id: buyer.userId }
const root = () => document.getElementById('root')!
let server: FakeServer
let sayWho: () => void

beforeEach(() => {
  vi.resetModules()
  localStorage.clear()
  localStorage.setItem('trove-signed-in', '1')
  localStorage.setItem('language', 'en')
  localStorage.setItem('device', 'pc')
  history.replaceState(null, '', NOTICES)
  document.body.innerHTML = '<div id="root"></div>'
  server = fakeServer()
  server.on(token, pair)
  server.on(listNotices, { content: [], totalElements: 0, unread: 0 })
  const isKnown = new Promise<void>((resolve) => {
    sayWho = resolve
  })
  server.on(memberInfo, async () => {
    await isKnown
    return ok(memberInfo, buyer)
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('shows the page in the shape it is awaited in while it is asked who is here, and asks for nothing of theirs', async () => {
  const { start } = await import('./start.tsx')
  await start()
  // Its name and the menu around it, with nobody called a visitor.
  await screen.findByRole('heading', { name: 'Inbox' })
  expect(root().querySelector('[aria-busy=true]')).not.toBeNull()
  expect(screen.queryByText('Sign up / sign in')).toBeNull()
  expect(location.pathname).toBe(NOTICES)
  expect(server.asked(listNotices)).toHaveLength(0)
  sayWho()
  await screen.findByText('No messages yet')
  expect(root().querySelector('[aria-busy=true]')).toBeNull()
})

it('does not take the place of a page drawn ahead before all of it is there', async () => {
  const { start } = await import('./start.tsx')
  const draw = vi.fn((show: () => void) => show())
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const isStarted = start(undefined, draw)
  await vi.advanceTimersByTimeAsync(60_000)
  vi.useRealTimers()
  expect(draw).not.toHaveBeenCalled()
  sayWho()
  await isStarted
  expect(draw).toHaveBeenCalledOnce()
})
