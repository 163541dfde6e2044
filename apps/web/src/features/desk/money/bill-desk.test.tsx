// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { RouteResult } from '@trove/contract/kit/route'
import { proposeAdjustment } from '@trove/contract/payment/adjustments'
import { listDifferences, listReconciliationDays, settleDifference } from '@trove/contract/payment/reconciliation'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FakeServer, fakeServer, refused } from '../../../../test/fake-server.ts'
import { buyer } from '../../../../test/people.ts'
import { forgetScreen, renderScreen, type View, views } from '../../../../test/render.tsx'
import { keepUser } from '../../../lib/session/session.ts'
import { formatCalendarDay } from '../../../lib/shown/format.ts'
import BillDesk from './bill-desk.tsx'

/** Where Alipay's daily bill and our books disagree, and how each day was compared. */

type Difference = RouteResult<typeof settleDifference>
const at = '2026-11-20T08:00:00.000Z'
const difference: Difference = {
  id: 'd1',
  day: '2026-11-19',
  kind: 'amount',
  movement: 'refund',
  number: 'R-1',
  reference: 'T-1',
  ourAmount: '3.00',
  billAmount: '7.77',
  foundAt: at,
  settledAt: null,
  settledBy: null,
  note: null,
}
const proposed: RouteResult<typeof proposeAdjustment> = {
  ...{ id: 'a1', debit: 'fee', credit: 'alipay', amount: '4.77', reference: 'R-1', differenceId: 'd1' },
  ...{ reason: 'late notice', proposer: { id: 'buyer', nickName: 'Ada', headImgUrl: null, isDemo: false } },
  ...{ proposedAt: at, state: 'proposed', decidedBy: null, decidedAt: null, decisionReason: null },
  ...{ mayAgree: false, mayWithdraw: true },
}
const page = <T,>(...content: T[]) => ({ content, totalElements: content.length })

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
})
afterEach(forgetScreen)
const t = (key: string, words?: Record<string, unknown>) => i18next.t(key as 'common.ok', { ...words })
const open = async (view: View, path = '/', role: 'member' | 'operator' = 'operator') => {
  const shown = await renderScreen(<BillDesk />, view, { path })
  keepUser({ ...buyer, role })
  return shown
}
const press = async (name: string, where: HTMLElement) =>
  userEvent.click(await within(where).findByRole('button', { name }))
const kindOf = (kind: string) => t(`desk.bills.kinds.${kind}`)
const dayAsked = () => server.asked(listDifferences).at(-1)!.url.searchParams.get('day')
/** Opens the difference of this kind by its row. */
const openCase = async (kind: string) => {
  await userEvent.click(await screen.findByRole('link', { name: kindOf(kind) }))
  return await screen.findByRole('dialog', { name: t('desk.bills.title') })
}
const asking = (dialog: HTMLElement, name: string) => within(dialog).findByRole('group', { name })

