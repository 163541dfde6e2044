// @vitest-environment jsdom
import { configure, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { RouteResult } from '@trove/contract/kit/route'
import {
  agreeOutsideRefund,
  declineOutsideRefund,
  listParkedRefunds,
  openParkedRefund,
  proposeOutsideRefund,
  retryParkedRefund,
  UNCLEAR_REFUND,
} from '@trove/contract/payment/parked-refunds'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FakeServer, fakeServer } from '../../../../test/fake-server.ts'
import { buyer } from '../../../../test/people.ts'
import { forgetScreen, renderScreen, type View, views } from '../../../../test/render.tsx'
import { keepUser } from '../../../lib/session/session.ts'
import BillDesk from './bill-desk.tsx'

/** Refunds that Alipay refuses, as the cashier sees them. */

configure({ asyncUtilTimeout: 20_000 })
type Refund = RouteResult<typeof agreeOutsideRefund>
const card = (id: string, nickName: string) => ({ id, nickName, headImgUrl: null, isDemo: false })
const at = '2026-11-20T08:00:00.000Z'
const refused: Refund = {
  number: 'R-T-17',
  orderId: 'o1',
  orderNumber: 'T-17',
  tradeNumber: '2026112022001',
  amount: '9.90',
  state: 'parked',
  buyer: '林*远',
  code: 'ACQ.TRADE_HAS_FINISHED',
  words: '交易已完结',
  parkedAt: at,
  proposal: null,
}
const proposal = {
  id: 'p1',
  reference: 'bank 77',
  reason: 'trade is over',
  proposer: card('ann', 'Ann'),
  proposedAt: at,
  agreedBy: null,
  agreedAt: null,
  evidence: null,
  mayAgree: true,
  mayVouch: false,
  mayWithdraw: false,
}
const proposed: Refund = { ...refused, proposal }
const outside: Refund = {
  ...refused,
  state: 'outside',
  proposal: { ...proposal, agreedBy: card('bo', 'Bo'), agreedAt: at, mayAgree: false },
}

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
})
afterEach(forgetScreen)
const t = (key: string, words?: Record<string, unknown>) => i18next.t(key as 'common.ok', { ...words })
const show = (refund: Refund) => {
  server.on(listParkedRefunds, { content: [refund], totalElements: 1 })
  server.on(openParkedRefund, refund)
}
async function open(view: View, refund: Refund) {
  show(refund)
  await renderScreen(<BillDesk />, view, { path: '/?view=refunds' })
  keepUser({ ...buyer, role: 'operator' })
  await userEvent.click(await screen.findByRole('link', { name: 'R-T-17' }))
  return within(await screen.findByRole('dialog', { name: t('desk.refunds.title') }))
}
const press = async (name: string, where: HTMLElement = document.body) =>
  userEvent.click(await within(where).findByRole('button', { name }))
const box = (dialog: HTMLElement, label: string) =>
  within(dialog).getByRole('textbox', { name: new RegExp(`^${label.replace(/[()]/g, '\\$&')}`) })

