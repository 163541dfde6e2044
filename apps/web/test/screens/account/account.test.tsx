// @vitest-environment jsdom

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { listSessions, revokeOtherSessions, revokeSession, updateUser } from '@trove/contract/identity/routes'
import { listNotices, readNotices } from '@trove/contract/notices/routes'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import Profile from '../../../src/features/identity/profile.tsx'
import SessionList from '../../../src/features/identity/session-list.tsx'
import NoticeList from '../../../src/features/notices/notice-list.tsx'
import { queryClient } from '../../../src/lib/calls/query.ts'
import { readSession } from '../../../src/lib/session/session.ts'
import { formatMoment } from '../../../src/lib/shown/format.ts'
import { type FakeServer, fakeServer, refused } from '../../fake-server.ts'
import { buyer } from '../../people.ts'
import { forgetScreen, renderScreen, views } from '../../render.tsx'
import { saidOnPress, withheldFor } from '../../withheld.ts'

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
})
afterEach(forgetScreen)

const t = (key: string, params?: object) => i18next.t(key as never, params as never) as unknown as string
const button = (key: string) => screen.findByRole('button', { name: t(key) })
const day = '2026-11-01T00:00:00.000Z'

describe.each(views)('notices on $device in $language', (view) => {
  const paid = {
    id: 'n1',
    kind: 'orders.paid' as const,
    params: { orderNumber: 'T77' },
    link: { to: 'order' as const, id: 'o1' },
    createdAt: day,
    isRead: false,
    turn: null,
  }
  const open = () => renderScreen(<NoticeList />, view, { path: '/personal-center/notices' })

  it('are worded in the reader’s language, are read by being looked at, and lead to what they tell of', async () => {
    server.on(listNotices, { content: [paid], totalElements: 1, unread: 1 })
    server.on(readNotices, { unread: 0 })
    const { address } = await open()
    const words = view.language === 'en' ? 'Order T77 was paid' : '订单 T77 已支付'
    const told = await screen.findByText(words)
    await waitFor(() => expect(server.asked(readNotices).map(({ body }) => body)).toEqual([{ ids: ['n1'] }]))
    // What was new stays marked until the page is opened again.
    expect(screen.getByText(t('notices.unread'))).toBeTruthy()
    await userEvent.click(told)
    expect(address()).toBe('/personal-center/my-order/detail/o1')
  })

  it('that come while one looks are read as well', async () => {
    server.on(listNotices, { content: [paid], totalElements: 1, unread: 1 })
    server.on(readNotices, { unread: 0 })
    await open()
    await waitFor(() => expect(server.asked(readNotices)).toHaveLength(1))
    const another = { ...paid, id: 'n2', params: { orderNumber: 'T78' } }
    server.on(listNotices, { content: [another, { ...paid, isRead: true }], totalElements: 2, unread: 1 })
    await queryClient.invalidateQueries({ queryKey: ['notices'] })
    // What stood here before is not marked twice, and what was not listed yet stays unread.
    await waitFor(() =>
      expect(server.asked(readNotices).map(({ body }) => body)).toEqual([{ ids: ['n1'] }, { ids: ['n2'] }]),
    )
    // Both were new at this visit, also the one that the list calls read by now.
    expect(screen.getAllByText(t('notices.unread'))).toHaveLength(2)
  })

  it('that wait for their reader say so, with the last moment where there is one', async () => {
    const until = '2026-12-03T08:00:00.000Z'
    const content = [
      { ...paid, id: 'n3', turn: { until } },
      { ...paid, id: 'n4', turn: { until: null } },
      { ...paid, id: 'n5' },
    ]
    server.on(listNotices, { content, totalElements: 3, unread: 0 })
    server.on(readNotices, { unread: 0 })
    await open()
    const rows = await screen.findAllByRole('link', { name: (name) => name.includes('T77') })
    const turns = [t('notices.yourTurnUntil', { when: formatMoment(until) }), t('notices.yourTurn'), undefined]
    for (const [i, turn] of turns.entries()) {
      if (turn) within(rows[i]!).getByText(turn)
      else expect(rows[i]!.textContent).not.toContain(t('notices.yourTurn'))
    }
  })

  it('stay unread on a page nobody looks at', async () => {
    const visible = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    server.on(listNotices, { content: [paid], totalElements: 1, unread: 1 })
    server.on(readNotices, { unread: 0 })
    await open()
    await screen.findByText(view.language === 'en' ? 'Order T77 was paid' : '订单 T77 已支付')
    expect(server.asked(readNotices)).toEqual([])
    visible.mockRestore()
    document.dispatchEvent(new Event('visibilitychange'))
    await waitFor(() => expect(server.asked(readNotices)).toHaveLength(1))
  })

  it('say that there are none, and ask for nothing to be read', async () => {
    server.on(listNotices, { content: [], totalElements: 0, unread: 0 })
    await open()
    expect(await screen.findByText(t('notices.empty'))).toBeTruthy()
    expect(server.asked(readNotices)).toEqual([])
  })
})

