// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { quoteRenewal, quoteStop, setRenewal, stopLease } from '@trove/contract/compute/leases'
import { listPurchases } from '@trove/contract/compute/orders'
import { getOffer, listShares } from '@trove/contract/compute/routes'
import { createPayment, getOrder } from '@trove/contract/order-lists/routes'
import { payResult } from '@trove/contract/payment/routes'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import OrderScreen from '../../../src/app/pages/order.tsx'
import PayResultPage from '../../../src/app/pages/pay-result.tsx'
import MyCompute from '../../../src/features/compute/mine/my-compute.tsx'
import CheckoutCompute from '../../../src/features/compute/offer/checkout-compute.tsx'
import { toastStore } from '../../../src/lib/calls/notify.ts'
import { wordsOfCode } from '../../../src/lib/session/language.ts'
import { formatMoment } from '../../../src/lib/shown/format.ts'
import { type FakeServer, fakeServer, refused } from '../../fake-server.ts'
import { detailOf, inDays, pageOf, purchase, serving as running, share } from '../../orders.ts'
import { offerOf } from '../../people.ts'
import { forgetScreen, renderScreen, views } from '../../render.tsx'

/** What can be done with a lease: ending it early, renewing it, renting again; and what its seller says of renewals. */

const PATH = '/personal-center/my-calculate'
const stopQuote = {
  orderId: 'o1',
  refundAmount: '8.91',
  keptAmount: '0.99',
  feeAmount: '0.00',
  unit: 'day' as const,
  used: 3,
  unused: 27,
  nextAt: inDays(0.5),
  serveEndTime: inDays(27.5),
  renewalAmount: null,
}
const renewalQuote = {
  orderId: 'o1',
  productId: 'm1',
  price: '12.00',
  feeAmount: '0.00',
  servePeriod: 30,
  serveHours: null,
  hourPrice: null,
  serveEndTime: inDays(29),
  renewedEndTime: inDays(59),
}
/** The machine as its page shows it to others while it is rented. */
const taken = {
  ...offerOf('m1', '9.90'),
  uploader: { id: 's', nickName: 'Seller m1', headImgUrl: null, isDemo: false },
  isMine: false,
  isAvailable: false,
  unavailableReason: 'taken' as const,
  feeAmount: '0.00',
  pastOrders: 1,
}

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
  server.on(listPurchases, pageOf(purchase))
  server.on(listShares, { content: [{ ...share, status: 1 }], totalElements: 1 })
})
afterEach(forgetScreen)

const t = (key: string, params?: object) => i18next.t(key as never, params as never) as unknown as string

