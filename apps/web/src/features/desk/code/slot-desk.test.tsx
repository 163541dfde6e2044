// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { clearSlot, FEATURED_PLACES, listSlots, setSlot } from '@trove/contract/code/slots'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FakeServer, fakeServer } from '../../../../test/fake-server.ts'
import { buyer } from '../../../../test/people.ts'
import { forgetScreen, renderScreen, type View, views } from '../../../../test/render.tsx'
import { wordsOfCode } from '../../../lib/session/language.ts'
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
const open = async (view: View, role: 'editor' | 'cashier', path = '/') => {
  const shown = await renderScreen(<SlotDesk />, view, { path })
  keepUser({ ...buyer, role: 'operator', staffRoles: [role] })
  return shown
}

describe.each(views)('the featured row on $device in $language', (view) => {
  it('shows its places; a work goes into one by the address of its page, and out again', async () => {
    const { address } = await open(view, 'editor')
    const placeOf = (place: number) => t('codeDesk.slots.place', { place })
    const rows = await screen.findAllByRole('link', { name: new RegExp(placeOf(1).replace('1', '[0-9]')) })
    expect(rows.map((row) => row.textContent)).toEqual(
      Array.from({ length: FEATURED_PLACES }, (_, i) => placeOf(i + 1)),
    )
    screen.getByText(t('codeDesk.slots.hidden'))
    expect(screen.getAllByText(t('codeDesk.slots.empty'))).toHaveLength(FEATURED_PLACES - 1)
    server.on(setSlot, null)
    server.on(clearSlot, null)
    await userEvent.click(rows[0]!)
    expect(address()).toBe('/?case=1')
    const panel = within(await screen.findByRole('dialog', { name: placeOf(1) }))
    expect(panel.queryByRole('button', { name: t('codeDesk.slots.clear') })).toBeNull()
    await userEvent.click(panel.getByRole('button', { name: t('codeDesk.slots.choose') }))
    const question = within(await panel.findByRole('group'))
    await userEvent.type(question.getByRole('textbox'), 'https://trove.example/codeForce/codeDetails/w9?from=x')
    await userEvent.click(question.getByRole('button', { name: t('common.save') }))
    await screen.findByText(t('codeDesk.slots.done'))
    expect(server.asked(setSlot).map(({ url, body }) => [url.pathname, body])).toEqual([
      ['/api/admin/code/slots/1', { workId: 'w9' }],
    ])
  })

  it('opens a place by its address, which is emptied there; one that does not exist says so', async () => {
    server.on(clearSlot, null)
    await open(view, 'editor', '/?case=2')
    const panel = within(await screen.findByRole('dialog'))
    const link = await panel.findByRole('link', { name: 'Ledger' })
    expect(link.getAttribute('href')).toBe('/codeForce/codeDetails/w1')
    await userEvent.click(panel.getByRole('button', { name: t('codeDesk.slots.clear') }))
    await waitFor(() => expect(server.asked(clearSlot)).toHaveLength(1))
    forgetScreen()
    server = fakeServer()
    server.on(listSlots, [])
    await open(view, 'editor', '/?case=9')
    await within(await screen.findByRole('dialog')).findByText(wordsOfCode('resource.not-found')!)
  })

  it('is for editors only', async () => {
    await open(view, 'cashier')
    await screen.findByText(t('desk.staffOnly'))
    expect(server.asked(listSlots)).toHaveLength(0)
  })
})
