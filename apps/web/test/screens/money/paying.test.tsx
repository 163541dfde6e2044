// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getWork } from '@trove/contract/code/works'
import { getOffer } from '@trove/contract/compute/routes'
import { listSshKeys } from '@trove/contract/compute/ssh-keys'
import type { RouteResult } from '@trove/contract/kit/route'
import { createPayment, getOrder } from '@trove/contract/order-lists/routes'
import { payUrlByPost } from '@trove/contract/payment/routes'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import OrderDetailScreen from '../../../src/app/pages/order.tsx'
import CheckoutCode from '../../../src/features/code/selling/checkout-code.tsx'
import CheckoutCompute from '../../../src/features/compute/offer/checkout-compute.tsx'
import { wordsOfCode } from '../../../src/lib/session/language.ts'
import { type FakeServer, fakeServer, refused } from '../../fake-server.ts'
import { detailOf, unpaid } from '../../orders.ts'
import { offerOf } from '../../people.ts'
import { forgetScreen, renderScreen, type View, views } from '../../render.tsx'

/** Paying that does not lead to the cashier at once: what is waited for, why it failed, and whether an order stands. */

const work: RouteResult<typeof getWork> = {
  ...{ id: 'w1', title: 'Ledger', intro: 'Words', labels: ['books'], environment: 'Node.js', language: 'Go' },
  ...{ price: '9.90', demoUrl: '', state: 'online', nickName: 'Sue', isMine: false, isGranted: false },
  author: { id: 'sue', nickName: 'Sue', headImgUrl: null, isDemo: false },
  licences: [
    { licence: 'personal', price: '9.90' },
    { licence: 'commercial', price: '99.00' },
  ],
  ...{ ownLicences: [], createTime: '2026-11-20T08:00:00.000Z', publishTime: null, countBrowses: 0 },
  ...{ countComments: 0, countDownloads: 0, rating: null, pictures: [], video: null, takedown: null },
  ...{ openPaths: [], missing: [], versions: [] },
}
const offer: RouteResult<typeof getOffer> = {
  ...offerOf('m1'),
  uploader: { id: 's', nickName: 'Seller m1', headImgUrl: null, isDemo: false },
  ...{ isMine: false, isAvailable: true, unavailableReason: null, feeAmount: '0.00', pastOrders: 0 },
}
let server: FakeServer
beforeEach(() => {
  server = fakeServer()
  server.on(getWork, work)
  server.on(listSshKeys, [])
  server.on(getOffer, offer)
  server.on(getOrder, detailOf(unpaid))
})
afterEach(() => {
  vi.useRealTimers()
  forgetScreen()
})

const t = (key: string, params?: object) => i18next.t(key as never, params as never) as unknown as string
const lost = () => Promise.reject(new TypeError('Failed to fetch'))
const never = () => new Promise<Response>(() => undefined)

const desks = {
  machine: async (view: View) => {
    const path = '/computingPowerMarket/computing-check/m1'
    await renderScreen(<CheckoutCompute />, view, { path, pattern: path.replace('m1', ':id') })
    await userEvent.click(await screen.findByRole('checkbox'))
  },
  work: async (view: View) => {
    const path = '/codeForce/checkout/w1'
    await renderScreen(<CheckoutCode />, view, { path, pattern: path.replace('w1', ':id') })
    await userEvent.click(await screen.findByRole('checkbox'))
  },
  order: (view: View) =>
    renderScreen(<OrderDetailScreen />, view, {
      path: '/personal-center/my-order/detail/o2',
      pattern: '/personal-center/my-order/detail/:id',
    }),
}
const payButton = () =>
  screen.findByRole('button', { name: (name) => [t('market.checkout.pay'), t('orders.pay')].includes(name) })
/** What stands beside the button, and not in a message that passes. */
const note = () => screen.findByText((_, element) => element?.matches('[class*="info"] [role="alert"]') ?? false)

