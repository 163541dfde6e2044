// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buyer } from '../../../../test/people.ts'
import { forgetScreen, renderScreen, type View, views } from '../../../../test/render.tsx'
import { keepUser } from '../../../lib/session/session.ts'
import { DeskPage } from '../desk-page.tsx'
import { FilterChips } from './filter-chips.tsx'

/** Filters of the desk's lists under a name. */

beforeEach(() => localStorage.clear())
afterEach(forgetScreen)
const t = (key: string, words?: Record<string, unknown>) => i18next.t(key as 'common.ok', { ...words })
const KEY = `trove-desk-filters-${buyer.userId}`
/** The page is left; what the browser kept stays. */
const leave = () => {
  const kept = localStorage.getItem(KEY)
  forgetScreen()
  if (kept !== null) localStorage.setItem(KEY, kept)
}
const open = async (view: View, path: string, userId = buyer.userId) => {
  const shown = await renderScreen(<FilterChips says={path.includes('operator=') ? ['By Ann'] : []} />, view, { path })
  keepUser({ ...buyer, userId, role: 'operator' })
  return shown
}
const saved = () => screen.queryByRole('list', { name: t('desk.filters.saved') })

describe.each(views)('a filter of the desk on $device in $language', (view) => {
  it('is saved under a name, without the open case, and is a chip that leads to it until it is deleted', async () => {
    await open(view, '/operator/acts?operator=ann&case=7')
    await userEvent.click(await screen.findByRole('button', { name: t('desk.filters.save') }))
    const dialog = within(await screen.findByRole('dialog'))
    dialog.getByText(t('desk.filters.help', { what: 'By Ann' }))
    await userEvent.type(dialog.getByRole('textbox'), 'Ann')
    await userEvent.click(dialog.getByRole('button', { name: t('common.save') }))
    const chip = await screen.findByRole('link', { name: 'Ann' })
    expect(chip.getAttribute('href')).toBe('/operator/acts?operator=ann')
    expect(chip.getAttribute('aria-current')).toBe('true')
    expect(screen.queryByRole('button', { name: t('desk.filters.save') })).toBeNull()
    leave()
    const { address } = await open(view, '/operator/acts')
    await userEvent.click(await screen.findByRole('link', { name: 'Ann' }))
    await waitFor(() => expect(address()).toBe('/operator/acts?operator=ann'))
    await userEvent.click(screen.getByRole('button', { name: t('desk.filters.remove', { name: 'Ann' }) }))
    expect(saved()).toBeNull()
  })

  it('is offered to be saved only where something is filtered', async () => {
    localStorage.setItem(KEY, JSON.stringify([{ name: 'Ann', path: '/operator/acts', query: 'operator=ann' }]))
    await open(view, '/operator/acts?view=all&case=7')
    await screen.findByRole('link', { name: 'Ann' })
    expect(screen.queryByRole('button', { name: t('desk.filters.save') })).toBeNull()
  })

  it('of cases is in the address under each tab, says what it holds when it is saved, and can be taken away', async () => {
    const views = ['open', 'paid'].map((value) => ({ value, label: `tab ${value}` }))
    const filters = { placeholder: 'find', waits: ['open'], ends: [{ value: 'late', label: 'Late' }] }
    const desk = (
      <DeskPage title="Payouts" lead="" views={views} filters={filters}>
        {(_, filter) => <output>{JSON.stringify(filter)}</output>}
      </DeskPage>
    )
    const { address } = await renderScreen(desk, view, { path: '/operator/payouts' })
    keepUser({ ...buyer, role: 'operator' })
    const shown = () => JSON.parse(screen.getByRole('status').textContent)
    await userEvent.click(await screen.findByRole('checkbox', { name: t('desk.filters.waitsForMe') }))
    await userEvent.type(screen.getByRole('searchbox'), 'Sue{Enter}')
    await waitFor(() => expect(shown()).toEqual({ waitsFor: 'me', keyword: 'Sue' }))
    expect(address()).toBe('/operator/payouts?waitsFor=me&keyword=Sue')
    await userEvent.click(screen.getByRole('button', { name: t('desk.filters.save') }))
    const dialog = within(await screen.findByRole('dialog'))
    const what = ['tab open', t('desk.filters.waitsForMe'), t('market.quoted', { value: 'Sue' })].join(' · ')
    dialog.getByText(t('desk.filters.help', { what }))
    await userEvent.type(dialog.getByRole('textbox'), 'Mine')
    await userEvent.click(dialog.getByRole('button', { name: t('common.save') }))
    const chip = await screen.findByRole('link', { name: 'Mine' })
    expect(chip.getAttribute('href')).toBe('/operator/payouts?waitsFor=me&keyword=Sue&view=open')
    await userEvent.click(screen.getByRole('tab', { name: 'tab paid' }))
    await waitFor(() => expect(shown()).toEqual({ keyword: 'Sue' }))
    expect(screen.queryByRole('checkbox')).toBeNull()
    await userEvent.selectOptions(screen.getByRole('combobox', { name: t('desk.columns.state') }), 'Late')
    await waitFor(() => expect(shown()).toEqual({ keyword: 'Sue', end: 'late' }))
    expect(address()).toBe('/operator/payouts?view=paid&keyword=Sue&end=late')
  })

  it('is of its list and of its account alone, and what cannot be read is none', async () => {
    const kept = JSON.stringify([{ name: 'Ann', path: '/operator/acts', query: 'operator=ann' }, 'broken'])
    localStorage.setItem(KEY, kept)
    await open(view, '/operator/payouts')
    expect(saved()).toBeNull()
    leave()
    localStorage.setItem('trove-desk-filters-eve', '{')
    await open(view, '/operator/acts', 'eve')
    expect(saved()).toBeNull()
    leave()
    await open(view, '/operator/acts')
    expect(await screen.findAllByRole('listitem')).toHaveLength(1)
  })
})
