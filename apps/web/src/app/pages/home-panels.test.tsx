// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { listPurchases } from '@trove/contract/compute/orders'
import { listShares } from '@trove/contract/compute/routes'
import type { RouteResult } from '@trove/contract/kit/route'
import { listSearches, seeSearch } from '@trove/contract/searches/routes'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FakeServer, fakeServer, refused } from '../../../test/fake-server.ts'
import { buyer } from '../../../test/people.ts'
import { forgetScreen, renderScreen, type View, views } from '../../../test/render.tsx'
import Login from '../../features/identity/login/login.tsx'
import { paths } from '../../lib/addresses/paths.ts'
import { firstScreen } from '../../lib/calls/first-screen.ts'
import { keepToken, keepUser } from '../../lib/session/session.ts'
import { HomePanels } from './home-panels.tsx'
import PersonalCenter from './personal-center.tsx'

/** What a buyer comes back for, and what is seen first after signing in. */

const DAY = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString()
type Lease = RouteResult<typeof listPurchases>['content'][number]
const lease = (id: string, endsInDays: number, superPointsStatus: Lease['superPointsStatus'] = 1): Lease => ({
  ...{ orderId: id, fkProductId: `m-${id}`, cpuCores: 4, ramSize: 8, diskSize: 100, bandwidth: 20 },
  ...{ operationSystem: '1', servePeriod: 30, serveHours: null, renewsOrderId: null, authId: `CP-${id}` },
  ...{ serveStartTime: inDays(endsInDays - 30), serveEndTime: inDays(endsInDays), sharer: 'Sam', superPointsStatus },
  ...{
    verification: { state: 'verified', checkedAt: null, differing: [], measured: null },
    isOnMarket: false,
    isAutoRenewed: false,
    gpu: null,
  },
})
const search = (id: string, newCount: number) => ({
  ...{ id, kind: 'superPoints' as const, name: `search ${id}`, filter: { coresFrom: '8' } },
  ...{ hasNotice: true, isOver: false, newCount, createdAt: inDays(-3) },
})

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
})
afterEach(forgetScreen)
const t = (key: string, words?: Record<string, unknown>) => i18next.t(key as 'common.ok', { ...words })
const open = (view: View) => renderScreen(<HomePanels />, view, { path: '/personalCenter' })

describe.each(views)('the home of a buyer on $device in $language', (view) => {
  it('has the machines one rents, those first that end first, and says which end soon', async () => {
    server.on(listPurchases, {
      content: [lease('late', 20), lease('soon', 0.5), lease('over', -2, 2)],
      ...{ totalElements: 3, nextCursor: null },
    })
    await open(view)
    const rows = within(await screen.findByRole('region', { name: t('personal.leases') })).getAllByRole('listitem')
    expect(rows.map((row) => within(row).getByRole('link').textContent)).toEqual(['CP-soon', 'CP-late'])
    expect(rows.map((row) => row.textContent?.includes(t('personal.endsSoon')))).toEqual([true, false])
    expect(within(rows[0]!).getByRole('link').getAttribute('href')).toBe('/personal-center/my-calculate/lease/soon')
  })

  it('has the saved searches, those first that found something new, which is seen once it is opened', async () => {
    server.on(listSearches, [search('a', 0), search('b', 3)])
    server.on(seeSearch, null)
    await open(view)
    const panel = within(await screen.findByRole('region', { name: t('personal.searches') }))
    const rows = panel.getAllByRole('listitem').map((row) => row.textContent)
    expect(rows).toEqual([`search b${t('searches.fresh', { count: 3 })}`, 'search a'])
    await userEvent.click(panel.getByRole('link', { name: 'search b' }))
    await waitFor(() => expect(server.asked(seeSearch)[0]?.body).toEqual({ id: 'b' }))
  })

  it('stands below all that is there at once in the personal center', async () => {
    server.on(listPurchases, { content: [lease('soon', 0.5)], totalElements: 1, nextCursor: null })
    await renderScreen(<PersonalCenter />, view, { path: '/personalCenter' })
    const leases = await screen.findByRole('region', { name: t('personal.leases') })
    expect(screen.getAllByRole('region').at(-1)).toBe(leases)
  })

  it('says nothing to who rents and saved nothing', async () => {
    server.on(listPurchases, { content: [], totalElements: 0, nextCursor: null })
    server.on(listSearches, [])
    await open(view)
    await waitFor(() => expect(server.asked(listSearches)).toHaveLength(1))
    await waitFor(() => expect(server.asked(listPurchases)).toHaveLength(1))
    expect(screen.queryByRole('region')).toBeNull()
  })
})

describe('the first screen after signing in', () => {
  const shares = (totalElements: number) => server.on(listShares, { content: [], totalElements })

  it('is what the machines earn for who shares any, and the front page for all others', async () => {
    shares(2)
    expect(await firstScreen()).toBe(paths.income())
    shares(0)
    expect(await firstScreen()).toBe(paths.home())
    server.on(listShares, () => refused('service.unavailable'))
    expect(await firstScreen()).toBe(paths.home())
  })

  const signInAt = async (path: string) => {
    const { address } = await renderScreen(<Login />, views[0]!, { path, pattern: '/login', isSignedIn: false })
    act(() => {
      keepToken('access')
      keepUser(buyer)
    })
    return address
  }

  it('with interest tags is /home (A:66), and the money cockpit for who shares machines (ADR 1)', async () => {
    for (const [machines, to] of [
      [0, '/home'],
      [1, '/personal-center/income'],
    ] as const) {
      shares(machines)
      const address = await signInAt('/login')
      await waitFor(() => expect(address()).toBe(to))
      forgetScreen()
      server = fakeServer()
    }
  })

  it('is where somebody was on the way to, also for who shares machines', async () => {
    shares(1)
    const address = await signInAt('/login?next=%2Fmanpower')
    await waitFor(() => expect(address()).toBe('/manpower'))
  })
})