describe.each(views)('signed-in devices on $device in $language', (view) => {
  const session = (id: string, isCurrent: boolean) => ({
    id,
    device: 'pc' as const,
    agent: `Browser ${id}`,
    createdAt: day,
    lastUsedAt: day,
    isCurrent,
  })
  const open = () => renderScreen(<SessionList />, view)

  it('offer to sign out any but the one in use', async () => {
    server.on(listSessions, [session('here', true), session('there', false)])
    server.on(revokeSession, null)
    await open()
    expect(await screen.findByText('Browser here')).toBeTruthy()
    expect(screen.getAllByRole('button', { name: t('sessions.signOut') })).toHaveLength(1)
    server.on(listSessions, [session('here', true)])
    await userEvent.click(await button('sessions.signOut'))
    await waitFor(() => expect(server.asked(revokeSession)[0]?.url.pathname).toMatch(/\/there$/))
    await waitFor(() => expect(document.activeElement?.textContent).toBe(t('profile.sessions')))
  })

  it('are signed out everywhere else only after a question', async () => {
    server.on(listSessions, [session('here', true), session('there', false)])
    server.on(revokeOtherSessions, { revoked: 1 })
    await open()
    await userEvent.click(await button('sessions.signOutOthers'))
    expect(await screen.findByText(t('sessions.confirmOthers'))).toBeTruthy()
    expect(server.asked(revokeOtherSessions)).toHaveLength(0)
    await userEvent.click(await button('common.ok'))
    await waitFor(() => expect(server.asked(revokeOtherSessions)).toHaveLength(1))
  })

  it('say when there is no other, and what to do when the list cannot be had', async () => {
    server.on(listSessions, () => refused('service.unavailable'))
    await open()
    const retry = await button('common.retry')
    server.on(listSessions, [session('here', true)])
    await userEvent.click(retry)
    expect(await screen.findByText(t('sessions.none'))).toBeTruthy()
    expect(screen.queryByRole('button', { name: t('sessions.signOutOthers') })).toBeNull()
  })
})

describe.each(views)('the profile on $device in $language', (view) => {
  it('saves a changed nickname, and nothing while it is unchanged or empty', async () => {
    server.on(updateUser, { ...buyer, username: 'Grace' })
    await renderScreen(<Profile />, view)
    const name = screen.getByLabelText(t('profile.nickname')) as HTMLInputElement
    const save = screen.getAllByRole('button', { name: t('common.save') })[0] as HTMLButtonElement
    expect(withheldFor(save)).toBe(t('reasons.unchanged'))
    await userEvent.clear(name)
    expect(await saidOnPress(save)).toBe(t('reasons.empty'))
    expect(server.asked(updateUser)).toHaveLength(0)
    await userEvent.type(name, ' Grace ')
    await userEvent.click(save)
    await waitFor(() => expect(readSession().user?.username).toBe('Grace'))
    expect(server.asked(updateUser)[0]!.body).toEqual({ username: 'Grace' })
    expect(await screen.findByText(t('common.saved'))).toBeTruthy()
  })

  it('shows the phone with its middle hidden and the interests in the reader’s language', async () => {
    await renderScreen(<Profile />, view)
    expect(screen.getByText(t('personal.signedInAs', { mobile: '138****0002' }))).toBeTruthy()
    expect(screen.getByText(view.language === 'en' ? 'AI' : '人工智能')).toBeTruthy()
  })
})
