// @vitest-environment jsdom

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { RouteResult } from '@trove/contract/kit/route'
import { confirmRuling, declineRuling, listDisputes, readDispute, ruleDispute } from '@trove/contract/talent/disputes'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FakeServer, fakeServer, refused } from '../../../../test/fake-server.ts'
import { buyer } from '../../../../test/people.ts'
import { forgetScreen, renderScreen, type View, views } from '../../../../test/render.tsx'
import { saidOnPress } from '../../../../test/withheld.ts'
import { toastStore } from '../../../lib/calls/notify.ts'
import { wordsOfCode } from '../../../lib/session/language.ts'
import { keepUser } from '../../../lib/session/session.ts'
import { formatMoment } from '../../../lib/shown/format.ts'
import { noticePath } from '../../../lib/told/notice-path.ts'
import DisputeDesk from './dispute-desk.tsx'

/** The desk of disputes on both devices and in both languages. */

type Head = RouteResult<typeof listDisputes>['content'][number]
const person = (id: string, nickName: string) => ({ id, nickName, headImgUrl: null, isDemo: false })
const at = '2026-11-20T08:00:00.000Z'
const head: Head = {
  ...{ id: 'd1', orderId: 'o1', orderNumber: 'TR7', state: 'open', openedBy: 'buyer', openedAt: at, endedAt: null },
  ...{ buyer: person('bea', 'Bea'), expert: person('eve', 'Eve'), hours: 5, hoursLeft: 8, stake: '800.00' },
  ...{ needsTwo: false, rulings: [], mayRule: true, mayConfirm: false },
}
const proposed: Head['rulings'][number] = {
  ...{ id: 'r1', hours: 3, ofHours: 8, reason: 'Half done', state: 'proposed', by: person('ann', 'Ann'), at },
  ...{ decidedBy: null, decidedAt: null },
}
const read: RouteResult<typeof readDispute> = {
  ...head,
  ...{ isDelivered: true, hourSalary: '100.00', boughtHours: 8, returnedHours: 0, requirement: 'A ledger' },
  ...{ minutes: 90, deliveryNote: 'All of it', refundAsks: [] },
  entries: [
    { id: 't1', workDay: '2026-11-03', minutes: 90, note: 'Tables', link: 'https://example.org/tables', commit: null },
  ],
  words: [
    { by: 'buyer', words: 'It does not add up', saidAt: at },
    { by: 'expert', words: 'It does', saidAt: at },
  ],
}

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
  server.on(listDisputes, { content: [head], totalElements: 1 })
  server.on(readDispute, read)
  server.on(ruleDispute, { ...head, state: 'ruled' })
})
afterEach(forgetScreen)
const t = (key: string, words?: Record<string, unknown>) => i18next.t(key as 'common.ok', { ...words })
const open = async (view: View, role: 'cashier' | 'reviewer' = 'cashier') => {
  await renderScreen(<DisputeDesk />, view, {})
  keepUser({ ...buyer, role: 'operator', staffRoles: [role] })
}
const openCase = async () =>
  userEvent.click(
    await screen.findByRole('link', { name: t('disputes.desk.parties', { buyer: 'Bea', expert: 'Eve' }) }),
  )
const press = async (name: string, inside: HTMLElement = document.body) =>
  userEvent.click(await within(inside).findByRole('button', { name }))

/** Rules, and says so again where it is asked. */
const rule = async () => {
  await press(t('disputes.desk.rule'), await screen.findByRole('dialog'))
  await press(t('disputes.desk.rule'), await screen.findByRole('group', { name: t('disputes.desk.rule') }))
}

