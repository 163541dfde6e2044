// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { pageFaults } from '@trove/contract/compute/faults'
import { listReviewReports } from '@trove/contract/reviews/desk'
import { listDisputes } from '@trove/contract/talent/disputes'
import { listPayoutsToDecide } from '@trove/contract/wallet/payout-approvals'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FakeServer, fakeServer } from '../../../../test/fake-server.ts'
import { buyer } from '../../../../test/people.ts'
import { forgetScreen, renderScreen, type View, views } from '../../../../test/render.tsx'
import { keepUser } from '../../../lib/session/session.ts'
import { EmptyCases } from './empty-cases.tsx'

/** What an empty list of the desk offers to do next. */

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
  for (const [route, totalElements] of [
    ...[[pageFaults, 2] as const, [listDisputes, 5] as const, [listPayoutsToDecide, 9] as const],
    [listReviewReports, 7] as const,
  ])
    server.on(route, { content: [], totalElements })
})
afterEach(forgetScreen)
const t = (key: string, words?: Record<string, unknown>) => i18next.t(key as 'common.ok', { ...words })
const open = async (view: View, path: string) => {
  const next = { value: 'decided', label: 'Decided' }
  const shown = await renderScreen(<EmptyCases title="None" next={next} />, view, { path })
  keepUser({ ...buyer, role: 'operator', staffRoles: ['cashier'] })
  return shown
}

describe.each(views)('an empty list of the desk on $device in $language', (view) => {
  it('leads to the list of one’s role where most cases wait, and to the other view of its page', async () => {
    await open(view, '/operator/payouts')
    const label = t('desk.elsewhere', { desk: t('titles.disputeDesk'), count: 5 })
    const link = await screen.findByRole('link', { name: label })
    expect(link.getAttribute('href')).toBe('/operator/disputes?waitsFor=me')
    const other = screen.getByRole('link', { name: t('desk.otherView', { view: 'Decided' }) })
    expect(other.getAttribute('href')).toBe('/operator/payouts?view=decided')
    expect(server.asked(listDisputes)[0]!.url.searchParams.get('waitsFor')).toBe('me')
    for (const own of [listPayoutsToDecide, listReviewReports]) expect(server.asked(own)).toEqual([])
  })

  it('leads to its other view alone while nothing waits elsewhere', async () => {
    for (const route of [pageFaults, listDisputes]) server.on(route, { content: [], totalElements: 0 })
    await open(view, '/operator/payouts')
    await waitFor(() => expect(server.asked(listDisputes)).toHaveLength(1))
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/operator/payouts?view=decided',
    ])
  })

  it('that is empty by its filters has them taken away, and asks for no other list', async () => {
    const { address } = await open(view, '/operator/payouts?view=decided&end=paid&keyword=x&waitsFor=me')
    await screen.findByText(t('desk.filters.none'))
    await userEvent.click(screen.getByRole('button', { name: t('desk.filters.clear') }))
    expect(address()).toBe('/operator/payouts?view=decided')
    await screen.findByText('None')
  })
})
