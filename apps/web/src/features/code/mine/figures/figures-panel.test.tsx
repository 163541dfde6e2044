// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getFigures } from '@trove/contract/code/figures'
import type { RouteResult } from '@trove/contract/kit/route'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FakeServer, fakeServer, refused } from '../../../../../test/fake-server.ts'
import { forgetScreen, renderScreen, views } from '../../../../../test/render.tsx'
import { FiguresPanel } from './figures-panel.tsx'
import { conversionOf, sumOf } from './sums.ts'

/** My code with its plots: views, what was obtained, conversion, of all works or one (issue 12). */

type Figures = RouteResult<typeof getFigures>
const none = { views: 0, gets: 0, sales: 0, soldAmount: '0.00', returns: 0, returnedAmount: '0.00' }
const sold = { ...none, views: 8, gets: 1, sales: 2, soldAmount: '19.80', returns: 1, returnedAmount: '9.90' }
const all: Figures = {
  days: [
    { date: '2026-11-09', ...none },
    { date: '2026-11-10', ...sold },
  ],
  works: [
    { id: 'w1', title: 'Ledger', state: 'online', ...sold },
    { id: 'w2', title: 'Unfinished', state: 'draft', ...none },
  ],
}

const t = (key: string, words?: Record<string, unknown>) => i18next.t(key as 'common.ok', { ...words })
let server: FakeServer
beforeEach(() => {
  server = fakeServer()
})
afterEach(forgetScreen)

describe.each(views)('the figures of my code on $device in $language', (view) => {
  it('say the sums of the days, and a table of each plot for who cannot see it', async () => {
    server.on(getFigures, all)
    await renderScreen(<FiguresPanel />, view)
    const panel = await screen.findByRole('region', { name: t('codeFigures.title') })
    const figureOf = async (key: string) =>
      (await within(panel).findByText(t(`codeFigures.${key}`), { selector: 'dt' })).nextSibling?.textContent
    expect(await figureOf('views')).toBe('8')
    expect(await figureOf('sales')).toBe('2')
    expect(await figureOf('free')).toBe('1')
    expect(await figureOf('conversion')).toBe('37.5%')
    expect(await figureOf('sold')).toBe('¥19.80')
    expect(await figureOf('returned')).toBe(t('codeFigures.returnedOf', { amount: '¥9.90', count: 1 }))
    const cells = (key: string) =>
      within(within(panel).getByRole('table', { name: t(`codeFigures.${key}`) }))
        .getAllByRole('cell')
        .map((cell) => cell.textContent)
    expect(cells('viewsByDay')).toEqual(['0', '8'])
    expect(cells('gotByDay')).toEqual(['0', '3'])
    expect(cells('conversionByDay')).toEqual(['–', '37.5%'])
  })

  it('say in a sentence that nothing happened, in place of plots without a line', async () => {
    server.on(getFigures, { ...all, days: all.days.map(({ date }) => ({ date, ...none })) })
    await renderScreen(<FiguresPanel />, view)
    await screen.findByText(t('codeFigures.none'))
    expect(screen.queryByText(t('codeFigures.viewsByDay'))).toBeNull()
    screen.getByRole('combobox', { name: t('codeFigures.period') })
  })

  it('are asked of one work and of other days when these are chosen; drafts are no choice', async () => {
    server.on(getFigures, all)
    const user = userEvent.setup()
    await renderScreen(<FiguresPanel />, view)
    const work = await screen.findByRole('combobox', { name: t('codeFigures.which') })
    await within(work).findByRole('option', { name: 'Ledger' })
    expect(within(work).queryByRole('option', { name: 'Unfinished' })).toBeNull()
    await user.selectOptions(work, 'w1')
    await user.selectOptions(screen.getByRole('combobox', { name: t('codeFigures.period') }), '90')
    await waitFor(() => {
      const asked = server.asked(getFigures).at(-1)?.url.searchParams
      expect([asked?.get('days'), asked?.get('work')]).toEqual(['90', 'w1'])
    })
  })

  it('say what went wrong and can be asked for again', async () => {
    server.on(getFigures, () => refused('code.no-version'))
    await renderScreen(<FiguresPanel />, view)
    await screen.findByRole('button', { name: t('common.retry') }, { timeout: 10_000 })
  })
})

it('sums and shares are exact', () => {
  expect(sumOf([sold, sold])).toEqual({
    ...{ views: 16, gets: 2, sales: 4, soldAmount: '39.60', returns: 2, returnedAmount: '19.80' },
  })
  expect([conversionOf(none), conversionOf({ views: 3, gets: 1, sales: 0 })]).toEqual([undefined, 33.3])
  const more = [conversionOf({ views: 1, gets: 1, sales: 0 }), conversionOf({ views: 1, gets: 1, sales: 1 })]
  expect(more).toEqual([100, undefined])
})
