// @vitest-environment jsdom

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { advisePrice } from '@trove/contract/compute/publishing'
import { listShares } from '@trove/contract/compute/routes'
import { ComputeShare } from '@trove/contract/compute/shapes'
import type { RouteResult } from '@trove/contract/kit/route'
import { clearAll, getIncome, INCOME_DAYS, setDailyClearing } from '@trove/contract/order-lists/income'
import { siteInfo } from '@trove/contract/platform/routes'
import { getPurse } from '@trove/contract/wallet/routes'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import IncomePage from '../../../src/app/pages/income.tsx'
import { idleReasonOf } from '../../../src/features/compute/mine/idle-reason.ts'
import { usedPercentOf } from '../../../src/features/compute/mine/machine-income.tsx'
import { formatCalendarDay } from '../../../src/lib/shown/format.ts'
import { type FakeServer, fakeServer, refused } from '../../fake-server.ts'
import { share } from '../../orders.ts'
import { forgetScreen, renderScreen, views } from '../../render.tsx'
import { withheldFor } from '../../withheld.ts'

type Income = RouteResult<typeof getIncome>
type Share = RouteResult<typeof listShares>['content'][number]

const t = (key: string, params = {}): string => i18next.t(key as 'common.ok', params)
const asOf = '2026-11-10T04:00:00.000Z'
const NONE: Income = {
  clearableAmount: '0.00',
  perDayAmount: '0.00',
  undecidedAmount: '0.00',
  clearablePerDayAmount: '0.00',
  heldAmount: '0.00',
  todayAmount: '0.00',
  earnedAmount: '0.00',
  growsUntil: null,
  clearableLimit: '0.00',
  todayLimit: '0.00',
  asOf,
  since: '2026-10-11T16:00:00.000Z',
  days: [
    { date: '2026-11-09', amount: '0.00' },
    { date: '2026-11-10', amount: '0.00' },
  ],
  goods: [],
  isClearedDaily: false,
}
const RICH: Income = {
  ...NONE,
  clearableAmount: '36.00',
  clearableLimit: '40.00',
  perDayAmount: '24.00',
  clearablePerDayAmount: '24.00',
  heldAmount: '1036.00',
  todayAmount: '12.00',
  todayLimit: '20.00',
  earnedAmount: '136.00',
  growsUntil: '2026-11-10T12:00:00.000Z',
  days: [
    { date: '2026-11-09', amount: '124.00' },
    { date: '2026-11-10', amount: '12.00' },
  ],
  goods: [
    {
      ...{ productType: 'superPoints', productId: 'm1', name: null, clearableAmount: '36.00', perDayAmount: '24.00' },
      ...{ earnedAmount: '100.00', servedSeconds: 432_000, orderId: 'o1', serveEndTime: '2026-11-11T00:00:00.000Z' },
    },
    {
      ...{
        productType: 'code',
        productId: 'work-of-mine',
        name: 'Ledger kit',
        clearableAmount: '0.00',
        perDayAmount: '0.00',
      },
      ...{ earnedAmount: '36.00', servedSeconds: 0, orderId: null, serveEndTime: null },
    },
  ],
}
const PURSE = {
  ...{ boundAccount: null, haltedBy: null, payableAmount: '0.00', awaitingApprovalAmount: '0.00' },
  ...{ inFlightAmount: '0.00', paidOutAmount: '0.00', unclearedAmount: '0.00' },
} as unknown as RouteResult<typeof getPurse>
const shareOf = (id: string, change: Partial<Share>): Share => ({ ...share, id, authId: `CP-${id}`, ...change })

let server: FakeServer
const showShares = (...content: Share[]) => server.on(listShares, { content, totalElements: content.length })
beforeEach(() => {
  server = fakeServer()
  server.on(siteInfo, () => Response.json({ code: 200, message: '', data: { now: asOf } }))
  server.on(getPurse, PURSE)
  server.on(advisePrice, { advice: null })
  showShares()
})
afterEach(forgetScreen)

