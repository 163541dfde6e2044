// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getAutoRenewal, putAutoRenewal } from '@trove/contract/compute/auto-renewal'
import { listPurchases } from '@trove/contract/compute/orders'
import { getOffer, listShares } from '@trove/contract/compute/routes'
import { listSshKeys } from '@trove/contract/compute/ssh-keys'
import type { RouteResult } from '@trove/contract/kit/route'
import { createPayment } from '@trove/contract/order-lists/routes'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import MyCompute from '../../../src/features/compute/mine/my-compute.tsx'
import CheckoutCompute from '../../../src/features/compute/offer/checkout-compute.tsx'
import { wordsOfCode } from '../../../src/lib/session/language.ts'
import { type FakeServer, fakeServer, refused } from '../../fake-server.ts'
import { inDays, pageOf, purchase } from '../../orders.ts'
import { offerOf } from '../../people.ts'
import { forgetScreen, renderScreen, views } from '../../render.tsx'

/** Letting the renewal of a lease be prepared, from its card. */

type Standing = RouteResult<typeof getAutoRenewal>
const standing = (change: Partial<Standing> = {}): Standing => ({
  orderId: 'o1',
  state: 'off',
  mostPrice: null,
  price: '9.90',
  asksAt: inDays(1),
  serveEndTime: inDays(2),
  renewalOrderId: null,
  ...change,
})

/** A machine that can be bought. */
const open9 = {
  ...offerOf('m9'),
  uploader: { id: 's', nickName: 'Seller m9', headImgUrl: null, isDemo: false },
  isMine: false,
  isAvailable: true,
  unavailableReason: null,
  feeAmount: '0.00',
  pastOrders: 0,
}

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
  server.on(listPurchases, pageOf(purchase))
  server.on(listShares, { content: [], totalElements: 0 })
})
afterEach(forgetScreen)

describe.each(views)('auto-renewal on $device in $language', (view) => {
  const t = i18next.t.bind(i18next)
  async function open() {
    await renderScreen(<MyCompute />, view, { path: '/personal-center/my-calculate' })
    await userEvent.click(await screen.findByRole('button', { name: t('machines.share.more') }))
    await userEvent.click(await screen.findByText(t('autoRenewal.open')))
    return within(await screen.findByRole('dialog'))
  }

  it('is turned on with what a renewal may cost, which begins at what it costs now', async () => {
    server.on(getAutoRenewal, standing())
    server.on(putAutoRenewal, standing({ state: 'waiting', mostPrice: '12.50' }))
    const dialog = await open()
    const most = await dialog.findByRole('textbox', { name: new RegExp(t('autoRenewal.most')) })
    expect((most as HTMLInputElement).value).toBe('9.90')
    await userEvent.clear(most)
    await userEvent.type(most, '12.50')
    await userEvent.click(dialog.getByRole('button', { name: t('autoRenewal.turnOn') }))
    await waitFor(() => expect(server.asked(putAutoRenewal)[0]).toMatchObject({ body: { mostPrice: '12.50' } }))
  })

  it('shows the order that was made, and is off by one press', async () => {
    server.on(getAutoRenewal, standing({ state: 'asked', mostPrice: '9.90', renewalOrderId: 'o2' }))
    server.on(putAutoRenewal, standing())
    const dialog = await open()
    const link = await dialog.findByRole('link', { name: t('autoRenewal.toOrder') })
    expect(link.getAttribute('href')).toContain('o2')
    dialog.getByText(t('autoRenewal.states.asked'))
    await userEvent.click(dialog.getByRole('button', { name: t('autoRenewal.turnOff') }))
    await waitFor(() => expect(server.asked(putAutoRenewal)[0]).toMatchObject({ body: { mostPrice: null } }))
  })

  it('says why it cannot be set', async () => {
    server.on(getAutoRenewal, () => refused('compute.lease-over'))
    const dialog = await open()
    await dialog.findByText(wordsOfCode('compute.lease-over')!)
  })

  it('is chosen at checkout, with what the lease costs as its limit, and marked on the lease', async () => {
    server.on(getOffer, open9)
    server.on(listSshKeys, [])
    server.on(createPayment, () => refused('orders.product-taken'))
    await renderScreen(<CheckoutCompute />, view, {
      path: '/computingPowerMarket/computing-check/m9',
      pattern: '/computingPowerMarket/computing-check/:id',
    })
    const choice = await screen.findByRole('switch', { name: t('autoRenewal.atCheckout') })
    expect(screen.queryByRole('textbox', { name: new RegExp(t('autoRenewal.most')) })).toBeNull()
    await userEvent.click(choice)
    const most = await screen.findByRole<HTMLInputElement>('textbox', { name: new RegExp(t('autoRenewal.most')) })
    expect(most.value).toBe(open9.price)
    const pay = () => screen.getByRole<HTMLButtonElement>('button', { name: t('market.checkout.pay') })
    await userEvent.clear(most)
    await waitFor(() => expect(pay().disabled).toBe(true))
    await userEvent.type(most, '15')
    await userEvent.click(screen.getByRole('checkbox'))
    await userEvent.click(pay())
    await waitFor(() => expect(server.asked(createPayment)[0]).toMatchObject({ body: { renewalMost: '15' } }))
    await userEvent.click(choice)
    await userEvent.click(pay())
    await waitFor(() => expect(server.asked(createPayment)).toHaveLength(2))
    expect(server.asked(createPayment)[1]!.body).not.toHaveProperty('renewalMost')
  })

  it('is marked on the lease that it is on for', async () => {
    server.on(listPurchases, pageOf({ ...purchase, isAutoRenewed: true }))
    await renderScreen(<MyCompute />, view, { path: '/personal-center/my-calculate' })
    await screen.findByText(new RegExp(t('autoRenewal.isOn')))
  })
})
