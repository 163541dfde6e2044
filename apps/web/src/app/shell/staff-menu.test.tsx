// @vitest-environment jsdom
import { act, screen, within } from '@testing-library/react'
import i18next from 'i18next'
import { afterEach, describe, expect, it } from 'vitest'
import { fakeServer } from '../../../test/fake-server.ts'
import { buyer } from '../../../test/people.ts'
import { forgetScreen, renderScreen, views } from '../../../test/render.tsx'
import { paths } from '../../lib/addresses/paths.ts'
import { keepUser } from '../../lib/session/session.ts'
import { DesktopShell } from './shell.desktop.tsx'

afterEach(forgetScreen)
const t = (key: string) => i18next.t(key as never) as unknown as string
const OF_ALL = [
  paths.certificationDesk(),
  paths.disputeDesk(),
  paths.faultDesk(),
  paths.payoutDesk(),
  paths.billDesk(),
  paths.reportDesk(),
  paths.reviewDesk(),
  paths.slotDesk(),
]

describe.each(views.filter(({ device }) => device === 'pc'))('the menu in $language', (view) => {
  it('leads the staff to their desks, owners to two more, and shows none to others', async () => {
    fakeServer()
    await renderScreen(<DesktopShell isLanding={false} onFind={() => undefined} />, view)
    const menu = screen.getByRole('navigation', { name: t('shell.menu') })
    expect(within(menu).queryByRole('region', { name: t('shell.staff') })).toBeNull()
    const desks = () =>
      within(within(menu).getByRole('region', { name: t('shell.staff') }))
        .getAllByRole('link')
        .map((link) => link.getAttribute('href'))
    act(() => keepUser({ ...buyer, role: 'operator', staffRoles: ['reviewer'] }))
    expect(desks()).toEqual(OF_ALL)
    act(() => keepUser({ ...buyer, role: 'operator', staffRoles: ['owner'] }))
    expect(desks()).toEqual([...OF_ALL, paths.staffDesk(), paths.actDesk()])
  })

  it('is moved to the entry of the page, which may stand below the screen', async () => {
    fakeServer()
    const shown: (string | null)[] = []
    Element.prototype.scrollIntoView = function scroll() {
      shown.push(this.getAttribute('href'))
    }
    await renderScreen(<DesktopShell isLanding={false} onFind={() => undefined} />, view, { path: paths.payoutDesk() })
    act(() => keepUser({ ...buyer, role: 'operator', staffRoles: ['owner'] }))
    expect(shown.at(-1)).toBe(paths.payoutDesk())
    Reflect.deleteProperty(Element.prototype, 'scrollIntoView')
  })
})