describe.each(views)('on $device in $language', (view) => {
  const show = () => renderScreen(<IncomePage />, view, { path: '/personal-center/income' })

  it('names what waits for a reported fault apart, and counts none of it as ready', async () => {
    server.on(getIncome, { ...RICH, undecidedAmount: '7.50' })
    await show()
    const label = await screen.findByText(t('income.undecided'))
    expect(label.closest('div')!.textContent).toContain('¥7.50')
  })

  it.each([
    ['12.00', 1],
    ['0.00', 0],
  ])('says when %s that buyers have paid is earned, %i time', async (heldAmount, times) => {
    server.on(getIncome, { ...RICH, growsUntil: null, heldAmount })
    await show()
    await screen.findByText(t('income.still'))
    expect(screen.queryAllByText(t('income.heldNote'))).toHaveLength(times)
  })

  it('what was collected and not paid out stands there, and what it waits for', async () => {
    server.on(getIncome, RICH)
    server.on(getPurse, { ...PURSE, payableAmount: '960.00', awaitingApprovalAmount: '6000.00' })
    await show()
    const label = await screen.findByText(t('income.collectedYet'))
    const figure = label.closest('div')!
    expect(figure.textContent).toContain('¥960.00')
    expect(figure.textContent).toContain(t('income.waitsForAccount'))
    expect(screen.getByText(t('wallet.awaiting')).closest('div')!.textContent).toContain('¥6,000.00')
  })

  it('the earnings page says what can be collected, what counts by day and machine, and where the money goes', async () => {
    server.on(getIncome, RICH)
    showShares(shareOf('m1', { status: 1, cstCreate: '2026-10-31T04:00:00.000Z' }))
    await show()
    const head = within(await screen.findByRole('region', { name: t('income.ready') }))
    expect(head.getByText(t('income.perDay', { amount: '¥24.00' }))).toBeTruthy()
    expect(head.getByText('¥136.00')).toBeTruthy()
    expect(head.getByText('¥1,036.00')).toBeTruthy()
    await head.findByText(new RegExp(t('income.bindFirst')))
    expect(head.getByRole('link', { name: t('income.bind') }).getAttribute('href')).toBe('/personal-center/my-purse')
    const days = within(screen.getByRole('region', { name: t('income.days') }))
    expect(days.getByRole('row', { name: `${formatCalendarDay('2026-11-09')} ¥124.00` })).toBeTruthy()
    const machines = within(screen.getByRole('region', { name: t('income.byMachine') }))
    const machine = machines.getByRole('link', { name: 'CP-m1' })
    expect(machine.getAttribute('href')).toBe('/personal-center/my-order/detail/o1')
    expect(machine.closest('[data-row]')!.textContent).toContain('50%')
    expect(machine.closest('[data-row]')!.textContent).toContain('¥100.00')
    const others = within(screen.getByRole('region', { name: t('income.others') }))
    expect(others.getByText('¥36.00')).toBeTruthy()
    others.getByRole('link', { name: t('income.item', { kind: t('orders.tabs.codeOrder'), id: 'Ledger kit' }) })
    expect(screen.queryByRole('region', { name: t('income.idle') })).toBeNull()
  })

  it('a machine that earns nothing stands there with the reason, and beside what like machines ask', async () => {
    server.on(getIncome, NONE)
    const advice = { machines: 6, perDayFrom: '1.00', perDayTo: '2.00', perDayMiddle: '1.50', rented: 0 }
    server.on(advisePrice, { advice: { ...advice, rentedWithinDays: null, usedPercent: null } })
    showShares(shareOf('m2', { status: 2, price: '90.00', servePeriod: 30 }))
    await show()
    const idle = within(await screen.findByRole('region', { name: t('income.idle') }))
    expect(idle.getByText(t('income.why.ended'))).toBeTruthy()
    await idle.findByText(t('income.asks', { from: '¥1.00', to: '¥2.00', own: '¥3.00' }))
    screen.getByText(t('income.still'))
    // Nothing to plot: an axis of cents would stand beside no bar.
    const days = within(screen.getByRole('region', { name: t('income.days') }))
    days.getByText(t('income.noDays', { days: INCOME_DAYS }))
    expect(days.queryByRole('table')).toBeNull()
  })

  it('all is collected by one press, which says how much it was; without income there is nothing to press', async () => {
    server.on(getIncome, RICH)
    server.on(clearAll, { orders: 2, clearedAmount: '36.01', nextCursor: null })
    await show()
    await userEvent.click(await screen.findByRole('button', { name: t('income.collect') }))
    await screen.findByText(t('income.collected', { count: 2, amount: '¥36.01' }))
    expect(server.asked(clearAll)).toHaveLength(1)
    forgetScreen()
    server = fakeServer()
    server.on(siteInfo, () => Response.json({ code: 200, message: '', data: { now: asOf } }))
    server.on(getIncome, NONE)
    showShares(shareOf('m3', {}))
    await show()
    const button = await screen.findByRole('button', { name: t('income.collect') })
    expect(withheldFor(button)).toBe(t('income.nothing'))
  })

  it('collecting every day is switched on and off', async () => {
    server.on(getIncome, RICH)
    server.on(setDailyClearing, { isClearedDaily: true })
    await show()
    const daily = () => screen.findByLabelText(new RegExp(t('income.daily'))) as Promise<HTMLInputElement>
    expect((await daily()).checked).toBe(false)
    await userEvent.click(await daily())
    await waitFor(async () => expect((await daily()).checked).toBe(true))
    expect(server.asked(setDailyClearing).map(({ body }) => body)).toEqual([{ isDaily: true }])
  })

  it('who sells nothing is led to sharing, and a failure can be tried again', async () => {
    server.on(getIncome, NONE)
    const { unmount } = await show()
    await screen.findByText(t('income.none'))
    unmount()
    forgetScreen()
    server = fakeServer()
    showShares()
    server.on(getIncome, () => refused('service.unknown'))
    await show()
    server.on(getIncome, NONE)
    await userEvent.click(await screen.findByRole('button', { name: t('common.retry') }))
    await screen.findByText(t('income.none'))
  })
})

