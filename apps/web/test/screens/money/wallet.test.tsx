// @vitest-environment jsdom

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { memberInfo } from '@trove/contract/identity/routes'
import type { RouteResult } from '@trove/contract/kit/route'
import { alipayBill, getPurse, payOut, unbindAlipay } from '@trove/contract/wallet/routes'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import AlipayBill from '../../../src/features/wallet/bills/alipay-bill.tsx'
import PurseScreen from '../../../src/features/wallet/purse.tsx'
import { toastStore } from '../../../src/lib/calls/notify.ts'
import { wordsOfCode } from '../../../src/lib/session/language.ts'
import { formatCalendarDay, formatMoment } from '../../../src/lib/shown/format.ts'
import { type FakeServer, fakeServer, ok, refused } from '../../fake-server.ts'
import { buyer } from '../../people.ts'
import { forgetScreen, renderScreen, views } from '../../render.tsx'
import { saidOnPress, withheldFor } from '../../withheld.ts'

/** The purse and its bill. */

type Purse = RouteResult<typeof getPurse>
type BillItem = RouteResult<typeof alipayBill>['content'][number]

const AT = '2026-11-01T00:00:00.000Z'
const bound = { id: 'a1', avatar: null, nickname: 'Jia', realNameMasked: '陈*木', boundAt: AT, heldUntil: null }
const purse: Purse = {
  payableAmount: '12.34',
  awaitingApprovalAmount: '0.00',
  haltedBy: null,
  inFlightAmount: '5.00',
  paidOutAmount: '1234.50',
  unclearedAmount: '0.70',
  boundAccount: bound,
}
const entry = (id: string, change: Partial<BillItem>): BillItem => ({
  id,
  type: 'clearing',
  amount: '10.00',
  feeAmount: '0.00',
  state: 'done',
  reference: `TR-${id}`,
  orderId: null,
  orderKind: null,
  orderName: null,
  createdAt: AT,
  ...change,
})

/** Of a bill whose sums are not what is looked at. */
const SUMS = { inAmount: '0.00', outAmount: '0.00' }

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
  server.on(memberInfo, buyer)
})
afterEach(forgetScreen)

const t = (key: string, params?: object) => i18next.t(key as never, params as never) as unknown as string

