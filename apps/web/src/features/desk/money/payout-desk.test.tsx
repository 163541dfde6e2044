// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { RouteResult } from '@trove/contract/kit/route'
import { approvePayout, declinePayout, listPayoutsToDecide, openPayout } from '@trove/contract/wallet/payout-approvals'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FakeServer, fakeServer, ok, refused } from '../../../../test/fake-server.ts'
import { buyer } from '../../../../test/people.ts'
import { forgetScreen, renderScreen, type View, views } from '../../../../test/render.tsx'
import { queryClient } from '../../../lib/calls/query.ts'
import { keepUser } from '../../../lib/session/session.ts'
import PayoutDesk from './payout-desk.tsx'

/** Payouts that wait for two people of the staff, on both devices and in both languages. */

type Payout = RouteResult<typeof approvePayout>
const card = (id: string, nickName: string) => ({ id, nickName, headImgUrl: null, isDemo: false })
const at = '2026-11-20T08:00:00.000Z'
const payout: Payout = {
  id: 'p1',
  number: 'P-p1',
  amount: '6000.00',
  state: 'awaiting-approval',
  payee: card('seller', 'Sue'),
  createdAt: at,
  approvalsNeeded: 2,
  decisions: [],
  mayApprove: true,
  mayDecline: true,
}
const agreed = { operator: card('ann', 'Ann'), decision: 'approved' as const, reason: null, decidedAt: at }
/** The list of these, each of which opens by its id as well. */
const offer = (...content: Payout[]) => {
  server.on(listPayoutsToDecide, page(...content))
  server.on(openPayout, ({ url }) => {
    const one = content.find(({ id }) => url.pathname.endsWith(`/${id}`))
    return one ? ok(openPayout, one) : refused('wallet.payout-not-found')
  })
}
const page = <T,>(...content: T[]) => ({ content, totalElements: content.length })

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
})
afterEach(forgetScreen)
const t = (key: string, words?: Record<string, unknown>) => i18next.t(key as 'common.ok', { ...words })
const open = async (element: React.ReactElement, view: View, path = '/', role: 'member' | 'operator' = 'operator') => {
  const shown = await renderScreen(element, view, { path })
  keepUser({ ...buyer, role })
  return shown
}
const press = async (name: string, within_: HTMLElement = document.body) =>
  userEvent.click(await within(within_).findByRole('button', { name }))
/** Opens the payout of this name by its row. */
const openCase = async (name: string) => {
  await userEvent.click(await screen.findByRole('link', { name }))
  return await screen.findByRole('dialog', { name: t('desk.payouts.title') })
}

