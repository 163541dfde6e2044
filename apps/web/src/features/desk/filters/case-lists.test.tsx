// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { listApplications } from '@trove/contract/certification/desk'
import { listReportedWorks, listTakedowns } from '@trove/contract/code/reports'
import { pageFaults } from '@trove/contract/compute/faults'
import { listHiddenReviews, listReviewReports } from '@trove/contract/reviews/desk'
import { listDisputes } from '@trove/contract/talent/disputes'
import { listPayoutsToDecide } from '@trove/contract/wallet/payout-approvals'
import i18next from 'i18next'
import { afterEach, describe, expect, it } from 'vitest'
import { fakeServer } from '../../../../test/fake-server.ts'
import { buyer } from '../../../../test/people.ts'
import { forgetScreen, renderScreen, views } from '../../../../test/render.tsx'
import { keepUser } from '../../../lib/session/session.ts'
import CertificationDesk from '../certification/certification-desk.tsx'
import ReportDesk from '../code/report-desk.tsx'
import DisputeDesk from '../disputes/dispute-desk.tsx'
import FaultDesk from '../faults/fault-desk.tsx'
import PayoutDesk from '../money/payout-desk.tsx'
import ReviewDesk from '../reviews/review-desk.tsx'

afterEach(forgetScreen)
const none = { content: [], totalElements: 0 }
const DESKS = [
  { name: 'faults', desk: <FaultDesk />, route: pageFaults, end: undefined },
  { name: 'disputes', desk: <DisputeDesk />, route: listDisputes, end: 'withdrawn' },
  { name: 'payouts', desk: <PayoutDesk />, route: listPayoutsToDecide, end: 'failed' },
  { name: 'applications', desk: <CertificationDesk />, route: listApplications, end: 'refused' },
] as const

/** Their views have routes of their own. */
const APART = [
  { name: 'reports', desk: <ReportDesk />, waiting: listReportedWorks, decided: listTakedowns, end: 'upheld' },
  { name: 'reviews', desk: <ReviewDesk />, waiting: listReviewReports, decided: listHiddenReviews, end: 'reply' },
] as const

describe.each(views)('lists of cases on $device in $language', (view) => {
  it.each(DESKS)('of $name ask the server for what the address filters by', async ({ desk, route, end }) => {
    const server = fakeServer()
    server.on(route, () => Response.json({ code: 200, message: '', data: { ...none, reviewersNeeded: 1 } }))
    await renderScreen(desk, view, { path: '/?keyword=Sue&end=lost' })
    keepUser({ ...buyer, role: 'operator', staffRoles: ['owner'] })
    const asked = () => {
      const { searchParams } = server.asked(route).at(-1)!.url
      return Object.fromEntries(['view', 'waitsFor', 'keyword', 'end'].map((name) => [name, searchParams.get(name)]))
    }
    await userEvent.click(await screen.findByRole('checkbox', { name: i18next.t('desk.filters.waitsForMe') }))
    const waiting = { view: 'waiting', waitsFor: 'me', keyword: 'Sue', end: null }
    await waitFor(() => expect(asked()).toEqual(waiting))
    await userEvent.click(screen.getAllByRole('tab')[1]!)
    await waitFor(() => expect(asked()).toEqual({ ...waiting, view: 'decided', waitsFor: null }))
    const select = screen.queryByRole('combobox', { name: i18next.t('desk.columns.state') })
    expect(select === null).toBe(end === undefined)
    if (!select || !end) return
    await userEvent.selectOptions(select, end)
    await waitFor(() => expect(asked()).toEqual({ ...waiting, view: 'decided', waitsFor: null, end }))
  })

  it.each(APART)('of $name ask each route for what the address filters by', async ({ desk, waiting, decided, end }) => {
    const server = fakeServer()
    for (const route of [waiting, decided])
      server.on(route, () => Response.json({ code: 200, message: '', data: none }))
    await renderScreen(desk, view, { path: '/?keyword=Sue&end=lost' })
    keepUser({ ...buyer, role: 'operator', staffRoles: ['owner'] })
    const asked = (route: typeof waiting | typeof decided) => {
      const params = server.asked(route).at(-1)?.url.searchParams
      return ['waitsFor', 'keyword', 'end'].map((name) => params?.get(name) ?? null)
    }
    await waitFor(() => expect(asked(waiting)).toEqual([null, 'Sue', null]))
    await userEvent.click(await screen.findByRole('checkbox', { name: i18next.t('desk.filters.waitsForMe') }))
    await waitFor(() => expect(asked(waiting)).toEqual(['me', 'Sue', null]))
    await userEvent.click(screen.getAllByRole('tab').at(-1)!)
    await waitFor(() => expect(asked(decided)).toEqual([null, 'Sue', null]))
    await userEvent.selectOptions(screen.getByRole('combobox', { name: i18next.t('desk.columns.state') }), end)
    await waitFor(() => expect(asked(decided)).toEqual([null, 'Sue', end]))
    expect(screen.queryByRole('checkbox', { name: i18next.t('desk.filters.waitsForMe') })).toBeNull()
  })
})