describe.each(views)('the purse on $device in $language', (view) => {
  const open = () => renderScreen(<PurseScreen />, view)

  it('is read out as loading, and says why it could not be had', async () => {
    server.on(getPurse, () => refused('service.unavailable'))
    await open()
    screen.getByRole('status', { name: t('common.loading') })
    const failure = within(await screen.findByRole('alert'))
    failure.getByText(wordsOfCode('service.unavailable')!)
    server.on(getPurse, purse)
    await userEvent.click(failure.getByRole('button', { name: t('common.retry') }))
    await screen.findByText('¥12.34')
  })

  it('shows every amount with its name, and whose account is bound', async () => {
    server.on(getPurse, purse)
    await open()
    const amounts = within(await screen.findByRole('region', { name: t('wallet.amounts') }))
    for (const amount of ['¥12.34', '¥5.00', '¥1,234.50', '¥0.70']) amounts.getByText(amount)
    for (const name of ['payable', 'inFlight', 'paidOut', 'uncleared']) amounts.getByText(t(`wallet.${name}`))
    expect(amounts.queryByText(t('wallet.awaiting'))).toBeNull()
    const card = within(screen.getByRole('region', { name: t('wallet.alipay') }))
    card.getByText('Jia')
    card.getByText(/陈\*木/)
    const bill = screen.getByRole('link', { name: t('wallet.bill') })
    expect(bill.getAttribute('href')).toBe('/personal-center/my-purse/alipayBill')
  })

  it('says what waits for the staff, only while something does', async () => {
    server.on(getPurse, { ...purse, awaitingApprovalAmount: '6000.00' })
    await open()
    await screen.findByText(t('wallet.awaiting'))
    screen.getByText('¥6,000.00')
  })

  it.each(['returned', 'failed', 'declined'] as const)(
    'says that nothing is paid out by itself after a %s payout',
    async (haltedBy) => {
      server.on(getPurse, { ...purse, haltedBy })
      await open()
      await screen.findByText(t(`wallet.haltedBy.${haltedBy}`))
      expect(screen.queryByText(t('wallet.payableHint'))).toBeNull()
    },
  )

  it('pays out at once, and says so or why not', async () => {
    server.on(getPurse, purse)
    server.on(payOut, { payoutId: 'p1', state: 'in-flight' })
    await open()
    await userEvent.click(await screen.findByRole('button', { name: t('wallet.payOut') }))
    await waitFor(() => expect(toastStore.getCurrent()?.text).toBe(t('wallet.payOutStarted')))
    server.on(payOut, { payoutId: 'p2', state: 'awaiting-approval' })
    await userEvent.click(screen.getByRole('button', { name: t('wallet.payOut') }))
    await waitFor(() => expect(toastStore.getCurrent()?.text).toBe(t('wallet.payOutAwaiting')))
    server.on(payOut, () => refused('wallet.nothing-to-pay-out'))
    await userEvent.click(screen.getByRole('button', { name: t('wallet.payOut') }))
    await waitFor(() => expect(toastStore.getCurrent()?.text).toBe(wordsOfCode('wallet.nothing-to-pay-out')))
  })

  it('has nothing to pay out below 0.10 yuan', async () => {
    server.on(getPurse, { ...purse, payableAmount: '0.09' })
    await open()
    await screen.findByText('¥0.09')
    const why = t('reasons.tooLittle', { amount: '¥0.10' })
    screen.getByText(why)
    const pay = screen.getByRole('button', { name: t('wallet.payOut') })
    expect([withheldFor(pay), await saidOnPress(pay)]).toEqual([why, why])
    expect(server.asked(payOut)).toHaveLength(0)
  })

  it('without an account leads to binding one and pays nothing out', async () => {
    server.on(getPurse, { ...purse, boundAccount: null })
    await open()
    expect((await screen.findByRole('link', { name: t('wallet.bind') })).getAttribute('href')).toBe('/bind/alipay')
    screen.getByText(t('reasons.bindFirst'))
    expect(withheldFor(screen.getByRole('button', { name: t('wallet.payOut') }))).toBe(t('reasons.bindFirst'))
  })

  it('says from when an account that was bound without a code is paid', async () => {
    const heldUntil = '2026-11-02T00:00:00.000Z'
    server.on(getPurse, { ...purse, boundAccount: { ...bound, heldUntil } })
    await open()
    expect(await screen.findByText(t('wallet.heldUntil', { when: formatMoment(heldUntil) }))).toBeTruthy()
  })

  it('unbinds only after a question, and says why it cannot be', async () => {
    server.on(getPurse, purse)
    server.on(unbindAlipay, () => refused('wallet.payout-in-flight'))
    await open()
    const ask = async () => {
      await userEvent.click(await screen.findByRole('button', { name: t('wallet.unbind') }))
      return within(await screen.findByRole('alertdialog'))
    }
    await userEvent.click((await ask()).getByRole('button', { name: t('common.cancel') }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(server.asked(unbindAlipay)).toHaveLength(0)
    await userEvent.click((await ask()).getByRole('button', { name: t('wallet.unbind') }))
    await waitFor(() => expect(toastStore.getCurrent()?.text).toBe(wordsOfCode('wallet.payout-in-flight')))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    server.on(unbindAlipay, null)
    server.on(getPurse, { ...purse, boundAccount: null })
    await userEvent.click((await ask()).getByRole('button', { name: t('wallet.unbind') }))
    await waitFor(() => expect(toastStore.getCurrent()?.text).toBe(t('wallet.unbound')))
    await screen.findByRole('link', { name: t('wallet.bind') })
  })
})

describe.each(views)('the bill on $device in $language', (view) => {
  const PATH = '/personal-center/my-purse/alipayBill'
  const open = (search = '') => renderScreen(<AlipayBill />, view, { path: PATH + search, pattern: PATH })

  it('without entries says what will stand there; with a filter, how to take it away', async () => {
    server.on(alipayBill, { content: [], totalElements: 0, ...SUMS })
    const { address } = await open('?type=refund')
    await screen.findByText(t('wallet.billNothing'))
    await userEvent.click(screen.getAllByRole('button', { name: t('wallet.billFilter.clearAll') })[0]!)
    await screen.findByText(t('wallet.billEmptyText'))
    expect(address()).toBe(PATH)
  })

  it('shows each movement with its kind, sign, number and, unless it is done, its state', async () => {
    const states = ['awaiting-approval', 'in-flight', 'returned', 'failed', 'declined'] as const
    const payouts = states.map((state) => entry(state, { type: 'payout', amount: '-5.00', state }))
    server.on(alipayBill, { content: [entry('one', {}), ...payouts], totalElements: 5, ...SUMS })
    await open()
    const rowOf = (id: string) => within(screen.getByText(`TR-${id}`).closest<HTMLElement>('[data-row]')!)
    await screen.findByText('TR-one')
    rowOf('one').getByText(t('wallet.types.clearing'))
    expect(screen.getByText('TR-one').closest('[data-row]')!.textContent).toMatch(/\+.*10/)
    for (const state of states) rowOf(state).getByText(t(`wallet.states.${state}`))
    expect(screen.getByText('TR-failed').closest('[data-row]')!.textContent).toMatch(/-.*5/)
  })

  it('leads from what an order moved to that order', async () => {
    const content = [
      entry('paid', { type: 'payment', orderId: 'o-1', orderKind: 'code', orderName: 'Ledger kit' }),
      entry('out', { type: 'payout' }),
    ]
    server.on(alipayBill, { content, totalElements: 2, ...SUMS })
    await open()
    await userEvent.click(await screen.findByRole('link', { name: t('wallet.types.payment') }))
    const order = await screen.findByRole('link', { name: t('orders.result.order') })
    // What was ordered stands in the row and beside it.
    within(await screen.findByRole('dialog')).getByText('Ledger kit')
    expect(screen.getAllByText('Ledger kit').length).toBeGreaterThan(1)
    expect(order.getAttribute('href')).toBe('/personal-center/my-order/detail/o-1?kind=code')
    await userEvent.click(screen.getByRole('button', { name: t('common.close') }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await userEvent.click(screen.getByRole('link', { name: t('wallet.types.payout') }))
    const purse = within(await screen.findByRole('dialog')).getByRole('link')
    expect(purse.getAttribute('href')).toBe('/personal-center/my-purse')
  })

  it('says what came in and went out in all, and of what came back that it counts for neither', async () => {
    const back = entry('back', { type: 'payout', amount: '-5.00', state: 'returned' })
    const sums = { inAmount: '1234.50', outAmount: '67.00' }
    server.on(alipayBill, { content: [entry('one', {}), back], totalElements: 41, ...sums })
    await open('?case=back')
    const panel = within(await screen.findByRole('dialog', { name: t('wallet.types.payout') }))
    panel.getByText(t('wallet.undone'))
    panel.getByText('TR-back')
    const figureOf = (name: string) => screen.getByText(t(`wallet.billTotals.${name}`)).parentElement?.textContent
    expect(figureOf('in')).toContain('¥1,234.50')
    expect(figureOf('out')).toContain('¥67.00')
    expect(figureOf('count')).toContain('41')
  })

  it('is gone through by J and K, and Enter opens the row in focus with its fee', async () => {
    const content = [entry('one', { feeAmount: '0.30' }), entry('two', { type: 'refund', amount: '3.00' })]
    server.on(alipayBill, { content, totalElements: 2, ...SUMS })
    const { address } = await open('?minAmount=1')
    await screen.findByText('TR-one')
    await userEvent.keyboard('jjk{Enter}')
    const panel = within(await screen.findByRole('dialog', { name: t('wallet.types.clearing') }))
    panel.getByText('¥0.30')
    expect(address()).toBe(`${PATH}?minAmount=1&case=one`)
  })

  it('reads its filter out of the address and takes single parts of it away', async () => {
    server.on(alipayBill, ({ url }) =>
      ok(alipayBill, { content: [entry(url.searchParams.get('type') ?? 'all', {})], totalElements: 1, ...SUMS }),
    )
    const { address } = await open('?type=payout&minAmount=1&startTime=2026-11-02')
    await screen.findByText('TR-payout')
    // As the reader writes days and money, not as the address does.
    const chips = screen.getAllByRole('button', { name: new RegExp(t('wallet.billFilter.remove', { name: '.*' })) })
    const shown = chips.map((chip) => chip.closest('li')?.textContent ?? '').join()
    expect(shown).toContain(formatCalendarDay('2026-11-02'))
    expect(shown).toContain('¥1')
    const name = t('wallet.billFilter.type')
    await userEvent.click(screen.getByRole('button', { name: t('wallet.billFilter.remove', { name }) }))
    await screen.findByText('TR-all')
    expect(address()).toBe(`${PATH}?startTime=2026-11-02&minAmount=1`)
  })

  it('refuses a greatest amount that is not above the least', async () => {
    server.on(alipayBill, { content: [entry('one', {})], totalElements: 1, ...SUMS })
    const { address } = await open()
    await screen.findByText('TR-one')
    await userEvent.click(screen.getByRole('button', { name: t('wallet.billFilter.title') }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.type(await dialog.findByLabelText(t('wallet.billFilter.min')), '10')
    await userEvent.type(dialog.getByLabelText(t('wallet.billFilter.max')), '9')
    await dialog.findByText(t('wallet.billFilter.range'))
    const apply = dialog.getByRole('button', { name: t('wallet.billFilter.apply') }) as HTMLButtonElement
    expect(apply.disabled).toBe(true)
    await userEvent.type(dialog.getByLabelText(t('wallet.billFilter.max')), '9')
    await userEvent.click(apply)
    await waitFor(() => expect(address()).toBe(`${PATH}?minAmount=10&maxAmount=99`))
  })
})
