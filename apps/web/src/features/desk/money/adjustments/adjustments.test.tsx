// @vitest-environment jsdom
import { configure, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { RouteResult } from '@trove/contract/kit/route'
import {
  agreeAdjustment,
  declineAdjustment,
  listAdjustments,
  proposeAdjustment,
} from '@trove/contract/payment/adjustments'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type FakeServer, fakeServer, ok } from '../../../../../test/fake-server.ts'
import { buyer } from '../../../../../test/people.ts'
import { forgetScreen, renderScreen, type View, views } from '../../../../../test/render.tsx'
import { keepUser } from '../../../../lib/session/session.ts'
import { Adjustments } from './adjustments.tsx'

/** Putting the books right: proposing, agreeing, declining, withdrawing. */

configure({ asyncUtilTimeout: 20_000 })
type Adjustment = RouteResult<typeof agreeAdjustment>
const card = (id: string, nickName: string) => ({ id, nickName, headImgUrl: null, isDemo: false })
const at = '2026-11-20T08:00:00.000Z'
const proposed: Adjustment = {
  id: 'a1',
  debit: 'alipay',
  credit: 'suspense',
  amount: '7.00',
  reference: 'T-1',
  differenceId: null,
  reason: 'unknown payer',
  proposer: card('ann', 'Ann'),
  proposedAt: at,
  state: 'proposed',
  decidedBy: null,
  decidedAt: null,
  decisionReason: null,
  mayAgree: true,
  mayWithdraw: false,
}

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
})
afterEach(forgetScreen)
const t = (key: string, words?: Record<string, unknown>) => i18next.t(key as 'common.ok', { ...words })
async function show(view: View, ...content: Adjustment[]) {
  server.on(listAdjustments, { content, totalElements: content.length })
  const shown = await renderScreen(<Adjustments />, view, { path: '/?view=adjustments' })
  keepUser({ ...buyer, role: 'operator' })
  return shown
}
const moves = () => {
  const account = (name: string) => t(`desk.adjust.accounts.${name}`)
  return t('desk.adjust.moves', { debit: account('alipay'), credit: account('suspense') })
}
/** Opens the adjustment by its row. */
async function open(view: View, adjustment: Adjustment) {
  const { address } = await show(view, adjustment)
  await userEvent.click(await screen.findByRole('link', { name: moves() }))
  const panel = await screen.findByRole('dialog', { name: t('desk.adjust.title') })
  return { panel, opened: within(panel), address }
}
const asking = (name: string) => screen.findByRole('group', { name })
const press = async (name: string, where: HTMLElement = document.body) =>
  userEvent.click(await within(where).findByRole('button', { name }))

