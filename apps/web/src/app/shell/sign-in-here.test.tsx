// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import i18next from 'i18next'
import { useLocation } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { fakeServer } from '../../../test/fake-server.ts'
import { chineseDesk, forgetScreen, renderScreen } from '../../../test/render.tsx'
import { forgetSession } from '../../lib/session/session.ts'
import { DesktopShell } from './shell.desktop.tsx'

afterEach(forgetScreen)

function Page() {
  const { pathname, search, hash } = useLocation()
  return (
    <>
      <output aria-label="address">{pathname + search + hash}</output>
      <DesktopShell isLanding={false} onFind={() => undefined} />
    </>
  )
}

it.each(['/manpower?productId=e1', '/manpower?tab=experts&skill=Go', '/shared/token#key'])(
  'a visitor at %s who opens the window for signing in and closes it is where they were',
  async (path) => {
    fakeServer()
    await renderScreen(<Page />, chineseDesk, { path, isSignedIn: false })
    const address = () => screen.getByLabelText('address').textContent
    const [rest = '', hash] = path.split('#')
    await userEvent.click(await screen.findByRole('link', { name: i18next.t('shell.register') }))
    const dialog = await screen.findByRole('dialog')
    expect(address()).toBe(`${rest}${rest.includes('?') ? '&' : '?'}signIn=${hash ? `#${hash}` : ''}`)
    await userEvent.click(screen.getByRole('button', { name: i18next.t('common.close') }))
    await waitFor(() => expect(dialog.isConnected).toBe(false))
    expect(address()).toBe(path)
  },
)

it.each([
  [true, 'expired'],
  [false, 'goOn'],
] as const)(
  'the window that stands in the way of a page says why, and that it is come back to (expired: %s)',
  async (isExpired, why) => {
    fakeServer()
    await renderScreen(<Page />, chineseDesk, {
      path: '/home?next=%2Fpersonal-center%2Fmy-calculate',
      isSignedIn: false,
    })
    act(() => forgetSession({ isExpired }))
    const dialog = within(await screen.findByRole('dialog'))
    dialog.getByText((text) => text.startsWith(i18next.t(`login.${why}`)))
    expect(
      dialog.queryByText((text) => text.startsWith(i18next.t(`login.${isExpired ? 'goOn' : 'expired'}`))),
    ).toBeNull()
  },
)
