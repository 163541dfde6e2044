// @vitest-environment jsdom

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { clearCompute, listComputeConsume, listComputeProfit } from '@trove/contract/compute/orders'
import { listOffers, listShares, takeOffline } from '@trove/contract/compute/routes'
import { listSshKeys } from '@trove/contract/compute/ssh-keys'
import { listComputeGroups, listInterestTags } from '@trove/contract/dictionary/routes'
import { memberInfo, setInterestTags } from '@trove/contract/identity/routes'
import type { RouteResult } from '@trove/contract/kit/route'
import { payUrlByPost } from '@trove/contract/payment/routes'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Pages } from '../../../src/app/router.tsx'
import { toastStore } from '../../../src/lib/calls/notify.ts'
import { wordsOfCode } from '../../../src/lib/session/language.ts'
import { formatMoment, formatSpan } from '../../../src/lib/shown/format.ts'
import { type FakeServer, fakeServer, refused } from '../../fake-server.ts'
import { buyer, offerOf } from '../../people.ts'
import { chineseDesk, forgetScreen, renderScreen, type View, views } from '../../render.tsx'

/** What cards and small pages show, through the real router. */

let server: FakeServer
beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  server = fakeServer()
  server.on(listComputeGroups, { OS: [], cpuAndRam: [] })
})
afterEach(forgetScreen)

const t = (key: string, params?: object) => i18next.t(key as never, params as never) as unknown as string
const open = (path: string, view: View, isSignedIn = true) => renderScreen(<Pages />, view, { path, isSignedIn })
const offer = { ...offerOf('offer-77', '239.90'), uploaderNickName: 'Sam the seller', description: 'quiet and fast' }

type Order = RouteResult<typeof listComputeProfit>['content'][number]
const order: Order = {
  id: 'o1',
  renewsOrderId: null,
  ...{ gpu: null, isAutoRenewed: false, openFault: null },
  fkProductId: 'm1',
  orderSource: 'superPoints',
  outTradeNo: 'TR20261101',
  orderState: 'PaymentSuccessful',
  closeReason: null,
  totalAmount: '30.00',
  feeAmount: '0.00',
  tradingPlatform: 'Alipay',
  cstCreate: '2026-11-01T00:00:00.000Z',
  expiresAt: '2026-11-01T00:15:00.000Z',
  paidAt: '2026-11-01T00:01:00.000Z',
  refund: null,
  refundState: null,
  superPointsStatus: 2,
  cpuCores: 4,
  ramSize: 8,
  diskSize: 100,
  bandwidth: 20,
  operationSystem: '3',
  servePeriod: 30,
  serveHours: null,
  authId: 'CP-77',
  serveStartTime: '2026-11-01T00:02:00.000Z',
  serveEndTime: '2026-11-02T00:02:00.000Z',
  purchaser: 'Bea',
  sharer: 'Sam',
  income: {
    accruedAmount: '30.00',
    clearedAmount: '10.00',
    clearableAmount: '20.00',
    perDayAmount: '1.00',
    asOf: '2026-11-03T00:00:00.000Z',
  },
}
/** What an income order of a machine says of itself (b-markets 2, calculate profit card). */
const CARD_FIELDS = ['number', 'specification', 'purchaser', 'resource', 'period', 'ordered', 'amount'] as const
const inPageOrder = (a: Node, b: Node) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1)
const onePage = <T,>(one: T) => ({ content: [one], totalElements: 1, nextCursor: null })

