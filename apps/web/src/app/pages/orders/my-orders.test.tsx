// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { countOrders } from '@trove/contract/order-lists/routes'
import i18next from 'i18next'
import { afterEach, expect, it } from 'vitest'
import { fakeServer } from '../../../../test/fake-server.ts'
import { forgetScreen, renderScreen, views } from '../../../../test/render.tsx'
import { ordersPath, paths } from '../../../lib/addresses/paths.ts'
import { Pages } from '../../router.tsx'
import { findRoute } from '../../routes/find-route.ts'
import MyOrders from './my-orders.tsx'

afterEach(forgetScreen)

it.each(views)(
  'waits in the shape of its code and of the page it leads to while it is not known which side opens, on $device in $language',
  async (view) => {
    fakeServer().on(countOrders, () => new Promise<Response>(() => undefined))
    const { container } = await renderScreen(<MyOrders />, view)
    screen.getByRole('heading', { level: 1, name: i18next.t('titles.myOrder') })
    screen.getByRole('status', { name: i18next.t('common.loading') })
    const shape = container.querySelector('[data-shape]')?.getAttribute('data-shape')
    expect(shape).toBe('tabs')
    for (const address of [paths.orders(), ordersPath('consume'), ordersPath('profit')])
      expect(findRoute(address)?.shape).toBe(shape)
  },
)

it.each(views)('the tabs of orders are gone through with the arrow keys, on $device in $language', async (view) => {
  fakeServer().on(countOrders, [])
  const { address } = await renderScreen(<Pages />, view, { path: ordersPath('consume', 'manpowerOrder') })
  const chosen = () => screen.getByRole('tab', { selected: true })
  await screen.findAllByRole('tab')
  act(() => chosen().focus())
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight']) {
    const before = address()
    await userEvent.keyboard(`{${key}}`)
    await waitFor(() => expect(address()).not.toBe(before))
    await waitFor(() => expect(document.activeElement).toBe(chosen()))
  }
  expect(address()).toBe(ordersPath('consume', 'manpowerOrder'))
})
