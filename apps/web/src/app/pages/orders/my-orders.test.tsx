// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { countOrders } from '@trove/contract/order-lists/routes'
import i18next from 'i18next'
import { afterEach, it } from 'vitest'
import { fakeServer } from '../../../../test/fake-server.ts'
import { forgetScreen, renderScreen, views } from '../../../../test/render.tsx'
import MyOrders from './my-orders.tsx'

afterEach(forgetScreen)

it.each(views)(
  'waits as the page of purchases does while it is not known which side opens, on $device in $language',
  async (view) => {
    fakeServer().on(countOrders, () => new Promise<Response>(() => undefined))
    await renderScreen(<MyOrders />, view)
    screen.getByRole('heading', { level: 1, name: i18next.t('titles.myConsumeOrder') })
    screen.getByRole('tablist', { name: i18next.t('titles.myConsumeOrder') })
    screen.getByRole('status', { name: i18next.t('common.loading') })
  },
)
