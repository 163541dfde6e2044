// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getUser } from '@trove/contract/identity/routes'
import { grantRole, listActs, listStaff, readAct, resetFactor, takeRole } from '@trove/contract/identity/staff'
import type { RouteResult } from '@trove/contract/kit/route'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FakeServer, fakeServer, refused } from '../../../../test/fake-server.ts'
import { buyer } from '../../../../test/people.ts'
import { forgetScreen, renderScreen, type View, views } from '../../../../test/render.tsx'
import { wordsOfCode } from '../../../lib/session/language.ts'
import { keepUser } from '../../../lib/session/session.ts'
import { formatMoment } from '../../../lib/shown/format.ts'
import ActDesk from './act-desk.tsx'
import StaffDesk from './staff-desk.tsx'

/** Roles of the staff and the record of what they did, on both devices and in both languages. */

type Member = RouteResult<typeof listStaff>[number]
const at = '2026-11-20T08:00:00.000Z'
const card = (id: string, nickName: string) => ({ id, nickName, headImgUrl: null, isDemo: false })
const self: Member = {
  person: card('buyer', 'Ada'),
  roles: [{ role: 'owner', isConfigured: true, since: null }],
  hasFactor: true,
}
const ann: Member = {
  person: card('ann-12345', 'Ann'),
  roles: [{ role: 'cashier', isConfigured: false, since: at }],
  hasFactor: true,
}

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
})
afterEach(forgetScreen)
const t = (key: string, words?: Record<string, unknown>) => i18next.t(key as 'common.ok', { ...words })
type Roles = (typeof buyer)['staffRoles']
const open = async (element: React.ReactElement, view: View, path = '/', staffRoles: Roles = ['owner']) => {
  const shown = await renderScreen(element, view, { path })
  keepUser({ ...buyer, role: 'operator', staffRoles })
  return shown
}
const press = async (name: string, inside: HTMLElement = document.body) =>
  userEvent.click(await within(inside).findByRole('button', { name }))
const dialog = () => screen.findByRole('dialog')
const openRow = async (name: string) => userEvent.click(await screen.findByRole('link', { name }))

