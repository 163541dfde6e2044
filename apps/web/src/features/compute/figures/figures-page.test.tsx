// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { marketDays } from '@trove/contract/compute/public/market-days'
import { listComputeGroups } from '@trove/contract/dictionary/routes'
import type { RouteResult } from '@trove/contract/kit/route'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FakeServer, fakeServer, refused } from '../../../../test/fake-server.ts'
import { forgetScreen, renderScreen, type View, views } from '../../../../test/render.tsx'
import { formatCalendarDay } from '../../../lib/shown/format.ts'
import FiguresPage from './figures-page.tsx'

/** Market prices, as anybody sees them. */

type Found = RouteResult<typeof marketDays>
const hourAsked = { low: '0.0125', middle: '0.0250', high: '0.0312' }
const asked = { low: '0.30', middle: '0.42', high: '0.55' }
const counts = { machines: 8, serving: 2, units: 64, unitsServing: 16, machinesByHour: 0, hourAsked: null }
const found: Found = {
  kind: 'cpu',
  days: [
    { day: '2026-11-19', ...counts, machines: 6, serving: 0, asked: null, rented: null },
    {
      day: '2026-11-20',
      ...counts,
      machinesByHour: 3,
      hourAsked,
      asked,
      rented: { low: '0.35', middle: '0.40', high: '0.41' },
    },
  ],
  kinds: [
    { kind: 'cpu', ...counts, machinesByHour: 3, hourAsked, asked },
    { kind: 'rtx-4090', ...counts, machines: 1, serving: 1, units: 2, unitsServing: 2, asked: null },
  ],
  countedAt: '2026-11-20T08:00:00.000Z',
}

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
  server.on(listComputeGroups, [
    { name: 'GPU', items: [{ dictKey: 'RTX 4090', dictValue: 'rtx-4090' }] },
  ] as unknown as RouteResult<typeof listComputeGroups>)
  server.on(marketDays, found)
})
afterEach(forgetScreen)
const t = (key: string, words?: Record<string, unknown>) => i18next.t(key as 'common.ok', { ...words })
const open = (view: View, search = '') =>
  renderScreen(<FiguresPage />, view, {
    path: `/computingPowerMarket/figures${search}`,
    pattern: '/computingPowerMarket/figures',
    isSignedIn: false,
  })

describe.each(views)('market prices on $device in $language', (view) => {
  it('shows the latest quartiles, use and supply, and says the charts in tables', async () => {
    await open(view)
    const latest = within(await screen.findByRole('region', { name: t('marketDays.perCore') }))
    latest.getByText('¥0.42')
    latest.getByText(t('marketDays.half', { low: '¥0.30', high: '¥0.55' }))
    latest.getByText('25%')
    const hour = latest.getByText(t('marketDays.hourPerCore')).parentElement!
    expect(hour.textContent).toContain('¥0.0250')
    expect(hour.textContent).toContain(t('marketDays.half', { low: '¥0.0125', high: '¥0.0312' }))
    latest.getByText(t('marketDays.byHourOf', { count: 3 }))
    const kinds = within(screen.getByRole('region', { name: t('marketDays.kinds') }))
    kinds.getByText('¥0.0250')
    const prices = within(screen.getByRole('region', { name: t('marketDays.prices') })).getByRole('table')
    const cells = within(prices)
      .getAllByRole('row')
      .map((row) => row.textContent)
    expect(cells.slice(1)).toEqual([
      `${formatCalendarDay('2026-11-19')}––––`,
      `${formatCalendarDay('2026-11-20')}¥0.30¥0.42¥0.55¥0.40`,
    ])
    const supply = screen.getByRole('region', { name: t('marketDays.supply') })
    // What the figures beside the bars count.
    expect(within(supply).getAllByText(t('marketDays.machines'))[0]!.tagName).toBe('P')
    const use = within(supply).getByRole('table')
    expect(within(use).getAllByRole('row').at(-1)!.textContent).toBe(`${formatCalendarDay('2026-11-20')}82`)
  })

  it('asks for the kind and the days of its address, and keeps a choice there', async () => {
    const { address } = await open(view, '?kind=rtx-4090&days=30')
    await screen.findByRole('region', { name: t('marketDays.kinds') })
    const first = server.asked(marketDays)[0]!.url.searchParams
    expect([first.get('kind'), first.get('days')]).toEqual(['rtx-4090', '30'])
    await userEvent.selectOptions(screen.getByRole('combobox', { name: t('marketDays.span') }), '365')
    await waitFor(() => expect(address()).toContain('days=365'))
    expect(address()).toContain('kind=rtx-4090')
    await waitFor(() => expect(server.asked(marketDays).at(-1)!.url.searchParams.get('days')).toBe('365'))
    expect(screen.getByRole('link', { name: t('marketDays.csv') }).getAttribute('href')).toContain('days=365')
  })

  it('says so before the first count, and where nothing comes', async () => {
    server.on(marketDays, { kind: 'cpu', days: [], kinds: [], countedAt: null })
    await open(view)
    await screen.findByText(t('marketDays.nothing'))
    forgetScreen()
    server.on(marketDays, () => refused('service.unavailable'))
    await open(view)
    await screen.findByRole('button', { name: t('common.retry') })
  })
})
