// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { RouteResult } from '@trove/contract/kit/route'
import { getOrder } from '@trove/contract/order-lists/routes'
import { addDisputeWords, agreeDispute, openDispute, withdrawDispute } from '@trove/contract/talent/disputes'
import { acceptHire, getHireSheet } from '@trove/contract/talent/hours'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Pages } from '../../../src/app/router.tsx'
import { type FakeServer, fakeServer } from '../../fake-server.ts'
import { inDays } from '../../orders.ts'
import { forgetScreen, renderScreen, type View, views } from '../../render.tsx'

/** A dispute on the page of a hire, as buyer and expert see it. */

type Hire = Extract<RouteResult<typeof getOrder>, { orderSource: 'manpower' }>
type Sheet = RouteResult<typeof getHireSheet>
const hire: Hire = {
  ...{ id: 'h1', fkProductId: 'e1', orderSource: 'manpower', outTradeNo: 'TR7', closeReason: null },
  ...{ orderState: 'PaymentSuccessful', totalAmount: '800.00', feeAmount: '0.00', tradingPlatform: 'Alipay' },
  ...{ cstCreate: inDays(-1), expiresAt: inDays(-1), paidAt: inDays(-1), refund: null, refundState: null },
  ...{ manStatus: 2, fkProductName: 'Shen', manRealName: 'Shen', manIdentity: 'Architect', manIdentityEn: 'Architect' },
  ...{ manServeStartTime: inDays(-1), manServeEndTime: null, manWorkingHourId: '8', manWorkingRequire: 'A ledger' },
  ...{
    hours: 8,
    hourSalary: '100.00',
    returnedHours: 0,
    openAsk: null,
    openDispute: null,
    isRuled: false,
    purchaser: 'Bea',
  },
  ...{ role: 'buyer', payouts: [], income: null },
  timeLine: [{ step: 'delivered', at: inDays(-1), state: 'now' }],
}
const sheet: Sheet = {
  ...{ hours: 8, returnedHours: 0, minutes: 0, deliveryNote: 'All of it', dueAt: null, entries: [] },
  ...{ refundAsks: [], weekHours: null, weekMinutes: 0, disputes: [], mayDispute: true },
  agreement: { version: '2026-11', hash: 'a'.repeat(64), acceptedAt: inDays(-1) },
}
const dispute: Sheet['disputes'][number] = {
  ...{ id: 'd1', hours: 5, state: 'open', openedBy: 'buyer', openedAt: inDays(0), endedAt: null, ruling: null },
  words: [{ by: 'buyer', words: 'It does not add up', saidAt: inDays(0) }],
}
const OPEN = { openedBy: 'buyer', isAnswered: true } as const
const disputed: Sheet = { ...sheet, disputes: [dispute], mayDispute: false }

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
  server.on(getOrder, hire)
  server.on(getHireSheet, sheet)
})
afterEach(forgetScreen)
const t = (key: string, params?: object) => i18next.t(key as never, params as never) as unknown as string
const press = async (name: string, inside: HTMLElement = document.body) =>
  userEvent.click(await within(inside).findByRole('button', { name }))
const question = () => screen.findByRole('alertdialog')

