// @vitest-environment jsdom

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { listComputeConsume, listComputeProfit } from '@trove/contract/compute/orders'
import { listComputeGroups } from '@trove/contract/dictionary/routes'
import { payUrlByPost } from '@trove/contract/payment/routes'
import { siteInfo } from '@trove/contract/platform/routes'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import ConsumeOrders from '../../../src/app/pages/orders/consume-orders.tsx'
import ProfitOrders from '../../../src/app/pages/orders/profit-orders.tsx'
import { toastStore } from '../../../src/lib/calls/notify.ts'
import { wordsOfCode } from '../../../src/lib/session/language.ts'
import { type FakeServer, fakeServer, ok, refused } from '../../fake-server.ts'
import { gpuGroup, inDays, pageOf, serving, unpaid } from '../../orders.ts'
import { forgetScreen, renderScreen, views } from '../../render.tsx'
import { withheldFor } from '../../withheld.ts'

/** The order lists: empty, loading, failed, filled; searching, paying, going on. */

let server: FakeServer
let reachEnd: () => void = () => undefined
beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(seen: (entries: { isIntersecting: boolean }[]) => void) {
        reachEnd = () => seen([{ isIntersecting: true }])
      }
      observe() {}
      disconnect() {}
    },
  )
  server = fakeServer()
})
afterEach(forgetScreen)

const t = (key: string, params?: object) => i18next.t(key as never, params as never) as unknown as string