describe.each(views)('the staff on $device in $language', (view) => {
  beforeEach(() => server.on(listStaff, [self, ann]))

  it('are rows with their roles and factors; nobody resets their own, nor takes what the configuration gave', async () => {
    await open(<StaffDesk />, view)
    await openRow(t('desk.staff.you', { name: 'Ada' }))
    expect(screen.getAllByText(t('desk.staff.hasFactor'))).toHaveLength(3)
    const own = within(await dialog())
    own.getByText(t('desk.staff.configured'))
    expect(own.queryByRole('button', { name: t('desk.staff.reset') })).toBeNull()
    const takes = new RegExp(t('desk.staff.roles.owner'))
    expect(own.queryByRole('button', { name: takes })).toBeNull()
  })

  it('open beside the others by their row or a link, and one without a role is said not to be there', async () => {
    const { address } = await open(<StaffDesk />, view, '/operator/staff')
    await openRow('Ann')
    expect(address()).toBe('/operator/staff?case=ann-12345')
    forgetScreen()
    server = fakeServer()
    server.on(listStaff, [self, ann])
    await open(<StaffDesk />, view, '/operator/staff?case=gone')
    await within(await dialog()).findByText(wordsOfCode('resource.not-found')!)
  })

  it('without a nickname are said to have none, and their id stands once', async () => {
    server.on(listStaff, [{ ...ann, person: card('ann-12345', '') }])
    await open(<StaffDesk />, view)
    await openRow(t('desk.staff.nameless'))
    const opened = within(await dialog())
    opened.getByText(t('desk.staff.nameless'))
    expect(opened.getAllByText('ann-12345')).toHaveLength(1)
  })

  it('gain a further role beside the others, with a reason', async () => {
    server.on(grantRole, ann)
    await open(<StaffDesk />, view)
    await openRow('Ann')
    const give = t('desk.staff.giveRole')
    await press(give, await dialog())
    const question = await screen.findByRole('group', { name: give })
    await press(give, question)
    within(question).getByText(t('desk.staff.reasonEmpty'))
    await userEvent.selectOptions(within(question).getByRole('combobox'), 'editor')
    await userEvent.type(within(question).getByRole('textbox'), 'helps')
    await press(give, question)
    await screen.findByText(t('desk.staff.done.grant'))
    expect(server.asked(grantRole).map(({ body }) => body)).toEqual([
      { userId: 'ann-12345', role: 'editor', reason: 'helps' },
    ])
  })

  it('lose a role only with a reason', async () => {
    server.on(takeRole, null)
    await open(<StaffDesk />, view)
    await openRow('Ann')
    await press(t('desk.staff.takeOf', { name: 'Ann', role: t('desk.staff.roles.cashier') }), await dialog())
    const question = await screen.findByRole('group', { name: t('desk.staff.takeRole') })
    await press(t('desk.staff.takeRole'), question)
    within(question).getByText(t('desk.staff.reasonEmpty'))
    await userEvent.type(within(question).getByRole('textbox'), 'left')
    await press(t('desk.staff.takeRole'), question)
    await screen.findByText(t('desk.staff.done.take'))
    expect(server.asked(takeRole).map(({ body }) => body)).toEqual([
      { userId: 'ann-12345', role: 'cashier', reason: 'left' },
    ])
  })

  it('gain somebody by their id, whose name is shown before', async () => {
    server.on(getUser, { ...card('new-54321', 'Nia'), realName: null })
    server.on(grantRole, ann)
    await open(<StaffDesk />, view)
    await press(t('desk.staff.add'))
    const box = within(await dialog())
    await press(t('desk.staff.giveRole'), await dialog())
    box.getByText(t('desk.staff.idEmpty'))
    box.getByText(t('desk.staff.reasonEmpty'))
    await userEvent.type(box.getByRole('textbox', { name: t('desk.staff.id') }), 'new-54321')
    await box.findByText(t('desk.staff.giveTo', { name: 'Nia' }))
    await userEvent.selectOptions(box.getByRole('combobox', { name: t('desk.staff.role') }), 'editor')
    await userEvent.type(box.getByRole('textbox', { name: t('desk.staff.reason') }), 'new')
    await press(t('desk.staff.giveRole'), await dialog())
    await screen.findByText(t('desk.staff.done.grant'))
    expect(server.asked(grantRole).map(({ body }) => body)).toEqual([
      { userId: 'new-54321', role: 'editor', reason: 'new' },
    ])
  })

  it('who lost a factor have it reset, after a warning', async () => {
    server.on(resetFactor, null)
    await open(<StaffDesk />, view)
    await openRow('Ann')
    await press(t('desk.staff.reset'), await dialog())
    const question = await screen.findByRole('group', { name: t('desk.staff.reset') })
    within(question).getByText(t('desk.staff.resetText', { name: 'Ann' }))
    await userEvent.type(within(question).getByRole('textbox'), 'lost phone')
    await press(t('desk.staff.reset'), question)
    await screen.findByText(t('desk.staff.done.reset'))
    expect(server.asked(resetFactor)[0]?.body).toEqual({ userId: 'ann-12345', reason: 'lost phone' })
  })

  it('are the business of owners alone', async () => {
    for (const element of [<StaffDesk key="s" />, <ActDesk key="a" />]) {
      await open(element, view, '/', ['cashier'])
      await screen.findByText(t('desk.ownerOnlyText'))
      expect(screen.queryByText('Ann')).toBeNull()
      forgetScreen()
    }
  })
})