describe.each(views)('the desk of disputes on $device in $language', (view) => {
  it('shows what both said only once it is opened, and rules with the sums in view and a reason', async () => {
    await open(view)
    await screen.findByText(t('disputes.desk.parties', { buyer: 'Bea', expert: 'Eve' }))
    expect(server.asked(readDispute)).toHaveLength(0)
    if (view.device === 'pc') {
      const headings = screen.getAllByRole('columnheader').map((heading) => heading.textContent)
      const hours = screen.getByText(t('disputes.desk.hoursOf', { hours: 5, left: 8 })).closest('td')
      expect(headings[hours?.cellIndex ?? -1]).toBe(t('disputes.desk.hoursWanted'))
    }
    await openCase()
    const dialog = await screen.findByRole('dialog')
    for (const words of ['It does not add up', 'It does', 'A ledger', 'All of it'])
      await within(dialog).findByText(words)
    expect(within(dialog).getByRole('link', { name: 'https://example.org/tables' }).className).toMatch(/lone/)
    const send = within(dialog).getByRole('button', { name: t('disputes.desk.rule') })
    await userEvent.type(within(dialog).getByRole('textbox', { name: t('disputes.desk.hours', { left: 8 }) }), '3')
    within(dialog).getByText(t('disputes.desk.split', { back: '¥300.00', rest: '¥500.00' }))
    expect(await saidOnPress(send)).toBe(t('reasons.hoursAndReason'))
    await userEvent.type(within(dialog).getByRole('textbox', { name: t('disputes.desk.reason') }), 'Half done')
    await userEvent.click(send)
    const asked = await screen.findByRole('group', { name: t('disputes.desk.rule') })
    within(asked).getByText(t('disputes.desk.ask', { back: '¥300.00', rest: '¥500.00' }))
    expect(server.asked(ruleDispute)).toHaveLength(0)
    await press(t('disputes.desk.rule'), asked)
    await waitFor(() =>
      expect(server.asked(ruleDispute)[0]?.body).toEqual({ hours: 3, hoursLeft: 8, reason: 'Half done' }),
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('keeps what was typed while it is on its way, whatever is pressed', async () => {
    server.on(ruleDispute, () => new Promise<Response>(() => undefined))
    await open(view)
    await openCase()
    const dialog = await screen.findByRole('dialog')
    await userEvent.type(
      await within(dialog).findByRole('textbox', { name: t('disputes.desk.hours', { left: 8 }) }),
      '3',
    )
    await userEvent.type(within(dialog).getByRole('textbox', { name: t('disputes.desk.reason') }), 'Half done')
    await rule()
    await waitFor(() => expect(server.asked(ruleDispute)).toHaveLength(1))
    await userEvent.keyboard('{Escape}')
    screen.getByDisplayValue('Half done')
  })

  it('lets another person confirm or drop what was proposed, after a question', async () => {
    server.on(readDispute, { ...read, needsTwo: true, rulings: [proposed], mayRule: false, mayConfirm: true })
    server.on(confirmRuling, { ...head, state: 'ruled' })
    server.on(declineRuling, head)
    server.on(listDisputes, { content: [{ ...head, rulings: [proposed], mayConfirm: true }], totalElements: 1 })
    await open(view)
    await screen.findByText(t('desk.columns.forYou'))
    expect(noticePath({ to: 'dispute-desk' })).toBe('/operator/disputes')
    await openCase()
    await press(t('disputes.desk.confirm'), await screen.findByRole('dialog'))
    const asked = await screen.findByRole('group', { name: t('disputes.desk.confirm') })
    within(asked).getByText(t('disputes.desk.confirmText', { hours: 3, of: 8, back: '¥300.00', rest: '¥500.00' }))
    await press(t('disputes.desk.confirm'), asked)
    await waitFor(() => expect(server.asked(confirmRuling)[0]?.body).toEqual({ rulingId: 'r1' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await openCase()
    await press(t('disputes.desk.decline'), await screen.findByRole('dialog'))
    await press(t('disputes.desk.decline'), await screen.findByRole('group', { name: t('disputes.desk.decline') }))
    await waitFor(() => expect(server.asked(declineRuling)[0]?.body).toEqual({ rulingId: 'r1' }))
  })

  it('closes the question of what somebody else decided meanwhile, and says who did', async () => {
    server.on(readDispute, { ...read, rulings: [proposed], mayRule: false, mayConfirm: true })
    await open(view)
    await openCase()
    await press(t('disputes.desk.confirm'), await screen.findByRole('dialog'))
    const asked = await screen.findByRole('group', { name: t('disputes.desk.confirm') })
    const dropped = { ...proposed, state: 'declined' as const, decidedBy: person('cas', 'Cas'), decidedAt: at }
    server.on(readDispute, { ...read, rulings: [dropped], mayRule: true, mayConfirm: false })
    server.on(confirmRuling, () => refused('talent.ruling-gone'))
    await press(t('disputes.desk.confirm'), asked)
    const dialog = await screen.findByRole('dialog')
    await within(dialog).findByText(new RegExp(t('desk.decided.declined', { name: 'Cas' })))
    expect(toastStore.getCurrent()?.text).toBe(wordsOfCode('talent.ruling-gone'))
    expect(screen.queryByRole('group', { name: t('disputes.desk.confirm') })).toBeNull()
    expect(server.asked(readDispute)).toHaveLength(2)
  })

  it.each([
    ['withdrawn', 'buyer', 'disputes.desk.withdrawnBy.buyer', { name: 'Bea' }],
    ['withdrawn', 'expert', 'disputes.desk.withdrawnBy.expert', { name: 'Eve' }],
    ['accepted', 'buyer', 'disputes.desk.ended.accepted', { buyer: 'Bea' }],
    ['agreed', 'buyer', 'disputes.desk.ended.agreed', { expert: 'Eve' }],
  ] as const)(
    'says who of the two ended it (%s, opened by the %s) while a ruling was written, which stays in sight',
    async (state, openedBy, words, names) => {
      await open(view)
      await openCase()
      const panel = within(await screen.findByRole('dialog'))
      await userEvent.type(await panel.findByRole('textbox', { name: t('disputes.desk.hours', { left: 8 }) }), '3')
      await userEvent.type(panel.getByRole('textbox', { name: t('disputes.desk.reason') }), 'Half done')
      server.on(readDispute, { ...read, state, openedBy, endedAt: at, mayRule: false })
      server.on(ruleDispute, () => refused('talent.dispute-over'))
      await rule()
      await panel.findByText(`${formatMoment(at)} · ${t(words, names)}`)
      expect(toastStore.getCurrent()).toBeNull()
      panel.getByText(t('desk.unsent'))
      panel.getByText('Half done')
      expect(panel.queryByRole('textbox')).toBeNull()
      expect(panel.queryByRole('button', { name: t('disputes.desk.rule') })).toBeNull()
    },
  )

  it('offers no confirmation to who proposed it, no ruling to a party, and nothing to other roles', async () => {
    server.on(readDispute, { ...read, needsTwo: true, rulings: [proposed], mayRule: false, mayConfirm: false })
    await open(view)
    await openCase()
    const dialog = await screen.findByRole('dialog')
    await within(dialog).findByText('It does')
    within(dialog).getByText(t('desk.second'))
    for (const name of ['confirm', 'rule'])
      expect(within(dialog).queryByRole('button', { name: t(`disputes.desk.${name}`) })).toBeNull()
    forgetScreen()
    server = fakeServer()
    await open(view, 'reviewer')
    await screen.findByText(t('desk.staffOnlyText'))
  })
})
