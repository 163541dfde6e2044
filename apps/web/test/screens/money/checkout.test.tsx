// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getOffer } from '@trove/contract/compute/routes'
import { listSshKeys } from '@trove/contract/compute/ssh-keys'
import { createPayment } from '@trove/contract/order-lists/routes'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import CheckoutCompute from '../../../src/features/compute/offer/checkout-compute.tsx'
import { toastStore } from '../../../src/lib/calls/notify.ts'
import { queryClient } from '../../../src/lib/calls/query.ts'
import { wordsOfCode } from '../../../src/lib/session/language.ts'
import { type FakeServer, fakeServer, refused } from '../../fake-server.ts'
import { offerOf } from '../../people.ts'
import { forgetScreen, renderScreen, views } from '../../render.tsx'

let server: FakeServer
const detail = {
  ...offerOf('m1'),
  uploader: { id: 's', nickName: 'Seller m1', headImgUrl: null, isDemo: false },
  isMine: false,
  isAvailable: true,
  unavailableReason: null,
  feeAmount: '0.00',
  pastOrders: 0,
}
beforeEach(() => {
  server = fakeServer()
  server.on(getOffer, detail)
  server.on(listSshKeys, [])
  server.on(createPayment, () => new Promise<Response>(() => undefined))
})
afterEach(forgetScreen)

const t = (key: string, params?: object) => i18next.t(key as never, params as never) as unknown as string
const said = () => toastStore.getCurrent()?.text
const payButton = () => screen.findByRole('button', { name: t('market.checkout.pay') })