describe.each(views)('the payout desk on $device in $language', (view) => {
  it('shows who waits for how much and who agreed, and asks before approving', async () => {
    offer({ ...payout, decisions: [agreed] })
    server.on(approvePayout, { ...payout, state: 'in-flight' })
    const shown = await open(<PayoutDesk />, view)
    const opened = await openCase('Sue')
    expect(shown.address()).toBe('/?case=p1')
    within(opened).getByText('P-p1')
    within(opened).getByText(t('desk.payouts.agreed', { amount: 1, needed: 2 }))
    within(opened).getByText(/Ann/)
    await press(t('desk.payouts.approve'), opened)
    const question = within(opened).getByRole('group', { name: t('desk.payouts.approveTitle') })
    within(question).getByText(t('desk.payouts.approveLast', { name: 'Sue', amount: '¥6,000.00' }))
    expect(server.asked(approvePayout)).toEqual([])
    await press(t('desk.payouts.approve'), question)
    await screen.findByText(t('desk.payouts.sent'))
    expect(server.asked(approvePayout).map((one) => one.url.pathname)).toEqual(['/api/admin/payout/approve/p1'])
    await waitFor(() => expect(shown.address()).toBe('/'))
  })

  it('asks in the panel: the payout stays in sight, and Escape takes back the question alone', async () => {
    offer(payout)
    await open(<PayoutDesk />, view)
    const opened = await openCase('Sue')
    await press(t('desk.payouts.approve'), opened)
    expect([...document.querySelectorAll('[role$="dialog"]')]).toEqual([opened])
    within(opened).getByText('P-p1')
    const question = within(opened).getByRole('group', { name: t('desk.payouts.approveTitle') })
    expect(document.activeElement).toBe(question)
    expect(accessibleDescriptionOf(question)).toBe(t('desk.payouts.approveFirst', { name: 'Sue', amount: '¥6,000.00' }))
    expect(within(opened).queryByRole('button', { name: t('desk.payouts.decline') })).toBeNull()
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('group')).toBeNull()
    const again = within(opened).getByRole('button', { name: t('desk.payouts.approve') })
    await waitFor(() => expect(document.activeElement).toBe(again))
    await press(t('desk.payouts.decline'), opened)
    await press(t('common.cancel'), opened)
    await waitFor(() =>
      expect(document.activeElement).toBe(within(opened).getByRole('button', { name: t('desk.payouts.decline') })),
    )
    expect(server.asked(approvePayout)).toEqual([])
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('opens a payout by its address wherever it stands in its list, and says when there is nothing to decide', async () => {
    offer({ ...payout, id: 'p900', payee: card('seller', 'Tim') })
    server.on(listPayoutsToDecide, { content: [payout], totalElements: 5000 })
    await open(<PayoutDesk />, view, '/?case=p900')
    const opened = await screen.findByRole('dialog', { name: t('desk.payouts.title') })
    await within(opened).findByText('Tim')
    expect(server.asked(listPayoutsToDecide)).toHaveLength(1)
    offer(payout)
    await act(() => queryClient.invalidateQueries({ queryKey: ['desk', 'payouts'] }))
    await within(opened).findByText(/没有这笔提现|This payout does not exist/)
    expect(within(opened).queryByText('Tim')).toBeNull()
    expect(within(opened).queryByRole('button', { name: t('desk.payouts.approve') })).toBeNull()
  })

  it('says to the first that another person has to agree, and to whom it belongs that others decide', async () => {
    const waits = { ...payout, id: 'p2', decisions: [agreed], mayApprove: false }
    const own = { ...payout, id: 'p3', mayApprove: false, mayDecline: false }
    offer(waits, own)
    const { unmount } = await open(<PayoutDesk />, view, '/?case=p2')
    await screen.findByText(t('desk.payouts.second'))
    expect(screen.getAllByText(t('desk.columns.forOther'))).toHaveLength(2)
    expect(screen.queryByRole('button', { name: t('desk.payouts.approve') })).toBeNull()
    screen.getByRole('button', { name: t('desk.payouts.decline') })
    unmount()
    await open(<PayoutDesk />, view, '/?case=p3')
    await screen.findByText(t('desk.payouts.own'))
    expect(screen.getAllByText(t('desk.columns.own'))).toHaveLength(2)
    expect(screen.queryByRole('button', { name: t('desk.payouts.decline') })).toBeNull()
  })

  it('declines only with a reason', async () => {
    offer(payout)
    server.on(declinePayout, { ...payout, state: 'declined' })
    await open(<PayoutDesk />, view)
    await press(t('desk.payouts.decline'), await openCase('Sue'))
    const question = await screen.findByRole('group', { name: t('desk.payouts.declineTitle') })
    await press(t('desk.payouts.decline'), question)
    await within(question).findByText(t('desk.payouts.reasonEmpty'))
    expect(document.activeElement).toBe(within(question).getByRole('textbox'))
    expect(server.asked(declinePayout)).toEqual([])
    await userEvent.keyboard('who is it')
    await press(t('desk.payouts.decline'), question)
    await screen.findByText(t('desk.payouts.declined'))
    expect(server.asked(declinePayout).map((one) => one.body)).toEqual([{ reason: 'who is it' }])
  })

  it('shows what the server refuses, looks again, and keeps what was decided in a list of its own', async () => {
    offer(payout)
    server.on(listPayoutsToDecide, ({ url }) =>
      url.searchParams.get('view') === 'decided'
        ? answer(page({ ...payout, state: 'paid' as const, mayApprove: false, mayDecline: false }))
        : answer(page(payout)),
    )
    server.on(approvePayout, () => refused('wallet.payout-not-waiting'))
    const shown = await open(<PayoutDesk />, view)
    await press(t('desk.payouts.approve'), await openCase('Sue'))
    await press(t('desk.payouts.approve'), await screen.findByRole('group', { name: t('desk.payouts.approveTitle') }))
    await screen.findByText(/已经处理过|has already been decided/)
    await waitFor(() => expect(server.asked(listPayoutsToDecide).length).toBeGreaterThan(1))
    await press(t('common.close'), await screen.findByRole('dialog', { name: t('desk.payouts.title') }))
    await userEvent.click(await screen.findByRole('tab', { name: t('desk.payouts.views.decided') }))
    await screen.findByText(t('desk.payouts.states.paid'), { ignore: 'option' })
    expect(shown.address()).toBe('/?view=decided')
  })

  it('says when nobody waits, and when the list cannot be had', async () => {
    server.on(listPayoutsToDecide, page())
    await open(<PayoutDesk />, view)
    await screen.findByText(t('desk.payouts.none'))
    server.on(listPayoutsToDecide, () => refused('service.unknown'))
    await userEvent.click(screen.getByRole('tab', { name: t('desk.payouts.views.decided') }))
    await screen.findByRole('button', { name: t('common.retry') })
  })

  it('is closed to members', async () => {
    await open(<PayoutDesk />, view, '/', 'member')
    await screen.findByText(t('desk.staffOnly'))
    expect(server.asked(listPayoutsToDecide)).toEqual([])
  })
})

const accessibleDescriptionOf = (element: HTMLElement) =>
  document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent

function answer(data: object): Response {
  return Response.json({ code: 200, message: '', data })
}