describe.each(views)('paying on $device in $language', (view) => {
  it.each([
    ['machine', 'superPoints', 'calculateOrder'],
    ['work', 'code', 'codeOrder'],
  ] as const)('at the desk of a %s says beside the button whether an order stands', async (desk, kind, tab) => {
    const answers = [
      () => refused('orders.price-changed'),
      () => refused('service.unknown'),
      lost,
      () => new Response('cut off', { headers: { 'x-order-id': 'o7' } }),
    ]
    server.on(createPayment, () => answers.shift()!())
    await desks[desk](view)
    const orders = `/personal-center/my-order/consume/${tab}`
    const made = `/personal-center/my-order/detail/o7?kind=${kind}`
    for (const [reason, order, href] of [
      [wordsOfCode('orders.price-changed')!, 'none', undefined],
      [wordsOfCode('service.unknown')!, 'unclear', orders],
      [t('common.network'), 'unclear', orders],
      [undefined, 'made', made],
    ] as const) {
      await userEvent.click(await payButton())
      const said = within(await note())
      await said.findByText((words) => words.startsWith(t(`paying.order.${order}`)))
      if (reason) said.getByText(reason)
      expect(said.queryByRole('link')?.getAttribute('href')).toBe(href)
      // The button takes another try, and has the focus again.
      await waitFor(async () => expect(document.activeElement).toBe(await payButton()))
    }
  })

  it('can be tried again when the lost try holds the machine, under the same key', async () => {
    const keys: (string | null)[] = []
    server.on(createPayment, ({ headers }) => {
      keys.push(headers.get('idempotency-key'))
      server.on(getOffer, { ...offer, isAvailable: false, unavailableReason: 'taken' })
      return lost()
    })
    await desks.machine(view)
    const before = server.asked(getOffer).length
    await userEvent.click(await payButton())
    await within(await note()).findByText(t('common.network'))
    await waitFor(() => expect(server.asked(getOffer).length).toBeGreaterThan(before))
    await waitFor(async () => expect((await payButton()).hasAttribute('data-disabled')).toBe(false))
    await userEvent.click(await payButton())
    await waitFor(() => expect(keys).toHaveLength(2))
    expect(keys[0]).toBeTruthy()
    expect(keys[1]).toBe(keys[0])
  })

  it('does not call a try without an order when another one before it is unclear', async () => {
    const answers = [lost, () => refused('orders.product-unavailable')]
    server.on(createPayment, () => answers.shift()!())
    await desks.work(view)
    await userEvent.click(await payButton())
    await within(await note()).findByText(t('common.network'))
    await userEvent.click(screen.getByRole('radio', { name: t('codeOrders.licence.commercial') }))
    await userEvent.click(await payButton())
    const said = within(await note())
    await said.findByText(wordsOfCode('orders.product-unavailable')!)
    said.getByText((words) => words.startsWith(t('paying.order.unclear')))
  })

  it('of an order says that it still stands, unless the reason says that it does not', async () => {
    const answers = [lost, () => refused('orders.not-payable')]
    server.on(payUrlByPost, () => answers.shift()!())
    await desks.order(view)
    await userEvent.click(await payButton())
    await within(await note()).findByText(t('paying.order.stands'))
    await userEvent.click(await payButton())
    await within(await note()).findByText(wordsOfCode('orders.not-payable')!)
    expect(screen.queryByText(t('paying.order.stands'))).toBeNull()
  })

  it.each([
    ['machine', 'ordering'],
    ['order', 'opening'],
  ] as const)('of a %s says in words what it waits for, and when that takes long', async (desk, under) => {
    server.on(createPayment, never)
    server.on(payUrlByPost, never)
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await desks[desk](view)
    await userEvent.click(await payButton())
    const words = () => screen.queryAllByRole('status').map(({ textContent }) => textContent)
    expect(words()).not.toContain(t(`paying.wait.${under}`))
    await act(() => vi.advanceTimersByTimeAsync(1_500))
    expect(words()).toContain(t(`paying.wait.${under}`))
    await act(() => vi.advanceTimersByTimeAsync(8_000))
    expect(words()).toContain(t(`paying.wait.${under}Long`))
  })
})