describe.each(views)('a lease on $device in $language', (view) => {
  const open = (search = '') => renderScreen(<MyCompute />, view, { path: PATH + search, pattern: PATH })
  async function choose(name: string) {
    await userEvent.click(await screen.findByRole('button', { name: t('machines.share.more') }))
    await userEvent.click(await screen.findByText(name))
  }

  it('is ended only after what goes back was shown, and for that amount', async () => {
    server.on(quoteStop, { ...stopQuote, renewalAmount: '9.90' })
    server.on(stopLease, null)
    await open()
    await choose(t('machines.stop.open'))
    const dialog = within(await screen.findByRole('dialog', { name: t('machines.stop.title') }))
    await dialog.findByText(t('machines.stop.text', { amount: '¥18.81' }))
    dialog.getByText(t('machines.stop.rule.day'))
    // The lines come to the sum: rent less what stays, and the renewal; the days named are not all of what goes back.
    const lines = dialog.getAllByRole('definition').map(({ textContent }) => textContent)
    expect(lines).toEqual(['¥9.90', '−¥0.99', '¥0.00', '+¥9.90', '¥18.81'])
    expect(dialog.queryByText(t('machines.stop.unused.day', { count: 27 }))).toBeNull()
    expect(server.asked(stopLease)).toHaveLength(0)
    await userEvent.click(dialog.getByRole('button', { name: t('machines.stop.confirm') }))
    await waitFor(() => expect(server.asked(stopLease)).toMatchObject([{ body: { refundAmount: '8.91' } }]))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('shows the new amount when another day began before it was ended', async () => {
    server.on(quoteStop, stopQuote)
    server.on(stopLease, () => refused('compute.stop-changed'))
    await open()
    await choose(t('machines.stop.open'))
    const dialog = within(await screen.findByRole('dialog'))
    const confirm = dialog.getByRole('button', { name: t('machines.stop.confirm') })
    await dialog.findByText(t('machines.stop.text', { amount: '¥8.91' }))
    server.on(quoteStop, { ...stopQuote, refundAmount: '8.58', unused: 26 })
    await userEvent.click(confirm)
    await dialog.findByText(t('machines.stop.text', { amount: '¥8.58' }))
  })

  it('that cannot be ended says why', async () => {
    let answer: (response: Response) => void = () => undefined
    server.on(quoteStop, () => new Promise<Response>((resolve) => (answer = resolve)))
    await open()
    await choose(t('machines.stop.open'))
    const dialog = within(await screen.findByRole('dialog'))
    dialog.getByRole('status', { name: t('common.loading') })
    await waitFor(() => expect(server.asked(quoteStop)).toHaveLength(1))
    answer(refused('compute.lease-over'))
    await dialog.findByText(wordsOfCode('compute.lease-over')!)
    expect((dialog.getByRole('button', { name: t('machines.stop.confirm') }) as HTMLButtonElement).disabled).toBe(true)
  })

  const openDesk = (more = '') =>
    renderScreen(<CheckoutCompute />, view, {
      path: `/computingPowerMarket/computing-check/m1?renews=o1${more}`,
      pattern: '/computingPowerMarket/computing-check/:id',
    })

  it('is renewed at the settlement desk, for what its seller asks now', async () => {
    server.on(getOffer, taken)
    server.on(quoteRenewal, renewalQuote)
    server.on(createPayment, () => refused('orders.already-renewed'))
    await openDesk()
    await userEvent.click(await screen.findByRole('checkbox'))
    await userEvent.click(screen.getByRole('button', { name: t('market.checkout.pay') }))
    await waitFor(() => expect(server.asked(createPayment)).toHaveLength(1))
    expect(server.asked(createPayment)[0]).toMatchObject({ body: { productId: 'm1', renews: 'o1' } })
    expect(screen.getAllByText(/12\.00/).length).toBeGreaterThan(0)
    screen.getByText(
      t('orders.span', {
        from: formatMoment(renewalQuote.serveEndTime),
        to: formatMoment(renewalQuote.renewedEndTime),
      }),
    )
  })

  it('by the hour is ended by the hour, and renewed for as many hours again or for others', async () => {
    server.on(listPurchases, pageOf({ ...purchase, servePeriod: 0, serveHours: 2 }))
    server.on(quoteStop, { ...stopQuote, unit: 'hour', used: 1, unused: 1 })
    const { unmount } = await open()
    await choose(t('machines.stop.open'))
    const dialog = within(await screen.findByRole('dialog', { name: t('machines.stop.title') }))
    await dialog.findByText(t('machines.stop.rule.hour'))
    dialog.getByText(t('machines.stop.used.hour', { count: 1 }))
    unmount()
    server.on(getOffer, { ...taken, hourPrice: '1.25' })
    server.on(quoteRenewal, { ...renewalQuote, servePeriod: 0, serveHours: 2, hourPrice: '1.25', price: '2.50' })
    server.on(createPayment, () => refused('orders.already-renewed'))
    await openDesk('&hours=2')
    const hours = await screen.findByRole<HTMLInputElement>('textbox', { name: t('compute.term.hours') })
    expect(hours.value).toBe('2')
    for (const fact of screen.getAllByText(t('compute.facts.period')))
      expect(fact.closest('div')!.textContent).toContain(t('units.left.hour', { count: 2 }))
    await userEvent.clear(hours)
    const pay = () => screen.getByRole<HTMLButtonElement>('button', { name: t('market.checkout.pay') })
    await waitFor(() => expect(pay().disabled).toBe(true))
    await userEvent.type(hours, '3')
    await waitFor(() => expect(pay().disabled).toBe(false))
    await userEvent.click(screen.getByRole('checkbox'))
    await userEvent.click(pay())
    await waitFor(() => expect(server.asked(createPayment)).toMatchObject([{ body: { renews: 'o1', serveHours: 3 } }]))
    expect(server.asked(quoteRenewal).at(-1)!.url.searchParams.get('serveHours')).toBe('3')
  })

  it('is read out as loading at the desk, says why it cannot be renewed, and asks again', async () => {
    server.on(getOffer, taken)
    let answer: (response: Response) => void = () => undefined
    server.on(quoteRenewal, () => new Promise<Response>((resolve) => (answer = resolve)))
    await openDesk()
    screen.getByRole('status', { name: t('common.loading') })
    await waitFor(() => expect(server.asked(quoteRenewal)).toHaveLength(1))
    answer(refused('orders.renewal-late'))
    const failure = within(await screen.findByRole('alert'))
    failure.getByText(wordsOfCode('orders.renewal-late')!)
    server.on(quoteRenewal, renewalQuote)
    await userEvent.click(failure.getByRole('button', { name: t('common.retry') }))
    await screen.findByRole('button', { name: t('market.checkout.pay') })
  })

  const openOrder = () => {
    server.on(getOrder, detailOf(running))
    const pattern = '/personal-center/my-order/detail/:id'
    return renderScreen(<OrderScreen />, view, { path: '/personal-center/my-order/detail/o1', pattern })
  }

  it('that is over is rented again from the page of its order, which leads to its machine, too', async () => {
    server.on(getOrder, detailOf({ ...running, superPointsStatus: 3 }))
    const pattern = '/personal-center/my-order/detail/:id'
    await renderScreen(<OrderScreen />, view, { path: '/personal-center/my-order/detail/o1', pattern })
    const again = await screen.findByRole('link', { name: t('machines.rentAgain') })
    expect(again.getAttribute('href')).toBe('/computingPowerMarket/computing-check/m1')
    const machine = screen.getByRole('link', { name: running.authId })
    expect(machine.getAttribute('href')).toBe('/computingPowerMarket/offer/m1')
  })

  it('is renewed from the page of its order, which names the price', async () => {
    server.on(quoteRenewal, renewalQuote)
    await openOrder()
    const link = await screen.findByRole('link', { name: t('machines.renew.for', { amount: '¥12.00' }) })
    expect(link.getAttribute('href')).toBe('/computingPowerMarket/computing-check/m1?renews=o1')
  })

  it.each([
    ['orders.next.buyer.waiting', 'o0'],
    ['orders.result.paidText', null],
  ])('once paid says %s, whatever it goes on with: %s', async (key, renewsOrderId) => {
    const order = { ...running, superPointsStatus: 0 as const, renewsOrderId }
    server.on(payResult, { orderId: 'o1', result: 'paid', orderState: 'PaymentSuccessful' })
    server.on(getOrder, detailOf(order))
    await renderScreen(<PayResultPage />, view, { path: '/pay/result/o1', pattern: '/pay/result/:orderId' })
    await screen.findByText(t('orders.result.paid'))
    await screen.findByText(t(key))
  })

  it('once the machine serves leads into its cockpit', async () => {
    server.on(payResult, { orderId: 'o1', result: 'paid', orderState: 'PaymentSuccessful' })
    server.on(getOrder, detailOf(running))
    await renderScreen(<PayResultPage />, view, { path: '/pay/result/o1', pattern: '/pay/result/:orderId' })
    await screen.findByText(t('orders.result.servingText'))
    const cockpit = screen.getByRole('link', { name: t('cockpit.open') })
    expect(cockpit.getAttribute('href')).toBe(`/personal-center/my-calculate/lease/${running.id}`)
  })

  it('that cannot be renewed says why on the page of its order, and offers no button', async () => {
    server.on(quoteRenewal, () => refused('orders.already-renewed'))
    await openOrder()
    await screen.findByText(wordsOfCode('orders.already-renewed')!)
    expect(screen.queryByRole('link', { name: new RegExp(t('machines.renew.open')) })).toBeNull()
  })

  it('that is renewed shows the later end on one card', async () => {
    const renewal = {
      ...purchase,
      orderId: 'o2',
      renewsOrderId: 'o1',
      superPointsStatus: 0 as const,
      serveStartTime: null,
    }
    server.on(listPurchases, pageOf({ ...renewal, serveEndTime: null }, { ...purchase, serveEndTime: inDays(2) }))
    await open()
    await screen.findByText(t('machines.lease.serving'))
    expect(screen.getAllByText('Sam')).toHaveLength(1)
    screen.getByText(new RegExp(t('machines.renew.done')))
  })

  it('that waits for one on a page not read yet is not said to be prepared', async () => {
    const waiting = { ...purchase, orderId: 'o2', renewsOrderId: 'o0', superPointsStatus: 0 as const }
    server.on(listPurchases, pageOf({ ...waiting, serveStartTime: null, serveEndTime: null }))
    await open()
    await screen.findByText(t('machines.renew.waiting'), { exact: false })
    expect(screen.queryByText(t('machines.lease.provisioning'))).toBeNull()
  })

  it.each([true, false])(
    'that is over can be rented again only while the machine is on the market: %s',
    async (isOn) => {
      server.on(
        listPurchases,
        pageOf({ ...purchase, superPointsStatus: 3, serveEndTime: inDays(-3), isOnMarket: isOn }),
      )
      await open()
      await screen.findByText(t('machines.lease.ended'))
      const again = screen.queryByRole('link', { name: t('machines.rentAgain') })
      expect(again?.getAttribute('href')).toBe(isOn ? '/computingPowerMarket/computing-check/m1' : undefined)
    },
  )

  it('is renewed at the price its seller sets while it runs, or not at all', async () => {
    server.on(setRenewal, null)
    await open('?tab=share')
    await choose(t('machines.renewal.open'))
    const dialog = within(await screen.findByRole('dialog', { name: t('machines.renewal.title') }))
    const price = dialog.getByLabelText(new RegExp(t('machines.renewal.price')))
    await userEvent.clear(price)
    await userEvent.type(price, '12.5')
    await userEvent.click(dialog.getByRole('button', { name: t('common.save') }))
    await waitFor(() => expect(server.asked(setRenewal)).toMatchObject([{ body: { isOffered: true, price: '12.5' } }]))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
  it('stays as it was when its seller’s wish is refused', async () => {
    server.on(setRenewal, () => refused('compute.not-found'))
    await open('?tab=share')
    await choose(t('machines.renewal.open'))
    const dialog = within(await screen.findByRole('dialog', { name: t('machines.renewal.title') }))
    await userEvent.click(dialog.getByRole('switch', { name: t('machines.renewal.offered') }))
    expect(dialog.queryByLabelText(new RegExp(t('machines.renewal.price')))).toBeNull()
    await userEvent.click(dialog.getByRole('button', { name: t('common.save') }))
    await waitFor(() => expect(server.asked(setRenewal)).toMatchObject([{ body: { isOffered: false } }]))
    await waitFor(() => expect(toastStore.getCurrent()?.text).toBe(wordsOfCode('compute.not-found')))
    screen.getByRole('dialog')
  })
})
