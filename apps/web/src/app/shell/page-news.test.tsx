// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { listNotices } from '@trove/contract/notices/routes'
import i18next from 'i18next'
import { Link } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { fakeServer } from '../../../test/fake-server.ts'
import { forgetScreen, renderScreen, views } from '../../../test/render.tsx'
import { Pages } from '../router.tsx'

afterEach(forgetScreen)
const t = (key: string) => i18next.t(key as 'common.ok')
const NOTICES = '/personal-center/notices'
const MISSING = '/404'

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