describe.each(views)('on $device in $language', (view) => {
  it('a card of the market shows who, all facts, id, system, description and price', async () => {
    server.on(listOffers, { productCount: 1, products: { content: [offer] }, nextCursor: null })
    await open('/computingPowerMarket/computing-list', view)
    const card = within((await screen.findByText('quiet and fast')).closest('article')!)
    for (const text of ['Sam the seller', 'CP-offer-77', 'Debian', t('compute.buyNow')]) card.getByText(text)
    for (const fact of ['cpu', 'ram', 'disk', 'bandwidth', 'os', 'period'])
      card.getAllByText(t(`compute.facts.${fact}`))
    expect(card.getByText(t('compute.facts.ram')).closest('article')?.textContent).toContain('239')
  })

  it('the filter is summed up in one line, with "none" for what is not chosen', async () => {
    server.on(listOffers, { productCount: 1, products: { content: [offer] }, nextCursor: null })
    await open('/computingPowerMarket/computing-list?bandwidth=20', view)
    const none = t('common.none')
    const params = { os: none, period: none, ram: none, disk: none, bandwidth: `≥ 20 ${t('units.mbps')}` }
    const summary = t('compute.filter.summary', params)
    await screen.findByText(summary)
    await userEvent.click(screen.getByRole('button', { name: new RegExp(`^${t('market.filter.title')}`) }))
    const dialog = within(await screen.findByRole('dialog', { name: t('market.filter.title') }))
    await dialog.findByText(t('market.filter.now', { summary }))
  })

  it('the settlement desk shows the chosen offer out of the session at once', async () => {
    sessionStorage.setItem('superPoints', JSON.stringify(offer))
    server.on(listSshKeys, [])
    await open('/computingPowerMarket/computing-check/offer-77', view)
    await screen.findByText('Sam the seller')
    screen.getByText('CP-offer-77')
    for (const fact of ['ram', 'disk', 'bandwidth']) screen.getByText(t(`compute.facts.${fact}`))
    // Among the facts, and in the sum above the total.
    expect(screen.getAllByText(t('compute.facts.period'))).toHaveLength(2)
    for (const method of ['wechat', 'alipay'])
      screen.getByRole('radio', { name: new RegExp(t(`market.checkout.${method}`)) })
    // A lease can be ended early: "no refund" alone would not be true of it.
    expect(screen.getByText(t('compute.checkout.notice')).textContent).toMatch(
      /退回尚未开始的整天|whole days that have not begun/,
    )
    expect(document.body.textContent).toContain('239')
  })

  it('an income order shows all its fields in their order and is cleared with a message', async () => {
    server.on(listComputeProfit, onePage(order))
    server.on(clearCompute, { clearedAmount: '20.00', totalClearedAmount: '30.00', payoutState: 'waiting' })
    await open('/personal-center/my-order/profit/calculateOrder', view)
    const card = within((await screen.findByText('TR20261101')).closest('article')!)
    const beside = (name: string) => card.getByText(t(`orders.field.${name}`)).nextElementSibling?.textContent
    expect(Object.fromEntries(CARD_FIELDS.map((name) => [name, beside(name)]))).toEqual({
      number: 'TR20261101',
      specification:
        view.language === 'en'
          ? '4 cores · 8 GB RAM · 100 GB disk · 20 Mbps'
          : '4 核 · 内存 8 GB · 硬盘 100 GB · 带宽 20 Mbps',
      purchaser: 'Bea',
      resource: 'CP-77',
      period: formatSpan(order.serveStartTime!, order.serveEndTime!),
      ordered: formatMoment(order.cstCreate),
      amount: '¥30.00',
    })
    // In the order of the specification (B:46); the status stands beside the number.
    const labels = CARD_FIELDS.map((name) => card.getByText(t(`orders.field.${name}`)))
    expect([...labels].sort(inPageOrder)).toEqual(labels)
    card.getByText(t('orders.standing.uncleared'))
    await userEvent.click(card.getByRole('button', { name: t('orders.clear') }))
    await waitFor(() => expect(toastStore.getCurrent()?.text).toBe(t('orders.cleared', { amount: '¥20.00' })))
    server.on(clearCompute, () => refused('orders.nothing-to-clear'))
    await userEvent.click(card.getByRole('button', { name: t('orders.clear') }))
    await waitFor(() => expect(toastStore.getCurrent()?.kind).toBe('warning'))
  })

  it('an order that was not paid is shown as cancelled', async () => {
    const closed = { ...order, orderState: 'PaymentFailed', closeReason: 'expired', superPointsStatus: null } as const
    server.on(listComputeConsume, onePage(closed))
    await open('/personal-center/my-order/consume/calculateOrder', view)
    const card = within((await screen.findByText('TR20261101')).closest('article')!)
    card.getByText(t('orders.standing.expired'))
    card.getByText('Sam')
    expect(card.queryByRole('button', { name: t('orders.pay') })).toBeNull()
  })

  it('an unpaid order is paid in a new window', async () => {
    const expiresAt = new Date(Date.now() + 600_000).toISOString()
    const unpaid = { ...order, orderState: 'ToBePaid', superPointsStatus: null, paidAt: null, expiresAt } as const
    server.on(listComputeConsume, onePage(unpaid))
    server.on(payUrlByPost, 'https://cashier.test/pay')
    const opened = { closed: false, opener: window, location: { replace: vi.fn() } }
    vi.stubGlobal('open', vi.fn().mockReturnValue(opened))
    await open('/personal-center/my-order/consume/calculateOrder', view)
    await userEvent.click(await screen.findByRole('button', { name: t('orders.pay') }))
    await waitFor(() => expect(opened.location.replace).toHaveBeenCalledWith('https://cashier.test/pay'))
    expect(opened.opener).toBeNull()
  })

  it('interest tags are chosen as chips; right after sign-in saving leads to /home', async () => {
    const market = 'talent' as const
    const words = (id: string) => ({ dictValue: id, labelZh: `${id} 标签`, labelEn: `${id} tag` })
    const tags = ['ai', 'web'].map((id) => ({ id, market, ...words(id) }))
    server.on(listInterestTags, tags)
    server.on(setInterestTags, tags)
    server.on(memberInfo, buyer)
    const { address } = await open('/interest/tag/login', view)
    const chip = (id: string) => screen.findByRole('checkbox', { name: new RegExp(`^${id} `) })
    expect(((await chip('ai')) as HTMLInputElement).checked).toBe(true)
    await userEvent.click(await chip('web'))
    await userEvent.click(screen.getByRole('button', { name: t('interests.start') }))
    await waitFor(() => expect(server.asked(setInterestTags)[0]?.body).toEqual({ interestTagIdList: ['ai', 'web'] }))
    await waitFor(() => expect(address()).toBe('/home'))
  })

  it('a new page begins at its top', async () => {
    const scrollTo = vi.spyOn(window, 'scrollTo')
    const { unmount } = await open('/home', view)
    await screen.findAllByText(t('landing.details'))
    unmount()
    scrollTo.mockClear()
    await open('/computingPowerMarket/hub', view)
    await screen.findByText(t('compute.hub.needCompute'))
    expect(scrollTo).toHaveBeenCalledWith(0, 0)
  })
})