describe.each(views)('a dispute on $device in $language', (view: View) => {
  const open = () => renderScreen(<Pages />, view, { path: '/personal-center/my-order/detail/h1' })

  it('is handed over with the hours wanted and what happened', async () => {
    server.on(openDispute, dispute)
    await open()
    await press(t('disputes.open'))
    const dialog = await screen.findByRole('dialog')
    const hours = within(dialog).getByRole('textbox', { name: t('disputes.hours') })
    await userEvent.clear(hours)
    await userEvent.type(hours, '5')
    await userEvent.type(within(dialog).getByRole('textbox', { name: t('disputes.words') }), 'It does not add up')
    await press(t('disputes.send'), dialog)
    await waitFor(() =>
      expect(server.asked(openDispute)[0]?.body).toEqual({ orderId: 'h1', hours: 5, words: 'It does not add up' }),
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('has what its buyer may still do in its panel, and no main action: the staff acts', async () => {
    server.on(getOrder, { ...hire, openDispute: OPEN })
    server.on(getHireSheet, disputed)
    server.on(acceptHire, { clearedAmount: '800.00', totalClearedAmount: '800.00', payoutState: 'waiting' })
    await open()
    await screen.findByText('It does not add up')
    screen.getByText(t('talent.order.inDispute.buyer.ownWork'))
    screen.getByText(t('disputes.wants.buyer', { hours: 5, amount: '¥500.00' }))
    const panel = screen.getByRole('heading', { name: t('disputes.title') }).parentElement!
    // One way to accept, beside the others: no bar of a phone that asks for it as though nothing had happened.
    expect(screen.getAllByRole('button', { name: t('talent.order.accept') })).toHaveLength(1)
    await press(t('talent.order.accept'), panel)
    within(await question()).getByText(t('disputes.acceptText'))
    await press(t('talent.order.accept'), await question())
    await waitFor(() => expect(server.asked(acceptHire)).toHaveLength(1))
  })

  it.each(['buyer', 'seller'] as const)('has what its %s may do in buttons of one size', async (role) => {
    server.on(getOrder, { ...hire, openDispute: OPEN, role })
    server.on(getHireSheet, disputed)
    await open()
    await screen.findByText('It does not add up')
    const panel = within(screen.getByRole('heading', { name: t('disputes.title') }).parentElement!)
    const offered = [...panel.getAllByRole('button'), panel.getByRole('link', { name: t('disputes.talk') })]
    expect(offered.length).toBeGreaterThan(2)
    expect(new Set(offered.map(({ dataset }) => dataset.size))).toEqual(new Set(['sm']))
  })

  it('about work that was not delivered offers nothing to accept', async () => {
    server.on(getOrder, { ...hire, manStatus: 1, openDispute: OPEN })
    server.on(getHireSheet, { ...disputed, deliveryNote: null })
    await open()
    await screen.findByText('It does not add up')
    screen.getByText(t('talent.order.inDispute.buyer.own'))
    expect(screen.queryByRole('button', { name: t('talent.order.accept') })).toBeNull()
  })

  it.each([
    ['buyer', 'expert', 1, 'buyer.other'],
    ['buyer', 'expert', 2, 'buyer.otherWork'],
    ['seller', 'buyer', 1, 'seller.other'],
    ['seller', 'expert', 1, 'seller.own'],
  ] as const)(
    'tells the %s what they can do of one that the %s handed over',
    async (role, openedBy, manStatus, key) => {
      server.on(getOrder, { ...hire, role, manStatus, openDispute: { openedBy, isAnswered: true } })
      server.on(getHireSheet, { ...disputed, disputes: [{ ...dispute, openedBy }] })
      await open()
      await screen.findByText('It does not add up')
      screen.getByText(t(`talent.order.inDispute.${key}`))
      const isOwn = (role === 'seller') === (openedBy === 'expert')
      expect(screen.queryByRole('button', { name: t('disputes.withdraw') }) !== null).toBe(isOwn)
    },
  )

  it('stands first while it is open, and holds the step under way; the limit of the week is folded', async () => {
    server.on(getOrder, {
      ...hire,
      manStatus: 1,
      openDispute: OPEN,
      timeLine: [{ ...hire.timeLine[0]!, step: 'serving' }],
    })
    server.on(getHireSheet, { ...disputed, deliveryNote: null })
    await open()
    await screen.findByText('It does not add up')
    const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
    const order = ['disputes.title', 'talent.sheet.title'].map((key) => titles.indexOf(t(key)))
    expect(order[0]).toBe(titles.indexOf(t('orders.progress')) + 1)
    expect(order[1]).toBeGreaterThan(order[0]!)
    const step = screen.getByText(t('talent.order.onHold')).closest('li')!
    expect(step.dataset.state).toBe('waiting')
    within(step).getByText(t('talent.order.step.serving'))
    expect(screen.getByLabelText(t('weekLimit.label')).closest('details')?.open).toBe(false)
  })

  it.each([
    ['buyer', 'seller', false, true],
    ['buyer', 'seller', true, false],
    ['buyer', 'buyer', false, false],
    ['expert', 'buyer', false, true],
  ] as const)('of the %s leads the %s to it (answered: %s) where an answer is due: %s', async (...row) => {
    const [openedBy, role, isAnswered, isDue] = row
    server.on(getOrder, { ...hire, role, openDispute: { openedBy, isAnswered } })
    server.on(getHireSheet, { ...disputed, disputes: [{ ...dispute, openedBy }] })
    await open()
    await screen.findByText('It does not add up')
    const way = () => screen.queryByRole('button', { name: t('disputes.answer') })
    expect(way() !== null).toBe(isDue)
    if (!isDue) return
    const heading = screen.getByRole('heading', { name: t('disputes.title') })
    const scroll = vi.spyOn(heading, 'scrollIntoView')
    // Also a second time, after the reader went on from there.
    for (let time = 0; time < 2; time++) {
      await userEvent.click(way()!)
      await waitFor(() => expect(document.activeElement).toBe(heading))
    }
    await waitFor(() => expect(scroll).toHaveBeenCalledTimes(2))
  })

  it('lets who handed it over add to it and withdraw it', async () => {
    server.on(getOrder, { ...hire, openDispute: OPEN })
    server.on(getHireSheet, disputed)
    server.on(addDisputeWords, dispute)
    server.on(withdrawDispute, null)
    await open()
    await screen.findByText('It does not add up')
    // Neither the way to ask for hours back, nor a panel of it with nothing in it.
    expect(screen.queryByText(t('talent.back.title'))).toBeNull()
    expect(screen.queryByRole('button', { name: t('talent.back.ask') })).toBeNull()
    await press(t('disputes.addWords'))
    const dialog = await screen.findByRole('dialog')
    await userEvent.type(within(dialog).getByRole('textbox'), 'See line 3')
    await press(t('disputes.send'), dialog)
    await waitFor(() => expect(server.asked(addDisputeWords)[0]?.body).toEqual({ words: 'See line 3' }))
    await press(t('disputes.withdraw'))
    await press(t('disputes.withdraw'), await question())
    await waitFor(() => expect(server.asked(withdrawDispute)).toHaveLength(1))
  })

  it('keeps what was written to it while it could not be sent', async () => {
    server.on(getOrder, { ...hire, openDispute: OPEN })
    server.on(getHireSheet, disputed)
    server.on(addDisputeWords, () => {
      throw new TypeError('Failed to fetch')
    })
    await open()
    await press(t('disputes.addWords'))
    const dialog = await screen.findByRole('dialog')
    await userEvent.type(within(dialog).getByRole('textbox'), 'See line 3')
    await press(t('disputes.send'), dialog)
    const send = within(dialog).getByRole<HTMLButtonElement>('button', { name: t('disputes.send') })
    await waitFor(() => expect([server.asked(addDisputeWords).length > 0, send.disabled]).toEqual([true, false]))
    expect(within(dialog).getByRole<HTMLTextAreaElement>('textbox').value).toBe('See line 3')
    server.on(addDisputeWords, dispute)
    await userEvent.click(send)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('lets the expert give in after a question, and neither deliver nor withdraw the other’s', async () => {
    server.on(getOrder, { ...hire, manStatus: 1, openDispute: OPEN, role: 'seller' })
    server.on(getHireSheet, disputed)
    server.on(agreeDispute, null)
    await open()
    const agree = t('disputes.agree', { hours: 5, amount: '¥500.00' })
    await press(agree)
    expect(server.asked(agreeDispute)).toHaveLength(0)
    await press(agree, await question())
    await waitFor(() => expect(server.asked(agreeDispute)).toHaveLength(1))
    for (const gone of ['disputes.withdraw', 'talent.order.deliver', 'talent.back.give', 'talent.sheet.add'])
      expect(screen.queryByRole('button', { name: t(gone) })).toBeNull()
  })

  it('shows both how it was ruled and why', async () => {
    const ruling = { hours: 3, ofHours: 8, reason: 'Half of it is there', at: inDays(0) }
    server.on(getOrder, { ...hire, manStatus: 3, returnedHours: 3 })
    server.on(getHireSheet, { ...disputed, disputes: [{ ...dispute, state: 'ruled', endedAt: inDays(0), ruling }] })
    await open()
    await screen.findByText(t('disputes.ruling', { hours: 3, of: 8 }))
    screen.getByText('Half of it is there')
    expect(screen.queryByRole('button', { name: t('disputes.addWords') })).toBeNull()
  })
})
