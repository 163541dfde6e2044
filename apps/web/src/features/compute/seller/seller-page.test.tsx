// @vitest-environment jsdom

import { screen, within } from '@testing-library/react'
import { listShares } from '@trove/contract/compute/routes'
import { getSeller } from '@trove/contract/compute/sellers'
import type { RouteResult } from '@trove/contract/kit/route'
import { listSellerReviews } from '@trove/contract/reviews/routes'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FakeServer, fakeServer, refused } from '../../../../test/fake-server.ts'
import { forgetScreen, renderScreen, type View, views } from '../../../../test/render.tsx'
import { withheldFor } from '../../../../test/withheld.ts'
import SellerPage from './seller-page.tsx'

/** The page of who shares machines, as anybody sees it. */

type Found = RouteResult<typeof getSeller>
const machine: Found['machines'][number] = {
  ...{ id: 'm1', authId: 'CP-m1', uploaderHeadImgUrl: null, uploaderNickName: '林一', isDemo: false },
  ...{ servePeriod: 30, cpuCores: 8, ramSize: 16, diskSize: 100, bandwidth: 40, operationSystem: '1', gpu: null },
  ...{
    description: null,
    price: '60.00',
    hourPrice: null,
    cstCreate: '2026-11-01T08:00:00.000Z',
    isAvailable: false,
    pastOrders: 3,
  },
  verification: { state: 'verified', checkedAt: '2026-11-20T08:00:00.000Z', differing: [], measured: null },
}
const found: Found = {
  seller: { id: 's1', nickName: '林一', headImgUrl: null, isDemo: false },
  since: '2026-01-05T08:00:00.000Z',
  machines: [machine, { ...machine, id: 'm2', authId: 'CP-m2', isAvailable: true }],
  ...{ machineCount: 2, checks: 8, reached: 6, leases: 3, servedMinutes: 43_200, silentMinutes: 1 },
}
const author = { id: 'b1', nickName: 'Ada', headImgUrl: null, isDemo: false }
const review = { id: 'r1', author, side: 'buyer' as const, stars: 4, text: '很好', reply: null, isReplied: false }

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
  server.on(getSeller, found)
  server.on(listShares, { content: [], totalElements: 0 })
  server.on(listSellerReviews, {
    content: [
      { ...review, writtenAt: '2026-11-10T08:00:00.000Z', measured: { servedMinutes: 10_080, silentMinutes: 12 } },
    ],
    ...{ totalElements: 1, counts: [0, 0, 0, 1, 0] },
  })
})
afterEach(forgetScreen)
const t = (key: string, words?: Record<string, unknown>) => i18next.t(key as 'common.ok', { ...words })
const open = (view: View, isSignedIn = false) =>
  renderScreen(<SellerPage />, view, {
    path: '/computingPowerMarket/seller/s1',
    pattern: '/computingPowerMarket/seller/:id',
    isSignedIn,
  })

describe.each(views)('the page of a seller on $device in $language', (view) => {
  it('shows machines, what was measured of them, and beside the stars what was measured of the lease', async () => {
    await open(view)
    const measured = within(await screen.findByRole('region', { name: t('seller.measured') }))
    measured.getByText('75%')
    measured.getByText(t('seller.silent', { count: 1 }))
    // One silent minute of a month is no full hundred.
    measured.getByText('99.99%')
    const machines = within(screen.getByRole('region', { name: t('seller.machines', { count: 2 }) }))
    const buys = machines.getAllByRole('button', { name: t('compute.buyNow') })
    expect(buys.map(withheldFor)).toEqual([t('compute.unavailable.taken'), undefined])
    machines.getByText(t('seller.taken'))
    await screen.findByText(t('reviews.measured', { hours: '168', percent: '99.88%', minutes: 12 }))
  })

  it('asks about a machine that can be rented', async () => {
    await open(view)
    const ask = await screen.findByRole('link', { name: t('seller.ask') })
    expect(ask.getAttribute('href')).toBe('/personal-center/conversations/about/superPoints/m2')
  })

  it('says so where the person shares nothing', async () => {
    server.on(getSeller, () => refused('resource.not-found'))
    await open(view)
    within(await screen.findByRole('alert')).getByRole('link', { name: t('common.back') })
  })
})
