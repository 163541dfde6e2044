// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { clearSlot, FEATURED_PLACES, listSlots, setSlot } from '@trove/contract/code/slots'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FakeServer, fakeServer } from '../../../../test/fake-server.ts'
import { buyer } from '../../../../test/people.ts'
import { forgetScreen, renderScreen, type View, views } from '../../../../test/render.tsx'
import { keepUser } from '../../../lib/session/session.ts'
import SlotDesk from './slot-desk.tsx'

/** The featured row of the code home, as an editor fills it. */

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
  server.on(listSlots, [{ place: 2, id: 'w1', title: 'Ledger', state: 'offline', nickName: 'Ada' }])
})
afterEach(forgetScreen)
const t = (key: string, words?: Record<string, unknown>) => i18next.t(key as 'common.ok', { ...words })
const open = async (view: View, role: 'editor' | 'cashier') => {
  await renderScreen(<SlotDesk />, view)
  keepUser({ ...buyer, role: 'operator', staffRoles: [role] })
}

describe.each(views)('the featured row on $device in $language', (view) => {
  it('shows its places; a work goes into one by the address of its page, and out again', async () => {
    await open(view, 'editor')
    const places = await screen.findAllByRole('listitem')
    expect(places).toHaveLength(FEATURED_PLACES)
    within(places[1]!).getByText(t('codeDesk.slots.hidden'))
    expect(within(places[1]!).getByRole('link', { name: 'Ledger' }).getAttribute('href')).toBe(
      '/codeForce/codeDetails/w1',
    )
    within(places[0]!).getByText(t('codeDesk.slots.empty'))
    server.on(setSlot, null)
    server.on(clearSlot, null)
    await userEvent.click(within(places[0]!).getByRole('button', { name: t('codeDesk.slots.choose') }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.type(dialog.getByRole('textbox'), 'https://trove.example/codeForce/codeDetails/w9?from=x')
    await userEvent.click(dialog.getByRole('button', { name: t('common.save') }))
    await screen.findByText(t('codeDesk.slots.done'))
    expect(server.asked(setSlot).map(({ url, body }) => [url.pathname, body])).toEqual([
      ['/api/admin/code/slots/1', { workId: 'w9' }],
    ])
    await userEvent.click(within(places[1]!).getByRole('button', { name: t('codeDesk.slots.clear') }))
    await waitFor(() => expect(server.asked(clearSlot)).toHaveLength(1))
  })

  it('is for editors only', async () => {
    await open(view, 'cashier')
    await screen.findByText(t('desk.staffOnly'))
    expect(server.asked(listSlots)).toHaveLength(0)
  })
})
