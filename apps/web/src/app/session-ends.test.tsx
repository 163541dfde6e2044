// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { listInterestTags } from '@trove/contract/dictionary/routes'
import { memberInfo, token } from '@trove/contract/identity/routes'
import { listNotices } from '@trove/contract/notices/routes'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FakeServer, fakeServer, ok, refused } from '../../test/fake-server.ts'
import { buyer } from '../../test/people.ts'
import { forgetScreen, renderScreen, views } from '../../test/render.tsx'
import { toastStore } from '../lib/calls/notify.ts'
import { keepUser, pauseSession } from '../lib/session/session.ts'
import { Pages } from './router.tsx'

/** What a person sees when the session ends, when the server is away, and right after signing in. */

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
})
afterEach(forgetScreen)

const t = (key: string) => i18next.t(key as 'common.ok')
const EXPIRED = { 'zh-CN': '登录已过期，请重新登录', en: 'Your session has expired. Please sign in again' }
const NOTICES = '/personal-center/notices'
const pair = { access_token: 'fresh', token_type: 'bearer' as const, expires_in: 900, user_id: 'buyer' }

describe.each(views)('on $device in $language', (view) => {
  it.each([
    ['a 401', () => refused('session.expired')],
    // The specification's other way of saying so; its answer may name an address, which nobody follows.
    ['body code 401', () => Response.json({ code: 401, message: 'https://elsewhere.example', data: null })],
  ])(
    'a session revoked elsewhere ends at the first read with these words, on the own sign-in page, for %s',
    async (_, answer) => {
      server.on(listNotices, answer)
      server.on(token, () => refused('identity.refresh-invalid'))
      // A message stays for two seconds, which may be over before the page has changed.
      const said: string[] = []
      const unsubscribe = toastStore.subscribe(() => said.push(toastStore.getCurrent()?.text ?? ''))
      const { address } = await renderScreen(<Pages />, view, { path: NOTICES })
      const where = view.device === 'mobile' ? '/login' : '/home'
      await waitFor(() => expect(address()).toBe(`${where}?next=${encodeURIComponent(NOTICES)}`))
      unsubscribe()
      expect([...new Set(said.filter(Boolean))]).toEqual([EXPIRED[view.language]])
    },
  )

  it('a server out of reach signs nobody out: the page waits and goes on when it answers', async () => {
    pauseSession()
    const { address } = await renderScreen(<Pages />, view, { path: NOTICES, isSignedIn: false })
    await screen.findByText(t('common.networkHint'))
    expect([address(), toastStore.getCurrent()]).toEqual([NOTICES, null])
    expect(screen.queryByText(t('shell.register'))).toBeNull()
    server.on(token, pair)
    server.on(memberInfo, buyer)
    server.on(listNotices, { content: [], totalElements: 0, unread: 0 })
    await userEvent.click(screen.getByRole('button', { name: t('common.retry') }))
    await screen.findByText(t('notices.empty'))
    expect(address()).toBe(NOTICES)
  })

  it('a page for signed-in people comes when it is known who that is, not with the session alone', async () => {
    pauseSession()
    let answer = () => {}
    const known = new Promise<void>((resolve) => {
      answer = resolve
    })
    server.on(token, pair)
    server.on(memberInfo, async () => {
      await known
      return ok(memberInfo, buyer)
    })
    server.on(listNotices, { content: [], totalElements: 0, unread: 0 })
    await renderScreen(<Pages />, view, { path: NOTICES, isSignedIn: false })
    await userEvent.click(await screen.findByRole('button', { name: t('common.retry') }))
    await waitFor(() => expect(server.asked(memberInfo)).toHaveLength(1))
    screen.getByText(t('common.networkHint'))
    // The menu counts the new ones; the list itself is not asked for.
    const lists = () => server.asked(listNotices).filter(({ url }) => url.searchParams.get('size') !== '1')
    expect(lists()).toHaveLength(0)
    answer()
    await screen.findByText(t('notices.empty'))
    expect(lists().length).toBeGreaterThan(0)
  })

  it('the interests can be skipped, and lead on to where the person wanted to go', async () => {
    server.on(listInterestTags, [])
    const { address } = await renderScreen(<Pages />, view, { path: '/interest/tag/login?next=%2FpersonalCenter' })
    await userEvent.click(await screen.findByRole('button', { name: t('interests.skip') }))
    await waitFor(() => expect(address()).toBe('/personalCenter'))
  })

  it('the personal center is headed by the real name of whoever gave it', async () => {
    await renderScreen(<Pages />, view, { path: '/personalCenter' })
    act(() => keepUser({ ...buyer, realName: '陈嘉木' }))
    await screen.findByRole('heading', { level: 1, name: '陈嘉木' })
    expect(screen.getByText(/Ada · 138\*\*\*\*0002/)).toBeTruthy()
  })
})