describe.each(views)('the settlement desk on $device in $language', (view) => {
  const open = () =>
    renderScreen(<CheckoutCompute />, view, {
      path: '/computingPowerMarket/computing-check/m1',
      pattern: '/computingPowerMarket/computing-check/:id',
    })

  it('is headed by its name', async () => {
    await open()
    await screen.findByRole('heading', { name: t('market.checkout.title') })
  })

  it('keeps Alipay chosen and warns when WeChat is', async () => {
    await open()
    await payButton()
    await userEvent.click(screen.getByRole('radio', { name: new RegExp(t('market.checkout.wechat')) }))
    expect(toastStore.getCurrent()).toMatchObject({ kind: 'warning', text: t('market.checkout.wechatUnsupported') })
    expect((screen.getByRole('radio', { name: t('market.checkout.alipay') }) as HTMLInputElement).checked).toBe(true)
  })

  it('asks for the confirmation before anything is ordered', async () => {
    await open()
    await userEvent.click(await payButton())
    expect(toastStore.getCurrent()).toMatchObject({ kind: 'warning', text: t('market.checkout.confirmFirst') })
    expect(server.asked(createPayment)).toHaveLength(0)
    // The tick may be out of sight: the focus brings it back, and it says what is missing until it is set.
    const tick = screen.getByRole('checkbox', { name: t('market.checkout.confirm') })
    expect(document.activeElement === tick).toBe(true)
    const beside = within(tick.closest<HTMLElement>('.mantine-Checkbox-root')!)
    const missing = () => beside.queryByText(t('market.checkout.confirmFirst'))
    expect(missing()).toBeTruthy()
    await userEvent.click(tick)
    await waitFor(() => expect(missing()).toBeNull())
  })

  it('sums up below the choices that make the sum', async () => {
    await open()
    await payButton()
    const method = screen.getByRole('radiogroup', { name: t('market.checkout.method') })
    const total = screen.getByText(t('market.checkout.total'))
    expect(method.compareDocumentPosition(total) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  })

  it('shows first the way to pay that can be used', async () => {
    await open()
    await payButton()
    const ways = within(screen.getByRole('radiogroup', { name: t('market.checkout.method') })).getAllByRole('radio')
    expect(ways.map((way) => (way as HTMLInputElement).value)).toEqual(['alipay', 'wechat'])
  })

  it('orders once however often the button is pressed', async () => {
    await open()
    await userEvent.click(await screen.findByRole('checkbox'))
    await userEvent.dblClick(await payButton())
    await waitFor(() => expect(server.asked(createPayment)).toHaveLength(1))
    const [order] = server.asked(createPayment)
    expect(order!.headers.get('idempotency-key')).toMatch(/^[\w-]{16,}$/)
    expect(order!.body).toMatchObject({
      productId: 'm1',
      productType: 'superPoints',
      payMethod: 'alipay',
      confirmed: true,
      // What the page shows is what is paid, or nothing.
      expectedAmount: detail.price,
      expectedFacts: {
        ...{ cpuCores: detail.cpuCores, ramSize: detail.ramSize, diskSize: detail.diskSize },
        ...{ bandwidth: detail.bandwidth, periodDays: detail.servePeriod },
      },
    })
  })

  it('asks again with the same key when nobody knows what became of the order, and with another after a refusal', async () => {
    const answers = [
      () => Promise.reject(new TypeError('Failed to fetch')),
      () => refused('orders.product-taken'),
      () => new Promise<Response>(() => undefined),
    ]
    server.on(createPayment, () => answers.shift()!())
    await open()
    await userEvent.click(await screen.findByRole('checkbox'))
    for (const times of [1, 2, 3]) {
      await waitFor(async () => expect((await payButton()).hasAttribute('data-loading')).toBe(false))
      await userEvent.click(await payButton())
      await waitFor(() => expect(server.asked(createPayment)).toHaveLength(times))
      if (times === 1)
        await waitFor(() => expect(said()).toBe(t('market.checkout.failed', { reason: t('common.network') })))
      if (times === 2) await waitFor(() => expect(said()).toBe(wordsOfCode('orders.product-taken')))
    }
    const [lost, repeated, anew] = server.asked(createPayment).map(({ headers }) => headers.get('idempotency-key'))
    expect(repeated).toBe(lost)
    expect(anew).not.toBe(lost)
  })

  it('keeps the key while the first try is under way, and takes another one when something else is chosen', async () => {
    const answers = [
      () => Promise.reject(new TypeError('Failed to fetch')),
      () => refused('request.in-progress'),
      () => Promise.reject(new TypeError('Failed to fetch')),
      () => new Promise<Response>(() => undefined),
    ]
    server.on(createPayment, () => answers.shift()!())
    await open()
    await userEvent.click(await screen.findByRole('checkbox'))
    for (const times of [1, 2, 3, 4]) {
      await waitFor(async () => expect((await payButton()).hasAttribute('data-loading')).toBe(false))
      if (times === 4) {
        server.on(getOffer, { ...detail, price: '77.00' })
        await act(() => queryClient.invalidateQueries())
        expect(await screen.findAllByText(/77\.00/)).toBeTruthy()
      }
      await userEvent.click(await payButton())
      await waitFor(() => expect(server.asked(createPayment)).toHaveLength(times))
    }
    const [first, ...others] = server.asked(createPayment).map(({ headers }) => headers.get('idempotency-key'))
    expect(others.map((key) => key === first)).toEqual([true, true, false])
  })

  it('does not sell what is taken, and says why', async () => {
    server.on(getOffer, { ...detail, isAvailable: false, unavailableReason: 'taken' })
    await open()
    expect(((await payButton()) as HTMLButtonElement).disabled).toBe(true)
    expect(screen.getByText(t('compute.unavailable.taken'))).toBeTruthy()
    expect(screen.queryByText(t('market.checkout.hold'))).toBeNull()
  })

  it('can be paid from again when the browser brings it back as it was left for the cashier', async () => {
    const leave = vi.fn()
    vi.stubGlobal('location', { ...window.location, assign: leave })
    server.on(createPayment, 'https://cashier.example/pay')
    await open()
    await userEvent.click(await screen.findByRole('checkbox'))
    await userEvent.click(await payButton())
    await waitFor(() => expect(leave).toHaveBeenCalledWith('https://cashier.example/pay'))
    expect((await payButton()).hasAttribute('data-loading')).toBe(true)
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    await waitFor(async () => expect((await payButton()).hasAttribute('data-loading')).toBe(false))
    // The first order may have ended meanwhile: its key would be answered with its cashier for a day.
    await userEvent.click(await payButton())
    await waitFor(() => expect(server.asked(createPayment)).toHaveLength(2))
    const [before, after] = server.asked(createPayment).map(({ headers }) => headers.get('idempotency-key'))
    expect(after).not.toBe(before)
  })
})