describe.each(views)('the record of acts on $device in $language', (view) => {
  const act = (no: string, name: string, subjectId: string) => ({
    ...{ no, act: name, subjectKind: 'payout', subjectId, reason: `why ${no}`, at },
    ...{ operator: card('ann-12345', 'Ann'), subjectName: null, reasonName: null },
  })
  const content = [act('8', 'payout.approve', 'p8'), act('7', 'later.unknown', 'p7')]
  const record = (brokenAt: string | null, checkedAt: string | null = at) =>
    server.on(listActs, { content, totalElements: 2, brokenAt, checkedAt })

  it('says what was done in words, an unknown act by its code, and that all is whole', async () => {
    record(null)
    await open(<ActDesk />, view)
    await screen.findByText(t('desk.acts.names.payout-approve'))
    for (const text of ['later.unknown', t('desk.acts.whole', { when: formatMoment(at) })]) screen.getByText(text)
    await openRow(t('desk.acts.names.payout-approve'))
    within(await dialog()).getByText('why 8')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('has the room of its badge before that comes', async () => {
    server.on(listActs, () => new Promise<Response>(() => undefined))
    await open(<ActDesk />, view)
    await screen.findByRole('status', { name: t('common.loading') })
    expect(document.querySelector('[data-waits]')).not.toBeNull()
  })

  it('calls a person by their name, in the row and in the filter', async () => {
    const bea = { ...act('9', 'staff.grant-editor', 'bea-12345'), subjectKind: 'person', subjectName: 'Bea' }
    server.on(listActs, { content: [bea], totalElements: 1, brokenAt: null, checkedAt: at })
    const { address } = await open(<ActDesk />, view)
    await openRow(t('desk.acts.names.staff-grant-editor'))
    within(await dialog()).getByText(t('desk.acts.subject', { kind: t('desk.acts.kinds.person') }))
    await press(t('desk.acts.onlyThis'))
    await waitFor(() => expect(address()).toBe('/?subject=bea-12345'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(screen.getAllByText(/Bea/).length).toBeGreaterThan(1))
    expect(screen.queryByText(/bea-12345/)).toBeNull()
    await openRow(t('desk.acts.names.staff-grant-editor'))
    await dialog()
    expect(screen.queryByRole('button', { name: t('desk.acts.onlyThis') })).toBeNull()
  })

  it.each([
    ['payment.ask-parked', 'payment', '/operator/bills?view=parked&case=s9'],
    ['payment.close-parked', 'payment', '/operator/bills?view=parked'],
    ['adjustment.agree', 'adjustment', '/operator/bills?view=adjustments&case=s9'],
    ['difference.settle', 'difference', '/operator/bills?view=all&case=s9'],
  ])('leads from %s to where the bill desk lists its subject', async (name, subjectKind, href) => {
    const one = { ...act('9', name, 's9'), subjectKind, subjectName: 'T-9' }
    server.on(listActs, { content: [one], totalElements: 1, brokenAt: null, checkedAt: at })
    await open(<ActDesk />, view, '/?case=9')
    const link = await within(await dialog()).findByRole('link', { name: 'T-9' })
    expect(link.getAttribute('href')).toBe(href)
  })

  it('leads from the name of a case to the case, and shows what a reason stands for; without a name it shows the id', async () => {
    const named = { ...act('9', 'payout.decline', 'p9'), subjectName: 'Bea · P-9' }
    const slot = { ...act('8', 'code.feature', '3'), subjectKind: 'code-slot', subjectName: '3' }
    const rows = [named, { ...slot, reason: 'work-12345', reasonName: 'Parser' }, act('7', 'payout.approve', 'p7')]
    server.on(listActs, { content: rows, totalElements: 3, brokenAt: null, checkedAt: at })
    await open(<ActDesk />, view)
    await openRow(t('desk.acts.names.payout-decline'))
    const link = within(await dialog()).getByRole('link', { name: 'Bea · P-9' })
    expect(link.getAttribute('href')).toBe('/operator/payouts?case=p9')
    await press(t('common.close'), await dialog())
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await openRow(t('desk.acts.names.code-feature'))
    within(await dialog()).getByText('Parser')
    expect(screen.queryByText(/work-12345/)).toBeNull()
    await press(t('common.close'), await dialog())
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await openRow(t('desk.acts.names.payout-approve'))
    expect(
      within(await dialog())
        .getByText('p7')
        .closest('a'),
    ).toBeNull()
  })

  it('opens an act by its number in the address, also one further down than what was loaded', async () => {
    record(null)
    await open(<ActDesk />, view, '/?case=8')
    await within(await dialog()).findByText('why 8')
    expect(server.asked(readAct)).toEqual([])
    forgetScreen()
    server = fakeServer()
    record(null)
    server.on(readAct, act('2', 'payout.decline', 'p2'))
    await open(<ActDesk />, view, '/?case=2')
    await within(await dialog()).findByText('why 2')
    expect(server.asked(readAct)).toHaveLength(1)
    forgetScreen()
    server = fakeServer()
    record(null)
    server.on(readAct, () => refused('resource.not-found'))
    await open(<ActDesk />, view, '/?case=99')
    await within(await dialog()).findByText(wordsOfCode('resource.not-found')!)
  })

  it('warns from which act on it cannot be trusted', async () => {
    record('7')
    await open(<ActDesk />, view)
    within(await screen.findByRole('alert')).getByText(t('desk.acts.broken', { number: '7' }))
  })

  it('is filtered by who and by what, in the address, and the filter is taken away', async () => {
    record(null, null)
    const { address } = await open(<ActDesk />, view)
    await openRow(t('desk.acts.names.payout-approve'))
    await press(t('desk.acts.onlyThis'), await dialog())
    await waitFor(() => expect(address()).toBe('/?subject=p8'))
    await waitFor(() => expect(server.asked(listActs).at(-1)!.url.searchParams.get('subjectId')).toBe('p8'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await openRow(t('desk.acts.names.payout-approve'))
    await press(t('desk.acts.onlyBy'), await dialog())
    await waitFor(() => expect(address()).toBe('/?operator=ann-12345&subject=p8'))
    const remove = t('market.filter.remove', { name: t('desk.acts.about') })
    await press(remove)
    await waitFor(() => expect(address()).toBe('/?operator=ann-12345'))
    const other = t('market.filter.remove', { name: t('desk.acts.by') })
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe(other))
    screen.getByText(t('desk.acts.unchecked'))
  })
})
