// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { listNotices } from '@trove/contract/notices/routes'
import i18next from 'i18next'
import { Link } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeServer } from '../../../test/fake-server.ts'
import { forgetScreen, renderScreen, views } from '../../../test/render.tsx'
import { Pages } from '../router.tsx'
import { PageNews } from './page-news.tsx'

afterEach(forgetScreen)
const t = (key: string) => i18next.t(key as 'common.ok')
const NOTICES = '/personal-center/notices'
const MISSING = '/404'
/** Milliseconds by which the news of a page is out. */
const SAID_BY_MS = 300

it.each(views)('the title of a page that is gone to is said on $device in $language', async (view) => {
  fakeServer().on(listNotices, { content: [], totalElements: 0, unread: 0 })
  const { container, address } = await renderScreen(
    <>
      <Pages />
      <Link to="/no-such-page">go</Link>
      <Link to={NOTICES}>return</Link>
    </>,
    view,
    { path: NOTICES },
  )
  const titleOf = (title: string) => `${t(`titles.${title}`)} · ${t('common.brand')}`
  const said = () => [...container.querySelectorAll('[aria-live=polite]')].map(({ textContent }) => textContent)
  await waitFor(() => expect(document.title).toBe(titleOf('notices')))
  // The first page's is said by the screen reader itself.
  expect(said()).not.toContain(titleOf('notices'))
  await userEvent.click(screen.getByRole('link', { name: 'go' }))
  await waitFor(() => expect(said()).toContain(titleOf('notFound')))
  expect(address()).toBe(MISSING)
  await userEvent.click(screen.getByRole('link', { name: 'return' }))
  await waitFor(() => expect(said()).toContain(titleOf('notices')))
  expect(said()).not.toContain(titleOf('notFound'))
})

it.each(views)(
  'a page that is gone to has the focus, the first one and a changed filter do not take it ($device, $language)',
  async (view) => {
    fakeServer().on(listNotices, { content: [], totalElements: 0, unread: 0 })
    const { address } = await renderScreen(
      <>
        <Pages />
        <Link to="/no-such-page">go</Link>
        <Link to={`${NOTICES}?unread=1`}>filter</Link>
      </>,
      view,
      { path: NOTICES },
    )
    await screen.findByRole('main')
    const follow = (name: string) => userEvent.click(screen.getByRole('link', { name }))
    await follow('filter')
    await new Promise((later) => setTimeout(later, SAID_BY_MS))
    expect(document.activeElement?.textContent).toBe('filter')
    const scrolled = vi.spyOn(HTMLElement.prototype, 'focus')
    await follow('go')
    await waitFor(() => expect(document.activeElement === screen.getByRole('main')).toBe(true))
    expect(scrolled).toHaveBeenLastCalledWith({ preventScroll: true })
    expect(address()).toBe(MISSING)
  },
)

it.each([
  ['a field of it that has it keeps it', '/b', 'field'],
  ['a dialog that has it keeps it', '/b', 'confirm'],
  ['a part that the address names keeps its place', '/b#part', 'go'],
  ['nothing is moved where the first one led there by itself', '/b', 'go'],
])('of a page that is gone to, %s', async (_, to, holder) => {
  await renderScreen(
    <>
      <main tabIndex={-1}>
        <input aria-label="field" />
      </main>
      <div role="dialog">
        <button type="button">confirm</button>
      </div>
      <Link to={to}>go</Link>
      <PageNews />
    </>,
    views[0]!,
    { path: '/a' },
  )
  await userEvent.click(screen.getByRole('link', { name: 'go' }))
  if (to.includes('#')) window.location.hash = 'part'
  else if (holder === 'go') vi.stubGlobal('navigator', { userActivation: { hasBeenActive: false } })
  const held = holder === 'field' ? screen.getByLabelText(holder) : screen.getByText(holder)
  held.focus()
  await new Promise((later) => setTimeout(later, SAID_BY_MS))
  expect(document.activeElement === held).toBe(true)
  window.location.hash = ''
  vi.unstubAllGlobals()
})