describe.each(views)('refused refunds on $device in $language', (view) => {
  it('show what Alipay says and whose they are, and are tried again', async () => {
    server.on(retryParkedRefund, { outcome: 'parked', code: refused.code })
    const opened = await open(view, refused)
    opened.getByText('交易已完结')
    opened.getByText(t('desk.refunds.code', { code: refused.code }))
    opened.getByText(/林\*远/)
    expect(opened.queryByText(/o1/)).toBeNull()
    opened.getByText('2026112022001')
    await press(t('desk.refunds.retry'))
    await screen.findByText(t('desk.refunds.retried.parked', { code: refused.code }))
    expect(server.asked(retryParkedRefund).map((one) => one.url.pathname)).toEqual([
      '/api/admin/payment/refund/retry/R-T-17',
    ])
  })

  it('are proposed to be settled by hand with the whole amount, a reference and a reason', async () => {
    server.on(proposeOutsideRefund, { ...proposed, proposal: { ...proposal, mayAgree: false, mayWithdraw: true } })
    await open(view, refused)
    await press(t('desk.refunds.propose'))
    const dialog = await screen.findByRole('group', { name: t('desk.refunds.proposeTitle') })
    await userEvent.type(box(dialog, t('desk.refunds.amount')), '9.80')
    await press(t('desk.refunds.propose'), dialog)
    within(dialog).getByText(/9\.90/)
    within(dialog).getByText(t('desk.refunds.referenceEmpty'))
    within(dialog).getByText(t('desk.payouts.reasonEmpty'))
    expect(server.asked(proposeOutsideRefund)).toEqual([])
    await userEvent.clear(box(dialog, t('desk.refunds.amount')))
    await userEvent.type(box(dialog, t('desk.refunds.amount')), '9.9')
    await userEvent.type(box(dialog, t('desk.refunds.reference')), 'bank 77')
    await userEvent.type(box(dialog, t('desk.payouts.reason')), 'trade is over')
    await press(t('desk.refunds.propose'), dialog)
    await screen.findByText(t('desk.refunds.proposed'))
    expect(server.asked(proposeOutsideRefund)[0]?.body).toEqual({
      amount: '9.9',
      reference: 'bank 77',
      reason: 'trade is over',
    })
  })

  it('that somebody else settled by hand are confirmed after a question, and then stay in the list', async () => {
    server.on(agreeOutsideRefund, outside)
    await open(view, proposed)
    screen.getByText(t('desk.refunds.referenceIs', { reference: 'bank 77' }))
    expect(screen.queryByRole('button', { name: t('desk.refunds.retry') })).toBeNull()
    await press(t('desk.refunds.agree'))
    const dialog = await screen.findByRole('group', { name: t('desk.refunds.agreeTitle') })
    within(dialog).getByText(/bank 77/)
    expect(server.asked(agreeOutsideRefund)).toEqual([])
    show(outside)
    await press(t('desk.refunds.agree'), dialog)
    await screen.findByText(t('desk.refunds.agreed'))
    await screen.findAllByText(t('desk.refunds.outside'))
    expect(server.asked(agreeOutsideRefund).map((one) => one.url.pathname)).toEqual([
      '/api/admin/payment/refund/outside/agree/p1',
    ])
  })

  it('without an answer for days say so, and one that waited is confirmed with what was found', async () => {
    const evidence = 'statement of 23 November: no such refund'
    server.on(agreeOutsideRefund, outside)
    const unclear = { ...refused, code: UNCLEAR_REFUND, words: null }
    await open(view, { ...unclear, proposal: { ...proposal, mayVouch: true } })
    screen.getByText(t('desk.refunds.unclearText'))
    expect(screen.queryByText(UNCLEAR_REFUND)).toBeNull()
    await press(t('desk.refunds.agree'))
    const dialog = await screen.findByRole('group', { name: t('desk.refunds.agreeTitle') })
    await press(t('desk.refunds.agree'), dialog)
    within(dialog).getByText(t('desk.refunds.evidenceEmpty'))
    expect(server.asked(agreeOutsideRefund)).toEqual([])
    await userEvent.type(within(dialog).getByRole('textbox'), evidence)
    show({ ...outside, ...unclear, proposal: { ...outside.proposal!, evidence } })
    await press(t('desk.refunds.agree'), dialog)
    await screen.findByText(evidence)
    expect(server.asked(agreeOutsideRefund)[0]?.body).toEqual({ evidence })
  })

  it('one proposed to settle oneself are not confirmed, only withdrawn with a reason', async () => {
    server.on(declineOutsideRefund, { outcome: 'withdrawn' })
    await open(view, { ...refused, proposal: { ...proposal, mayAgree: false, mayWithdraw: true } })
    screen.getByText(t('desk.refunds.own'))
    expect(screen.getAllByText(t('desk.columns.forOther')).length).toBeGreaterThan(0)
    expect(screen.queryByRole('button', { name: t('desk.refunds.agree') })).toBeNull()
    await press(t('desk.adjust.withdraw'))
    const dialog = await screen.findByRole('group', { name: t('desk.refunds.withdrawTitle') })
    await userEvent.type(within(dialog).getByRole('textbox'), 'wrong buyer')
    await press(t('desk.adjust.withdraw'), dialog)
    await screen.findByText(t('desk.refunds.stopped.withdrawn'))
    expect(server.asked(declineOutsideRefund)[0]?.body).toEqual({ reason: 'wrong buyer' })
  })
})