const share: RouteResult<typeof listShares>['content'][number] = {
  id: 'm1',
  cpuCores: 4,
  ramSize: 8,
  diskSize: 100,
  bandwidth: 20,
  operationSystem: '3',
  gpu: null,
  servePeriod: 30,
  price: '9.90',
  hourPrice: null,
  isRelisted: false,
  isRenewable: true,
  renewalPrice: '9.90',
  description: 'in the cellar',
  status: 0,
  listing: 'online',
  isReserved: false,
  authId: 'CP-77',
  serveStartTime: null,
  serveEndTime: null,
  faultAwaits: null,
  serverIPv4: '8.8.8.8',
  serverPort: 22,
  defaultUsername: 'root',
  verification: offer.verification,
  cleaning: 'none',
  orderId: null,
  cstCreate: '2026-10-01T00:00:00.000Z',
}

describe.each(views)('one’s own machine on $device in $language', (view) => {
  it('is taken offline with a message, and stays online when that is refused or fails', async () => {
    server.on(listShares, { content: [share], totalElements: 1 })
    server.on(takeOffline, () => refused('compute.serving'))
    await open('/personal-center/my-calculate?tab=share', view)
    await screen.findByText(t('machines.share.status0'))
    for (const tab of ['purchases', 'shares']) screen.getByRole('tab', { name: t(`machines.${tab}`) })
    const press = async () => {
      const button = await screen.findByRole('button', { name: t('machines.share.offline') })
      await waitFor(() => expect((button as HTMLButtonElement).disabled).toBe(false))
      await userEvent.click(button)
      const question = within(await screen.findByRole('alertdialog', { name: t('machines.share.offlineTitle') }))
      await userEvent.click(question.getByRole('button', { name: t('machines.share.offline') }))
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    }
    await press()
    await waitFor(() => expect(toastStore.getCurrent()?.text).toBe(wordsOfCode('compute.serving')))
    server.on(takeOffline, () => Promise.reject(new TypeError('Failed to fetch')))
    await press()
    await waitFor(() =>
      expect(toastStore.getCurrent()?.text).toBe(t('machines.share.offlineFailed', { reason: t('common.network') })),
    )
    server.on(takeOffline, null)
    await press()
    await waitFor(() => expect(toastStore.getCurrent()?.text).toBe(t('machines.share.offlineDone')))
  })
})

describe('at a desk', () => {
  const desk = chineseDesk
  it('the register button opens the login dialog over the page', async () => {
    await open('/home', desk, false)
    await userEvent.click(screen.getAllByRole('link', { name: t('landing.register') })[0]!)
    const dialog = await screen.findByRole('dialog', { name: t('login.title') })
    await within(dialog).findByLabelText(t('login.phone'))
  })
  it('signing in without phone and code names both fields', async () => {
    await open('/login', desk, false)
    await userEvent.click(await screen.findByRole('button', { name: t('login.submit') }))
    for (const key of ['phoneRequired', 'codeRequired']) await screen.findByText(t(`login.${key}`))
  })
  it('a closed page leads a visitor to /home with the warning and the login dialog', async () => {
    const { address } = await open('/personalCenter', desk, false)
    // It goes by itself after some seconds, and the dialog may take longer.
    await waitFor(() =>
      expect(toastStore.getCurrent()).toMatchObject({ kind: 'warning', text: t('common.signInFirst') }),
    )
    await screen.findByRole('dialog', { name: t('login.title') })
    expect(address()).toBe('/home?next=%2FpersonalCenter')
  })
  it('the computing landing has its banners at once, as a named carousel with a dot for each', async () => {
    await open('/computingPower', desk, false)
    const carousel = within(await screen.findByRole('region', { name: t('landing.compute.carousel') }))
    for (const banner of ['rent', 'share', 'store'])
      carousel.getByRole('button', { name: t(`landing.compute.banners.${banner}`) })
  })
  it('the grid has one card a row, two from 768 px, four from 1600 px, and one on a phone', () => {
    const css = readFileSync(
      join(import.meta.dirname, '../../../../../packages/ui/src/layout/card-grid.module.css'),
      'utf8',
    )
    expect(css).toMatch(/min-width: 768px[^}]*not\(\[data-device="mobile"\]\)[^}]*repeat\(2,/)
    expect(css).toMatch(/min-width: 1200px[^}]*not\(\[data-device="mobile"\]\)[^}]*data-dense[^}]*repeat\(4,/)
    expect(css).toMatch(/min-width: 1600px[^}]*not\(\[data-device="mobile"\]\)[^}]*repeat\(4,/)
  })
})