describe.each(views)('adjustments on $device in $language', (view) => {
  it('of somebody else are shown with their reason, and agreed to after a question beside the list', async () => {
    server.on(agreeAdjustment, { ...proposed, state: 'agreed', mayAgree: false })
    const { panel, opened, address } = await open(view, proposed)
    expect(address()).toBe('/?view=adjustments&case=a1')
    opened.getByText('unknown payer')
    opened.getByText('T-1')
    expect(screen.getAllByText(t('desk.columns.forYou'))).toHaveLength(2)
    await press(t('desk.payouts.approve'), panel)
    const question = await asking(t('desk.adjust.agreeTitle'))
    expect([...document.querySelectorAll('[role$="dialog"]')]).toEqual([panel])
    within(question).getByText(t('desk.adjust.agreeText', { amount: '¥7.00' }))
    expect(server.asked(agreeAdjustment)).toEqual([])
    await press(t('desk.payouts.approve'), question)
    await screen.findByText(t('desk.adjust.done.agreed'))
    expect(server.asked(agreeAdjustment).map((one) => one.url.pathname)).toEqual(['/api/admin/adjustment/agree/a1'])
    await vi.waitFor(() => expect(address()).toBe('/?view=adjustments'))
  })

  it('of one’s own are not agreed to, only withdrawn with a reason', async () => {
    server.on(declineAdjustment, { ...proposed, state: 'withdrawn', mayAgree: false })
    const { panel, opened } = await open(view, { ...proposed, mayAgree: false, mayWithdraw: true })
    opened.getByText(t('desk.adjust.own'))
    opened.getByText(t('desk.columns.forOther'))
    expect(screen.queryByRole('button', { name: t('desk.payouts.approve') })).toBeNull()
    await press(t('desk.adjust.withdraw'), panel)
    const question = await asking(t('desk.adjust.withdrawTitle'))
    await press(t('desk.adjust.withdraw'), question)
    expect(server.asked(declineAdjustment)).toEqual([])
    await userEvent.type(within(question).getByRole('textbox'), 'wrong sum')
    await press(t('desk.adjust.withdraw'), question)
    await screen.findByText(t('desk.adjust.done.withdrawn'))
    expect(server.asked(declineAdjustment)[0]?.body).toEqual({ reason: 'wrong sum' })
  })

  it('that were decided about say by whom and why, and have nothing more to decide', async () => {
    const declined = { state: 'declined' as const, decidedBy: card('bo', 'Bo'), decidedAt: at, decisionReason: 'twice' }
    const { panel, opened } = await open(view, { ...proposed, ...declined, mayAgree: false })
    opened.getByText('twice')
    expect(opened.getAllByText(/Bo/)).toHaveLength(1)
    expect(within(panel).getAllByRole('button')).toHaveLength(1)
  })

  it('stay as they are written while they are on their way', async () => {
    let answer: (response: Response) => void = () => undefined
    server.on(proposeAdjustment, () => new Promise<Response>((resolve) => (answer = resolve)))
    await show(view)
    await press(t('desk.adjust.propose'))
    const dialog = await screen.findByRole('dialog', { name: t('desk.adjust.proposeTitle') })
    const boxes = within(dialog).getAllByRole('textbox')
    await userEvent.type(boxes[0]!, '7.5')
    await userEvent.type(boxes.at(-1)!, 'late notice')
    await press(t('desk.adjust.propose'), dialog)
    await vi.waitFor(() => expect(server.asked(proposeAdjustment)).toHaveLength(1))
    await userEvent.keyboard('{Escape}')
    expect((boxes[0] as HTMLInputElement).value).toBe('7.5')
    expect(screen.queryByRole('dialog')).toBe(dialog)
    answer(ok(proposeAdjustment, proposed))
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('are proposed with two accounts, an amount and a reason', async () => {
    server.on(proposeAdjustment, { ...proposed, mayAgree: false, mayWithdraw: true })
    await show(view, proposed)
    await press(t('desk.adjust.propose'))
    const dialog = await screen.findByRole('dialog')
    await press(t('desk.adjust.propose'), dialog)
    within(dialog).getByText(t('desk.adjust.amountWrong'))
    expect(server.asked(proposeAdjustment)).toEqual([])
    const box = (label: string) =>
      within(dialog).getByRole('textbox', { name: new RegExp(`^${label.replace(/[()]/g, '\\$&')}`) })
    await userEvent.type(box(t('desk.adjust.amount')), '7.5')
    await userEvent.type(box(t('desk.payouts.reason')), 'late notice')
    await press(t('desk.adjust.propose'), dialog)
    await screen.findByText(t('desk.adjust.done.proposed'))
    expect(server.asked(proposeAdjustment)[0]?.body).toEqual({
      debit: 'alipay',
      credit: 'adjustment',
      amount: '7.5',
      reason: 'late notice',
    })
  })

  it('sent again after a lost answer are the same proposal, and the next one is another', async () => {
    server.on(proposeAdjustment, () => Promise.reject(new TypeError('Failed to fetch')))
    await show(view, proposed)
    const fill = async (amount: string) => {
      await press(t('desk.adjust.propose'))
      const dialog = await screen.findByRole('dialog')
      const boxes = within(dialog).getAllByRole('textbox')
      await userEvent.type(
        within(dialog).getByRole('textbox', { name: new RegExp(`^${t('desk.adjust.amount').slice(0, 2)}`) }),
        amount,
      )
      await userEvent.type(boxes.at(-1)!, 'late notice')
      await press(t('desk.adjust.propose'), dialog)
      return dialog
    }
    const dialog = await fill('7.5')
    const keys = () => server.asked(proposeAdjustment).map(({ headers }) => headers.get('idempotency-key'))
    await vi.waitFor(() => expect(keys()).toHaveLength(1))
    server.on(proposeAdjustment, { ...proposed, mayAgree: false, mayWithdraw: true })
    await press(t('desk.adjust.propose'), dialog)
    await screen.findByText(t('desk.adjust.done.proposed'))
    const [first] = keys()
    expect(first).toBeTruthy()
    expect(keys()).toEqual([first, first])
    await fill('7.5')
    await vi.waitFor(() => expect(keys()).toHaveLength(3))
    expect(keys()[2]).not.toBe(first)
  })
})
