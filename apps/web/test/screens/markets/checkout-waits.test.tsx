// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { getWork } from '@trove/contract/code/works'
import { quoteRenewal } from '@trove/contract/compute/leases'
import { getOffer } from '@trove/contract/compute/routes'
import i18next from 'i18next'
import { afterEach, expect, it } from 'vitest'
import CheckoutCode from '../../../src/features/code/selling/checkout-code.tsx'
import CheckoutCompute from '../../../src/features/compute/offer/checkout-compute.tsx'
import { fakeServer } from '../../fake-server.ts'
import { forgetScreen, renderScreen, views } from '../../render.tsx'

/** The settlement desks of machines and works while it is not known what is bought. */

afterEach(forgetScreen)
const never = () => new Promise<Response>(() => undefined)
const desks = [
  { desk: 'a machine', path: '/computingPowerMarket/computing-check/m1', panels: 7 },
  { desk: 'a renewal', path: '/computingPowerMarket/computing-check/m1?renews=o1', panels: 4 },
  { desk: 'a work', path: '/codeForce/checkout/w1', panels: 5 },
]

it.each(views.flatMap((view) => desks.map((desk) => ({ ...view, ...desk, view }))))(
  'that of $desk waits with its panels and its button in their places, on $device in $language',
  async ({ view, desk, path, panels }) => {
    const server = fakeServer()
    server.on(getOffer, never)
    server.on(quoteRenewal, never)
    server.on(getWork, never)
    const page = desk === 'a work' ? <CheckoutCode /> : <CheckoutCompute />
    const pattern = path.replace(/\/[mw]1.*$/, '/:id')
    await renderScreen(page, view, { path, pattern })
    const waiting = screen.getByRole('status', { name: i18next.t('common.loading') })
    expect(waiting.querySelectorAll('section')).toHaveLength(panels)
    expect(waiting.querySelectorAll('[class*="mainAction"]')).toHaveLength(1)
  },
)