describe.each(views)('the bill desk on $device in $language', (view) => {
  it('shows both sides of a difference in its row, and settles it with a note asked for beside the list', async () => {
    const missing = { ...difference, id: 'd2', kind: 'missing-there' as const, reference: '', billAmount: null }
    server.on(listDifferences, page(difference, missing))
    server.on(settleDifference, { ...difference, settledAt: at, settledBy: 'Ann', note: 'fixed' })
    const { address } = await open(view)
    await screen.findByText(t('desk.bills.nothing'))
    screen.getByText('¥7.77')
    const opened = await openCase('amount')
    expect(address()).toBe('/?case=d1')
    within(opened).getByText('T-1 / R-1')
    await press(t('desk.bills.settle'), opened)
    const question = await asking(opened, t('desk.bills.settleTitle'))
    expect(screen.getAllByRole('dialog')).toEqual([opened])
    await press(t('desk.bills.settle'), question)
    within(question).getByText(t('desk.bills.noteEmpty'))
    expect(server.asked(settleDifference)).toEqual([])
    await userEvent.type(within(question).getByRole('textbox'), 'fixed')
    await press(t('desk.bills.settle'), question)
    await waitFor(() => expect(server.asked(settleDifference).map((one) => one.body)).toEqual([{ note: 'fixed' }]))
    await waitFor(() => expect(address()).toBe('/'))
  })

  it('proposes in the panel to put a difference right, beginning with what is known of it', async () => {
    server.on(listDifferences, page(difference))
    server.on(proposeAdjustment, proposed)
    await open(view, '/?case=d1')
    const opened = await screen.findByRole('dialog', { name: t('desk.bills.title') })
    await press(t('desk.adjust.open'), opened)
    const question = await asking(opened, t('desk.adjust.proposeTitle'))
    expect(screen.getAllByRole('dialog')).toEqual([opened])
    expect(document.activeElement).toBe(within(question).getByRole('combobox', { name: t('desk.adjust.debit') }))
    expect((document.activeElement as HTMLSelectElement).value).toBe('adjustment')
    await userEvent.selectOptions(document.activeElement!, 'fee')
    await userEvent.type(within(question).getAllByRole('textbox').at(-1)!, 'late notice')
    await press(t('desk.adjust.propose'), question)
    await screen.findByText(t('desk.adjust.done.proposed'))
    expect(server.asked(proposeAdjustment)[0]?.body).toEqual({
      ...{ debit: 'fee', credit: 'alipay', amount: '4.77', reference: 'R-1', reason: 'late notice' },
      differenceId: 'd1',
    })
    // It stays until another person agrees.
    await waitFor(() => expect(within(opened).queryByRole('group')).toBeNull())
    within(opened).getByRole('button', { name: t('desk.bills.settle') })
  })

  it('takes its question back when somebody else settled the difference, and says who did', async () => {
    server.on(listDifferences, page(difference))
    server.on(settleDifference, () => refused('payment.difference-settled'))
    await open(view, '/?view=all')
    const opened = await openCase('amount')
    await press(t('desk.bills.settle'), opened)
    const question = await asking(opened, t('desk.bills.settleTitle'))
    await userEvent.type(within(question).getByRole('textbox'), 'fixed')
    server.on(listDifferences, page({ ...difference, settledAt: at, settledBy: 'Ann', note: 'done' }))
    await press(t('desk.bills.settle'), question)
    await within(opened).findByText(new RegExp(t('desk.bills.settledBy', { name: 'Ann', note: 'done' })))
    expect(within(opened).queryByRole('group')).toBeNull()
    expect(within(opened).queryByRole('button', { name: t('desk.bills.settle') })).toBeNull()
  })

  it('tells those settled by a person from those that went by themselves', async () => {
    const byHand: Difference = { ...difference, settledAt: at, settledBy: 'Ann', note: 'fixed' }
    server.on(listDifferences, page(byHand, { ...difference, id: 'd2', kind: 'missing-here', settledAt: at }))
    await open(view, '/?view=all')
    await screen.findByText(t('desk.bills.settled'))
    screen.getByText(t('desk.bills.settledLater'))
    const opened = await openCase('amount')
    within(opened).getByText(new RegExp(t('desk.bills.settledBy', { name: 'Ann', note: 'fixed' })))
    expect(within(opened).queryByRole('button', { name: t('desk.bills.settle') })).toBeNull()
  })

  it('lists the days with what their bills showed, and leads to the differences of one alone', async () => {
    server.on(listDifferences, page())
    const day = { day: '2026-11-19', state: 'done' as const, lineCount: 7, reason: null }
    server.on(
      listReconciliationDays,
      page(
        { ...day, openCount: 0, differenceCount: 0 },
        { ...day, day: '2026-11-18', openCount: 2, differenceCount: 2 },
        { ...day, day: '2026-11-17', openCount: 0, differenceCount: 3 },
        {
          ...day,
          day: '2026-11-20',
          state: 'waiting',
          lineCount: null,
          reason: 'absent',
          openCount: 0,
          differenceCount: 0,
        },
        { ...day, day: '2026-11-16', state: 'parked', reason: 'no such zip', openCount: 0, differenceCount: 0 },
      ),
    )
    const { address } = await open(view, '/?view=days')
    await screen.findByRole('link', { name: formatCalendarDay('2026-11-19') })
    for (const words of [
      t('desk.bills.agrees'),
      t('desk.bills.openCount', { amount: 2 }),
      t('desk.bills.settledCount', { amount: 3 }),
      'no such zip',
    ])
      screen.getByText(words)
    expect(screen.queryByText('absent')).toBeNull()
    const name = formatCalendarDay('2026-11-18')
    await userEvent.click(screen.getByRole('link', { name }))
    expect(address()).toBe('/operator/bills?view=all&day=2026-11-18')
  })

  it('is filtered by the day of its address, which can be taken away', async () => {
    server.on(listDifferences, page())
    const { address } = await open(view, '/?view=all&day=2026-11-18')
    await screen.findByText(t('desk.bills.noneOn', { day: formatCalendarDay('2026-11-18') }))
    expect(dayAsked()).toBe('2026-11-18')
    const chips = within(screen.getByRole('list', { name: t('market.filter.active') }))
    await userEvent.click(chips.getByRole('button'))
    await screen.findByText(t('desk.bills.none'))
    expect([address(), dayAsked()]).toEqual(['/?view=all', null])
  })

  it('is filtered by nothing that is no day', async () => {
    server.on(listDifferences, page())
    await open(view, '/?view=all&day=2026-13-99')
    await screen.findByText(t('desk.bills.none'))
    expect(dayAsked()).toBeNull()
  })

  it('is closed to members', async () => {
    await open(view, '/', 'member')
    await screen.findByText(t('desk.staffOnly'))
  })
})