describe.each(views)('the order lists on $device in $language', (view) => {
  const open = (side: 'consume' | 'profit', key = 'calculateOrder') =>
    renderScreen(side === 'consume' ? <ConsumeOrders /> : <ProfitOrders />, view, {
      path: `/personal-center/my-order/${side}/${key}`,
      pattern: `/personal-center/my-order/${side}/:key?`,
    })

  it.each([
    ['consume', listComputeConsume, '/computingPowerMarket/storage-resources?tab=computing', 'toMarket'],
    ['profit', listComputeProfit, '/computingPowerMarket/shared-computing', 'shareMine'],
  ] as const)('without %s orders say so and lead to the next step', async (side, route, href, word) => {
    server.on(route, pageOf())
    await open(side)
    await screen.findByText(t(`orders.${side}Empty`))
    screen.getByText(t(`orders.${side}EmptyText`))
    expect(screen.getByRole('link', { name: t(`orders.${word}`) }).getAttribute('href')).toBe(href)
  })

  it('are read out as loading until they are there', async () => {
    let answer: (response: Response) => void = () => undefined
    server.on(listComputeConsume, () => new Promise<Response>((resolve) => (answer = resolve)))
    await open('consume')
    expect((await screen.findByRole('status', { name: t('common.loading') })).getAttribute('aria-busy')).toBe('true')
    answer(ok(listComputeConsume, pageOf(serving)))
    await screen.findByText('TR20261101')
    expect(screen.queryByRole('status', { name: t('common.loading') })).toBeNull()
  })

  it('say why they could not be had, and are there after trying again', async () => {
    server.on(listComputeConsume, () => refused('service.unavailable'))
    await open('consume')
    const failure = within(await screen.findByRole('alert'))
    failure.getByText(wordsOfCode('service.unavailable')!)
    server.on(listComputeConsume, pageOf(serving))
    await userEvent.click(failure.getByRole('button', { name: t('common.retry') }))
    await screen.findByText('TR20261101')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('go on at the end by the last answer’s cursor until there is no more', async () => {
    server.on(listComputeConsume, ({ url }) =>
      url.searchParams.get('cursor') === 'o1'
        ? ok(listComputeConsume, { ...pageOf({ ...serving, id: 'o3', outTradeNo: 'TR3' }), totalElements: 2 })
        : ok(listComputeConsume, { content: [serving], totalElements: 2, nextCursor: 'o1' }),
    )
    await open('consume')
    await screen.findByText('TR20261101')
    reachEnd()
    await screen.findByText('TR3')
    await screen.findByText(t('common.noMore'))
    expect(screen.getAllByRole('article')).toHaveLength(2)
  })

  it('are searched by number, resource or nickname, and say when nothing matches', async () => {
    server.on(listComputeConsume, ({ url }) =>
      ok(listComputeConsume, url.searchParams.get('name') === 'nobody' ? pageOf() : pageOf(serving)),
    )
    const { address } = await open('consume')
    await screen.findByText('TR20261101')
    const fold = screen.queryByRole('button', { name: t('orders.search') })
    if (fold) await userEvent.click(fold)
    await userEvent.type(screen.getByRole('searchbox', { name: t('orders.search') }), ' nobody ')
    await screen.findByText(t('orders.nothingFound'))
    expect(screen.queryByRole('link', { name: t('orders.toMarket') })).toBeNull()
    expect(address()).toBe('/personal-center/my-order/consume/calculateOrder?keyword=nobody')
    await userEvent.click(screen.getByRole('button', { name: t('common.clear') }))
    await screen.findByText('TR20261101')
    expect(address()).toBe('/personal-center/my-order/consume/calculateOrder')
  })

  it('are searched as an address says, so that one comes back to what was found', async () => {
    server.on(listComputeConsume, ({ url }) =>
      ok(listComputeConsume, url.searchParams.get('name') === 'gpu' ? pageOf(serving) : pageOf(unpaid)),
    )
    await open('consume', 'calculateOrder?keyword=gpu')
    await screen.findByText('TR20261101')
    expect(screen.getByRole('searchbox', { name: t('orders.search') })).toHaveProperty('value', 'gpu')
    expect(screen.queryByText('TR20261102')).toBeNull()
    // Emptied by hand it stays, for the word that is typed next.
    await userEvent.type(
      screen.getByRole('searchbox', { name: t('orders.search') }),
      '{Backspace}{Backspace}{Backspace}tr',
    )
    expect(screen.getByRole('searchbox', { name: t('orders.search') })).toHaveProperty('value', 'tr')
  })

  it('lead from a machine in service to one’s machines, and from an order to its page', async () => {
    server.on(listComputeConsume, pageOf(serving))
    await open('consume')
    const card = within((await screen.findByText('TR20261101')).closest('article')!)
    card.getByText(t('orders.standing.serving'))
    const href = (name: RegExp | string) => card.getByRole('link', { name }).getAttribute('href')
    expect(href(t('orders.openCompute'))).toBe('/personal-center/my-calculate')
    expect(href(/TR20261101/)).toBe('/personal-center/my-order/detail/o1?kind=superPoints')
  })

  it.each([
    ['Refunding', 'refunding'],
    ['PaymentSuccessful', 'refunded'],
  ] as const)('say of a machine still in service that a part of the sum is %s', async (refundState, word) => {
    server.on(listComputeConsume, pageOf({ ...serving, refund: '3.00', refundState }))
    await open('consume')
    const card = within((await screen.findByText('TR20261101')).closest('article')!)
    card.getByText(t('orders.standing.serving'))
    const refund = card.getByText(t('orders.field.refund')).nextSibling
    expect(refund?.textContent).toBe(`¥3.00 · ${t(`orders.standing.${word}`)}`)
  })

  it('say which GPUs the machine has, and that its renewal is prepared', async () => {
    server.on(listComputeGroups, gpuGroup)
    const gpu = { model: 'rtx-4090', count: 2, vramSize: 24 }
    server.on(listComputeConsume, pageOf({ ...serving, gpu, isAutoRenewed: true }, unpaid))
    await open('consume')
    const card = within((await screen.findByText('TR20261101')).closest('article')!)
    await card.findByText(/^2 × RTX 4090 · 24 GB · 4 /)
    card.getByText(new RegExp(t('autoRenewal.isOn')))
    const other = within(screen.getByText('TR20261102').closest('article')!)
    expect([/RTX/, new RegExp(t('autoRenewal.isOn'))].map((words) => other.queryByText(words))).toEqual([null, null])
  })

  it('say that an order cannot be paid any more, close the window again and look anew', async () => {
    server.on(listComputeConsume, pageOf(unpaid))
    server.on(payUrlByPost, () => refused('orders.not-payable'))
    const opened = { closed: false, opener: window, location: { replace: vi.fn() }, close: vi.fn() }
    vi.stubGlobal('open', vi.fn().mockReturnValue(opened))
    await open('consume')
    await userEvent.click(await screen.findByRole('button', { name: t('orders.pay') }))
    await waitFor(() => expect(toastStore.getCurrent()?.text).toBe(wordsOfCode('orders.not-payable')))
    expect(opened.close).toHaveBeenCalled()
    await waitFor(() => expect(server.asked(listComputeConsume).length).toBeGreaterThan(1))
  })

  it('count the time to pay by the business clock: what the reader’s clock leaves open is over', async () => {
    const info = {
      product: 'trove',
      ssoClient: 'trove:trove',
      walletExtensionUrl: 'https://wallet.example/get',
      isEmbedded: true,
      isDemo: true,
      hasDevClock: true,
      chainUrl: null,
      storageUrl: null,
    }
    server.on(siteInfo, { ...info, now: inDays(1) })
    server.on(listComputeConsume, pageOf(unpaid))
    await open('consume')
    await screen.findByText(t('orders.payExpired'))
    expect(screen.queryByRole('button', { name: t('orders.pay') })).toBeNull()
  })

  it('show what a machine earned and cleared, and keep clearing back while there is less than a fen', async () => {
    const income = { ...serving.income, accruedAmount: '0.50', perDayAmount: '0.00' }
    server.on(listComputeProfit, pageOf({ ...serving, income }))
    await open('profit')
    const card = within((await screen.findByText('TR20261101')).closest('article')!)
    for (const word of ['accrued', 'cleared']) card.getByText(t(`orders.income.${word}`))
    expect(withheldFor(card.getByRole('button', { name: t('orders.clear') }))).toBe(t('income.nothing'))
  })
})
