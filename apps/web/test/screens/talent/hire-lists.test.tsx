// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { RouteResult } from '@trove/contract/kit/route'
import { payUrlByPost } from '@trove/contract/payment/routes'
import { acceptHire, startHire } from '@trove/contract/talent/hours'
import { listHumanConsume, listHumanProfit } from '@trove/contract/talent/orders'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Pages } from '../../../src/app/router.tsx'
import { formatMoment } from '../../../src/lib/shown/format.ts'
import { type FakeServer, fakeServer } from '../../fake-server.ts'
import { inDays, pageOf } from '../../orders.ts'
import { forgetScreen, renderScreen, type View, views } from '../../render.tsx'

/** What the lists of bought and sold hours say of each hire (b-markets 2 and 4: human orders). */

type Order = RouteResult<typeof listHumanConsume>['content'][number]
const hire: Order = {
  ...{ id: 'h1', fkProductId: 'e1', orderSource: 'manpower', outTradeNo: 'TR7', closeReason: null },
  ...{ orderState: 'PaymentSuccessful', totalAmount: '800.00', feeAmount: '0.00', tradingPlatform: 'Alipay' },
  ...{ cstCreate: inDays(-1), expiresAt: inDays(-1), paidAt: inDays(-1), refund: null, refundState: null },
  ...{ manStatus: 1, fkProductName: 'Shen', manRealName: 'Shen', manIdentity: '架构师', manIdentityEn: 'Architect' },
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
}
const sold: RouteResult<typeof listHumanProfit>['content'][number] = {
  ...hire,
  income: {
    ...{ accruedAmount: '0.00', clearedAmount: '0.00', clearableAmount: '0.00', perDayAmount: '0.00' },
    asOf: inDays(0),
  },
}
const open = (view: View, side: 'consume' | 'profit') =>
  renderScreen(<Pages />, view, { path: `/personal-center/my-order/${side}/manpowerOrder` })
const card = async (number: string) => within((await screen.findByText(number)).closest('article')!)

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
})
afterEach(() => {
  forgetScreen()
  vi.restoreAllMocks()
})
const t = (key: string, params?: object) => i18next.t(key as never, params as never) as unknown as string

describe.each(views)('lists of hires on $device in $language', (view) => {
  it('a card shows number, expert or buyer, identity, hours, time, amount and how it stands', async () => {
    server.on(listHumanConsume, pageOf(hire))
    const identity = view.language === 'en' ? 'Architect' : '架构师'
    await open(view, 'consume')
    const facts = [identity, t('talent.order.hours', { count: 8 }), formatMoment(hire.cstCreate)]
    const bought = await card('TR7')
    for (const fact of ['Shen', t('talent.order.standing.serving'), ...facts]) bought.getByText(fact)
    expect(bought.getByText(t('orders.field.amount')).parentElement?.textContent).toContain('800')
    expect(bought.getByRole('link').getAttribute('href')).toBe('/personal-center/my-order/detail/h1?kind=manpower')
    forgetScreen()
    server = fakeServer()
    server.on(listHumanProfit, pageOf(sold))
    await open(view, 'profit')
    const own = await card('TR7')
    for (const fact of ['Bea', ...facts]) own.getByText(fact)
  })

  it('a dispute that waits for an answer has the way to it on its card', async () => {
    server.on(listHumanConsume, pageOf({ ...hire, openDispute: { openedBy: 'expert', isAnswered: false } }))
    await open(view, 'consume')
    const way = (await card('TR7')).getByRole('link', { name: t('disputes.answer') })
    expect(way.getAttribute('href')).toBe('/personal-center/my-order/detail/h1?kind=manpower#dispute')
  })

  it('each standing has its word and the one act of who reads: pay, start, or accept, after which the list is read anew', async () => {
    server.on(
      listHumanConsume,
      pageOf(
        { ...hire, id: 'a', outTradeNo: 'TR1', orderState: 'ToBePaid', manStatus: null, expiresAt: inDays(1) },
        { ...hire, id: 'b', outTradeNo: 'TR2', manStatus: 0 },
        { ...hire, id: 'c', outTradeNo: 'TR3', manStatus: 2 },
        { ...hire, id: 'd', outTradeNo: 'TR4', manStatus: 3 },
      ),
    )
    server.on(acceptHire, { clearedAmount: '800.00', totalClearedAmount: '800.00', payoutState: 'waiting' })
    server.on(payUrlByPost, 'https://cashier.test/pay')
    const opened = { closed: false, opener: window, location: { replace: vi.fn() } }
    vi.stubGlobal('open', vi.fn().mockReturnValue(opened))
    await open(view, 'consume')
    const acts = { TR1: ['to-be-paid', 'orders.pay'], TR2: ['to-be-served'], TR3: ['uncleared', 'talent.order.accept'] }
    for (const [number, [standing, act]] of Object.entries({ ...acts, TR4: ['finished'] })) {
      const one = await card(number)
      one.getByText(t(`talent.order.standing.${standing}`))
      expect(one.queryAllByRole('button').map(({ textContent }) => textContent)).toEqual(act ? [t(act)] : [])
    }
    await userEvent.click((await card('TR1')).getByRole('button'))
    await waitFor(() => expect(opened.location.replace).toHaveBeenCalledWith('https://cashier.test/pay'))
    const asked = server.asked(listHumanConsume).length
    await userEvent.click((await card('TR3')).getByRole('button'))
    const question = within(await screen.findByRole('alertdialog'))
    await userEvent.click(question.getByRole('button', { name: t('talent.order.accept') }))
    await waitFor(() => expect(server.asked(acceptHire)).toHaveLength(1))
    await waitFor(() => expect(server.asked(listHumanConsume).length).toBeGreaterThan(asked))
  })

  it('the expert starts what was paid from the list', async () => {
    server.on(listHumanProfit, pageOf({ ...sold, manStatus: 0, manServeStartTime: null }))
    server.on(startHire, null)
    await open(view, 'profit')
    await userEvent.click((await card('TR7')).getByRole('button', { name: t('talent.order.start') }))
    await waitFor(() => expect(server.asked(startHire)).toHaveLength(1))
  })

  it('what went back is shown with its amount, whole or in part, and what was never paid as cancelled', async () => {
    const whole = { refund: '800.00', refundState: 'PaymentSuccessful', manStatus: null } as const
    server.on(
      listHumanConsume,
      pageOf(
        { ...hire, id: 'a', outTradeNo: 'TR1', ...whole },
        { ...hire, id: 'b', outTradeNo: 'TR2', ...whole, refund: '300.00', returnedHours: 3, manStatus: 3 },
        { ...hire, id: 'c', outTradeNo: 'TR3', orderState: 'PaymentFailed', manStatus: null, closeReason: 'expired' },
      ),
    )
    await open(view, 'consume')
    const refund = (one: Awaited<ReturnType<typeof card>>) => one.getByText(t('orders.field.refund')).nextSibling
    const first = await card('TR1')
    first.getByText(t('talent.order.standing.refunded'))
    expect(refund(first)?.textContent).toBe(`¥800.00 · ${t('orders.standing.refunded')}`)
    const second = await card('TR2')
    second.getByText(t('talent.order.hoursKept', { hours: 8, returned: 3 }))
    expect(refund(second)?.textContent).toBe(`¥300.00 · ${t('orders.standing.refunded')}`)
    ;(await card('TR3')).getByText(t('talent.order.standing.cancelled'))
  })
})
