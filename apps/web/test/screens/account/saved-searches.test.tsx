// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { listOffers } from '@trove/contract/compute/routes'
import { changeSearch, listSearches, removeSearch, saveSearch } from '@trove/contract/searches/routes'
import { listExperts } from '@trove/contract/talent/experts'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Pages } from '../../../src/app/router.tsx'
import { toastStore } from '../../../src/lib/calls/notify.ts'
import { noticePath } from '../../../src/lib/told/notice-path.ts'
import { type FakeServer, fakeServer, refused } from '../../fake-server.ts'
import { inDays } from '../../orders.ts'
import { offerOf } from '../../people.ts'
import { pressReady } from '../../press-ready.ts'
import { forgetScreen, renderScreen, views } from '../../render.tsx'

/** Saved searches: the button over a list, and the page with all of them. */

let server: FakeServer
const LIST = '/computingPowerMarket/computing-list?coresFrom=8&keyword=GPU'
beforeEach(() => {
  server = fakeServer()
  server.on(listOffers, { productCount: 1, products: { content: [offerOf('m1')] }, nextCursor: null })
})
afterEach(forgetScreen)
const t = (key: string, params?: object) => i18next.t(key as never, params as never) as unknown as string
const search = {
  id: 's1',
  kind: 'superPoints',
  name: 'Big ones',
  filter: { coresFrom: '8' },
  hasNotice: true,
  newCount: 0,
  isOver: false,
  createdAt: inDays(-1),
} as const

describe.each(views)('saved searches on $device in $language', (view) => {
  it('save the filter of the list under a name, and the limit is said in words', async () => {
    server.on(saveSearch, () => refused('searches.limit', { count: 20 }))
    await renderScreen(<Pages />, view, { path: LIST })
    await userEvent.click(await screen.findByRole('button', { name: t('searches.save') }))
    const dialog = await screen.findByRole('dialog', { name: t('searches.saveTitle') })
    const name = within(dialog).getByRole('textbox', { name: t('searches.name') })
    await userEvent.clear(name)
    await userEvent.click(within(dialog).getByRole('button', { name: t('common.save') }))
    expect(within(dialog).getByText(t('searches.nameEmpty')).textContent).not.toBe('')
    await userEvent.type(name, 'Big ones{Enter}')
    await waitFor(() => expect(toastStore.getCurrent()?.text).toContain('20'))
    server.on(saveSearch, search)
    await pressReady(within(dialog).getByRole('button', { name: t('common.save') }))
    await waitFor(() => expect(toastStore.getCurrent()?.text).toBe(t('searches.saved')))
    const body = { kind: 'superPoints', name: 'Big ones', filter: { coresFrom: '8', keyword: 'GPU' } }
    expect(server.asked(saveSearch)[0]?.body).toEqual(body)
  })

  it('are listed with their result, renamed, silenced and deleted', async () => {
    server.on(listSearches, [search])
    server.on(changeSearch, search)
    server.on(removeSearch, null)
    await renderScreen(<Pages />, view, { path: '/personal-center/saved-searches' })
    const run = await screen.findByRole('link', { name: t('searches.run') })
    expect(run.getAttribute('href')).toBe('/computingPowerMarket/computing-list?coresFrom=8')
    await userEvent.click(screen.getByRole('switch', { name: t('searches.noticeOf', { name: 'Big ones' }) }))
    await waitFor(() => expect(server.asked(changeSearch)[0]?.body).toEqual({ id: 's1', hasNotice: false }))
    await userEvent.click(screen.getByRole('button', { name: t('searches.rename') }))
    const name = await screen.findByRole('textbox', { name: t('searches.name') })
    await userEvent.clear(name)
    await userEvent.type(name, 'Huge{Enter}')
    await waitFor(() => expect(server.asked(changeSearch)[1]?.body).toEqual({ id: 's1', name: 'Huge' }))
    await waitFor(() => expect(screen.queryByRole('dialog') === null).toBe(true))
    server.on(listSearches, [])
    await userEvent.click(screen.getByRole('button', { name: t('searches.remove') }))
    await waitFor(() => expect(server.asked(removeSearch)[0]?.body).toEqual({ id: 's1' }))
    await waitFor(() => expect(document.activeElement?.textContent).toBe(t('titles.savedSearches')))
  })
})

it('one whose hour has passed says so in the place of its notice, and can be looked at and deleted', async () => {
  server.on(listSearches, [{ ...search, isOver: true }])
  await renderScreen(<Pages />, { device: 'mobile', language: 'en' }, { path: '/personal-center/saved-searches' })
  expect(await screen.findByText('The hour it asks for has passed: no more notices')).toBeTruthy()
  expect(screen.queryByRole('switch') === null).toBe(true)
  expect(screen.getByRole('button', { name: 'Delete' })).toBeTruthy()
})

it('a stranger who saves a search signs in and comes back to the list', async () => {
  server.on(listExperts, { content: [], totalElements: 0, nextCursor: null })
  const path = '/manpower?tab=experts&minPrice=50'
  const { address } = await renderScreen(<Pages />, { device: 'mobile', language: 'en' }, { path, isSignedIn: false })
  await userEvent.click(await screen.findByRole('button', { name: 'Save search' }))
  await waitFor(() => expect(address()).toBe(`/login?next=${encodeURIComponent(path)}`))
})

it('the notice of a saved search leads to all of them', () => {
  expect(noticePath({ to: 'saved-searches' })).toBe('/personal-center/saved-searches')
})
