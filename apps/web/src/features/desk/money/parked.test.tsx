// @vitest-environment jsdom
import { configure, screen, waitFor, within } from '@testing-library/react'
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
/** Opens the payment by its row. */
async function open(view: View, rows: Parked[]) {
  server.on(listParkedPayments, { content: rows, totalElements: rows.length })
  const { address } = await renderScreen(<BillDesk />, view, { path: '/?view=parked' })
  keepUser({ ...buyer, role: 'operator' })
  await userEvent.click(await screen.findByRole('link', { name: 'T-17' }))
  const panel = await screen.findByRole('dialog', { name: t('desk.parked.title') })
  return { panel, opened: within(panel), address }
}
const press = async (name: string, where: HTMLElement = document.body) =>
  userEvent.click(await within(where).findByRole('button', { name }))

describe.each(views)('payments set aside on $device in $language', (view) => {
  it('say what does not fit, and are asked about again', async () => {
    server.on(askParkedPayment, { outcome: 'parked', reason: parked.reason })
    const { opened, address } = await open(view, [parked])
    expect(address()).toBe('/?view=parked&case=att1')
    expect(screen.getAllByText(t('desk.parked.kinds.amount'))).toHaveLength(2)
    expect(screen.queryByText(/o1/)).toBeNull()
    const log = opened.getByText(parked.reason)
    expect([log.tagName, log.lang]).toEqual(['CODE', 'en'])
    expect(log.parentElement?.textContent).toBe(`${t('desk.parked.words')} ${parked.reason}`)
    await press(t('desk.parked.ask'))
    await screen.findByText(t('desk.parked.still'))
    expect(server.asked(askParkedPayment).map((one) => one.url.pathname)).toEqual([
      '/api/admin/payment/parked/ask/att1',
    ])
    expect(address()).toBe('/?view=parked&case=att1')
  })

  it('leave the list of what waits when they match by now', async () => {
    server.on(askParkedPayment, { outcome: 'settled', reason: null })
    const { address } = await open(view, [parked])
    server.on(listParkedPayments, { content: [], totalElements: 0 })
    await press(t('desk.parked.ask'))
    await screen.findByText(t('desk.parked.settled'))
    await screen.findByText(t('desk.parked.none'))
    await waitFor(() => expect(address()).toBe('/?view=parked'))
  })

  it('are closed with a note, which is asked for in the panel, and then say who found what', async () => {
    server.on(closeParkedPayment, closed)
    const { panel, address } = await open(view, [parked])
    await press(t('desk.parked.close'), panel)
    const question = await screen.findByRole('group', { name: t('desk.parked.closeTitle') })
    expect(screen.getAllByRole('dialog')).toEqual([panel])
    await press(t('desk.parked.close'), question)
    within(question).getByText(t('desk.bills.noteEmpty'))
    expect(server.asked(closeParkedPayment)).toEqual([])
    server.on(listParkedPayments, { content: [closed], totalElements: 1 })
    await userEvent.type(within(question).getByRole('textbox'), 'refunded by hand')
    await press(t('desk.parked.close'), question)
    await waitFor(() => expect(address()).toBe('/?view=parked'))
    expect(server.asked(closeParkedPayment)[0]?.body).toEqual({ note: 'refunded by hand' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await screen.findByText(t('desk.parked.closed'), { selector: '[data-row] *' })
    await userEvent.click(screen.getByRole('link', { name: 'T-17' }))
    await screen.findByText(new RegExp(t('desk.bills.settledBy', { name: 'Ann', note: 'refunded by hand' })))
    expect(screen.queryByRole('button', { name: t('desk.parked.ask') })).toBeNull()
  })
})