const checked = (state: Share['verification']['state'], differing: Share['verification']['differing'] = []) =>
  ({ ...share.verification, state, differing }) as Share['verification']

it.each<[ReturnType<typeof idleReasonOf>, Partial<Share>]>([
  [undefined, { status: 1 }],
  ['cleaning', { status: 1, cleaning: 'running' }],
  ['cleaningFailed', { status: 2, cleaning: 'failed' }],
  ['reserved', { isReserved: true }],
  ['ended', { status: 2 }],
  ['offline', { listing: 'offline' }],
  ['unreachable', { listing: 'offline', verification: checked('unreachable') }],
  ['differs', { verification: checked('differs', ['cpuCores']) }],
  ['pending', { verification: checked('pending') }],
  ['waiting', {}],
])('a machine stands empty for this reason: %s', (reason, change) => {
  // As the call parses it.
  const machine = ComputeShare.parse(shareOf('m', { status: 0, listing: 'online', ...change }))
  expect(idleReasonOf(machine)).toBe(reason)
})

it('the use of a machine counts from its publishing, or over all days that are looked back on', () => {
  const percent = (cstCreate: string, servedSeconds: number) => usedPercentOf({ cstCreate }, servedSeconds, NONE)
  expect(percent('2026-11-09T04:00:00.000Z', 43_200)).toBe(50)
  expect(percent('2025-01-01T00:00:00.000Z', 43_200)).toBe(2)
  expect(percent('2026-11-09T04:00:00.000Z', 90_000)).toBe(100)
  expect(percent(asOf, 0)).toBe(0)
})
