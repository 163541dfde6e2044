// @vitest-environment jsdom
import { configure, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { RouteResult } from '@trove/contract/kit/route'
import { askParkedPayment, closeParkedPayment, listParkedPayments } from '@trove/contract/payment/parked-payments'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FakeServer, fakeServer } from '../../../../test/fake-server.ts'
import { buyer } from '../../../../test/people.ts'
import { forgetScreen, renderScreen, type View, views } from '../../../../test/render.tsx'
import { keepUser } from '../../../lib/session/session.ts'
import BillDesk from './bill-desk.tsx'

/** Payments of which Alipay says what cannot be, as the staff sees them. */

configure({ asyncUtilTimeout: 20_000 })
type Parked = RouteResult<typeof closeParkedPayment>
const parked: Parked = {
  id: 'att1',
  number: 'T-17',
  orderId: 'o1',
  amount: '9.90',
  kind: 'amount',
  reason: 'the provider names 0.01 yuan',
  parkedAt: '2026-11-20T08:00:00.000Z',
  closedAt: null,
  closedBy: null,
  note: null,
}
const closed: Parked = { ...parked, id: 'c1', closedAt: parked.parkedAt, closedBy: 'Ann', note: 'refunded by hand' }

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
})
afterEach(forgetScreen)
const t = (key: string, words?: Record<string, unknown>) => i18next.t(key as 'common.ok', { ...words })
async function open(view: View, rows: Parked[]) {
  server.on(listParkedPayments, { content: rows, totalElements: rows.length })
  await renderScreen(<BillDesk />, view, { path: '/?view=parked' })
  keepUser({ ...buyer, role: 'operator' })
  await screen.findByText('T-17')
}
const press = async (name: string, where: HTMLElement = document.body) =>
  userEvent.click(await within(where).findByRole('button', { name }))

describe.each(views)('payments set aside on $device in $language', (view) => {
  it('say what does not fit, and are asked about again', async () => {
    server.on(askParkedPayment, { outcome: 'parked', reason: parked.reason })
    await open(view, [parked])
    screen.getByText(t('desk.parked.kinds.amount'))
    expect(screen.queryByText(/o1/)).toBeNull()
    const log = screen.getByText(parked.reason)
    expect([log.tagName, log.lang]).toEqual(['CODE', 'en'])
    expect(log.parentElement?.textContent).toBe(`${t('desk.parked.words')} ${parked.reason}`)
    await press(t('desk.parked.ask'))
    await screen.findByText(t('desk.parked.still'))
    expect(server.asked(askParkedPayment).map((one) => one.url.pathname)).toEqual([
      '/api/admin/payment/parked/ask/att1',
    ])
  })

  it('leave the list of what waits when they match by now', async () => {
    server.on(askParkedPayment, { outcome: 'settled', reason: null })
    await open(view, [parked])
    server.on(listParkedPayments, { content: [], totalElements: 0 })
    await press(t('desk.parked.ask'))
    await screen.findByText(t('desk.parked.settled'))
    await screen.findByText(t('desk.parked.none'))
  })

  it('are closed with a note, which is asked for, and then say who found what', async () => {
    server.on(closeParkedPayment, closed)
    await open(view, [parked])
    await press(t('desk.parked.close'))
    const dialog = await screen.findByRole('dialog')
    await press(t('desk.parked.close'), dialog)
    within(dialog).getByText(t('desk.bills.noteEmpty'))
    expect(server.asked(closeParkedPayment)).toEqual([])
    server.on(listParkedPayments, { content: [closed], totalElements: 1 })
    await userEvent.type(within(dialog).getByRole('textbox'), 'refunded by hand')
    await press(t('desk.parked.close'), dialog)
    await screen.findByText(t('desk.bills.settledBy', { name: 'Ann', note: 'refunded by hand' }))
    expect(server.asked(closeParkedPayment)[0]?.body).toEqual({ note: 'refunded by hand' })
    expect(screen.queryByRole('button', { name: t('desk.parked.ask') })).toBeNull()
  })
})
