// @vitest-environment jsdom

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  confirmFaultRuling,
  declineFaultRuling,
  pageFaults,
  readFault,
  ruleContest,
  ruleFault,
} from '@trove/contract/compute/faults'
import type { RouteResult } from '@trove/contract/kit/route'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FakeServer, fakeServer, refused } from '../../../../test/fake-server.ts'
import { buyer } from '../../../../test/people.ts'
import { forgetScreen, renderScreen, type View, views } from '../../../../test/render.tsx'
import { withheldFor } from '../../../../test/withheld.ts'
import { toastStore } from '../../../lib/calls/notify.ts'
import { keepUser } from '../../../lib/session/session.ts'
import { formatMoment } from '../../../lib/shown/format.ts'
import { moneyText } from '../../../lib/shown/money.ts'
import FaultDesk from './fault-desk.tsx'

/** The desk of faults on both devices and in both languages. */

type Head = RouteResult<typeof pageFaults>['content'][number]
const person = (id: string, nickName: string) => ({ id, nickName, headImgUrl: null, isDemo: false })
const at = '2026-11-20T08:00:00.000Z'
const head: Head = {
  ...{
    id: 'f1',
    orderId: 'o1',
    productId: 'm1',
    orderNumber: 'TR7',
    reason: 'slow',
    state: 'handed',
    openedAt: at,
    endedAt: null,
    silence: null,
  },
  ...{ buyer: person('bea', 'Bea'), seller: person('sam', 'Sam'), price: '900.00', restAmount: '600.00' },
  ...{ needsTwo: false, rulings: [], mayRule: true, mayConfirm: false },
}
const proposed: Head['rulings'][number] = {
  ...{
    id: 'r1',
    goesBack: null,
    refundAmount: '200.00',
    restAmount: '600.00',
    reason: 'A third',
    state: 'proposed',
    at,
  },
  ...{ by: person('ann', 'Ann'), decidedBy: null },
}
const read: RouteResult<typeof readFault> = {
  ...head,
  words: [
    { by: 'buyer', words: 'Half as fast', saidAt: at },
    { by: 'seller', words: 'As measured', saidAt: at },
  ],
  downtime: {
    ...{
      orderId: 'o1',
      answeredMinutes: 900,
      silentMinutes: 37,
      unknownMinutes: 3,
      refundAmount: '0.77',
      relayOutages: [],
    },
    silences: [{ from: at, minutes: 37, state: 'returned', refundAmount: '0.77' }],
  },
}

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
  server.on(pageFaults, { content: [head], totalElements: 1 })
  server.on(readFault, read)
  server.on(ruleFault, { ...head, state: 'ruled' })
})
afterEach(forgetScreen)
const t = (key: string, words?: Record<string, unknown>) => i18next.t(key as 'common.ok', { ...words })
const open = async (view: View, role: 'cashier' | 'reviewer' = 'cashier') => {
  await renderScreen(<FaultDesk />, view, {})
  keepUser({ ...buyer, role: 'operator', staffRoles: [role] })
}
const partiesOf = (buyer: string) => t('faults.desk.parties', { buyer, seller: 'Sam' })
const openCase = async () => userEvent.click(await screen.findByRole('link', { name: partiesOf('Bea') }))
const press = async (name: string, inside: HTMLElement = document.body) =>
  userEvent.click(await within(inside).findByRole('button', { name }))

/** What was pressed is asked about before it is sent. */
const sayAgain = async (rule: () => Promise<void>) => {
  await rule()
  await press(t('faults.desk.rule'), await screen.findByRole('group', { name: t('faults.desk.rule') }))
}

describe.each(views)('the desk of faults on $device in $language', (view) => {
  it('says what is left of the price while there is something to rule, and not afterwards', async () => {
    const ruled: Head = { ...head, id: 'f2', buyer: person('cy', 'Cy'), state: 'ruled' }
    server.on(pageFaults, { content: [head, ruled], totalElements: 2 })
    await open(view)
    const rowOf = async (name: string) =>
      within((await screen.findByText(partiesOf(name))).closest<HTMLElement>('[data-row]')!)
    ;(await rowOf('Bea')).getByText('¥600.00')
    expect((await rowOf('Cy')).queryByText('¥600.00')).toBeNull()
  })

  it('says for whose word a proposed ruling waits, and that a party has none', async () => {
    const mine: Head = { ...head, id: 'f2', buyer: person('cy', 'Cy'), rulings: [proposed], mayRule: false }
    const own: Head = { ...head, id: 'f4', mayRule: false }
    const ended: Head = { ...own, id: 'f5', state: 'ruled' }
    const content = [{ ...mine, id: 'f3', mayConfirm: true }, mine, own, ended]
    server.on(pageFaults, { content, totalElements: 4 })
    await open(view)
    await screen.findByText(t('desk.columns.forYou'))
    screen.getByText(t('desk.columns.forOther'))
    screen.getByText(t('desk.columns.own'))
  })

  it('shows what both said and what the probes found once it is opened, and rules up to what is left with a reason', async () => {
    await open(view)
    await screen.findByText(t('faults.desk.parties', { buyer: 'Bea', seller: 'Sam' }))
    expect(server.asked(readFault)).toHaveLength(0)
    await openCase()
    await within(await screen.findByRole('dialog')).findByText(`${t('desk.columns.order')} TR7`)
    const dialog = await screen.findByRole('dialog')
    await within(dialog).findByText(partiesOf('Bea'))
    for (const words of ['Half as fast', 'As measured']) await within(dialog).findByText(words)
    within(dialog).getByText(t('faults.desk.probes', { answered: 900, silent: 37, unknown: 3, amount: '¥0.77' }))
    const measured = within(dialog).getByRole('link', { name: t('faults.desk.certificate') })
    expect(measured.getAttribute('href')).toBe('/computingPowerMarket/certificate/m1')
    const rule = within(dialog).getByRole('button', { name: t('faults.desk.rule') })
    const amount = within(dialog).getByRole('textbox', { name: t('faults.desk.amount', { amount: '¥600.00' }) })
    await userEvent.type(within(dialog).getByRole('textbox', { name: t('faults.desk.why') }), 'A third')
    await userEvent.type(amount, '600.01')
    expect(withheldFor(rule)).toBe(t('faults.desk.above', { amount: '¥600.00' }))
    within(dialog).getByText(t('faults.desk.above', { amount: '¥600.00' }))
    await userEvent.clear(amount)
    expect(within(dialog).queryByText(t('faults.desk.above', { amount: '¥600.00' }))).toBeNull()
    await userEvent.type(amount, '200')
    await userEvent.click(rule)
    const asked = await screen.findByRole('group', { name: t('faults.desk.rule') })
    within(asked).getByText(t('faults.desk.confirmText', { amount: '¥200.00', of: '¥600.00' }))
    expect(server.asked(ruleFault)).toHaveLength(0)
    await press(t('faults.desk.rule'), asked)
    await waitFor(() =>
      expect(server.asked(ruleFault)[0]?.body).toEqual({
        refundAmount: '200',
        restAmount: '600.00',
        reason: 'A third',
      }),
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('keeps what was typed while it is on its way, whatever is pressed', async () => {
    server.on(ruleFault, () => new Promise<Response>(() => undefined))
    await open(view)
    await openCase()
    const dialog = await screen.findByRole('dialog')
    await userEvent.type(await within(dialog).findByRole('textbox', { name: t('faults.desk.why') }), 'A third')
    await userEvent.type(
      within(dialog).getByRole('textbox', { name: t('faults.desk.amount', { amount: '¥600.00' }) }),
      '200',
    )
    await sayAgain(() => press(t('faults.desk.rule'), dialog))
    await waitFor(() => expect(server.asked(ruleFault)).toHaveLength(1))
    await userEvent.keyboard('{Escape}')
    screen.getByDisplayValue('A third')
  })

  it('rules a contested silence one way or the other, with a reason, beside its minutes and what they cost', async () => {
    const silence = { from: at, minutes: 37, amount: '0.77' }
    const contested = { ...head, reason: 'silence' as const, silence }
    server.on(pageFaults, { content: [contested], totalElements: 1 })
    server.on(readFault, { ...read, ...contested, words: [{ by: 'seller', words: 'The port was shut', saidAt: at }] })
    server.on(ruleContest, { ...contested, state: 'ruled' })
    await open(view)
    await screen.findByText(moneyText('0.77'))
    await openCase()
    const dialog = await screen.findByRole('dialog')
    await within(dialog).findByText('The port was shut')
    within(dialog).getByText(
      t('faults.desk.contested', { when: formatMoment(at), minutes: 37, amount: moneyText('0.77') }),
    )
    expect(within(dialog).queryByRole('textbox', { name: t('faults.desk.amount', { amount: '¥600.00' }) })).toBeNull()
    const rule = within(dialog).getByRole('button', { name: t('faults.desk.rule') })
    await userEvent.type(within(dialog).getByRole('textbox', { name: t('faults.desk.why') }), 'It was the renter')
    expect(withheldFor(rule)).toBe(t('faults.desk.sideAndReason'))
    await userEvent.click(within(dialog).getByRole('radio', { name: t('faults.desk.stays') }))
    await userEvent.click(rule)
    const asked = await screen.findByRole('group', { name: t('faults.desk.rule') })
    within(asked).getByText(t('faults.desk.confirmContest.kept'))
    await press(t('faults.desk.rule'), asked)
    await waitFor(() =>
      expect(server.asked(ruleContest)[0]?.body).toEqual({ goesBack: false, reason: 'It was the renter' }),
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('asks before a proposal about a contested silence in its own words', async () => {
    const silence = { from: at, minutes: 37, amount: '0.77' }
    const rulings = [{ ...proposed, goesBack: true, refundAmount: '0.00' }]
    server.on(readFault, {
      ...read,
      reason: 'silence',
      silence,
      needsTwo: true,
      rulings,
      mayRule: false,
      mayConfirm: true,
    })
    await open(view)
    await openCase()
    const dialog = await screen.findByRole('dialog')
    await within(dialog).findByText(
      t('faults.desk.contestTrail.proposed', { name: 'Ann', side: t('faults.desk.goesBack') }),
    )
    await press(t('faults.desk.confirm'), dialog)
    within(within(dialog).getByRole('group', { name: t('faults.desk.confirm') })).getByText(
      t('faults.desk.confirmContest.back'),
    )
  })

  it('lets another person confirm or drop what was proposed, after a question', async () => {
    server.on(readFault, { ...read, needsTwo: true, rulings: [proposed], mayRule: false, mayConfirm: true })
    server.on(confirmFaultRuling, { ...head, state: 'ruled' })
    server.on(declineFaultRuling, head)
    await open(view)
    await openCase()
    await press(t('faults.desk.confirm'), await screen.findByRole('dialog'))
    const asked = await screen.findByRole('group', { name: t('faults.desk.confirm') })
    within(asked).getByText(t('faults.desk.confirmText', { amount: '¥200.00', of: '¥600.00' }))
    expect(server.asked(confirmFaultRuling)).toHaveLength(0)
    await press(t('faults.desk.confirm'), asked)
    await waitFor(() => expect(server.asked(confirmFaultRuling)[0]?.body).toEqual({ rulingId: 'r1' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await openCase()
    await press(t('faults.desk.decline'), await screen.findByRole('dialog'))
    await press(t('faults.desk.decline'), await screen.findByRole('group', { name: t('faults.desk.decline') }))
    await waitFor(() => expect(server.asked(declineFaultRuling)[0]?.body).toEqual({ rulingId: 'r1' }))
  })

  it('says that the renter ended it while a ruling was written, which stays in sight', async () => {
    await open(view)
    await openCase()
    const panel = within(await screen.findByRole('dialog'))
    await userEvent.type(
      await panel.findByRole('textbox', { name: t('faults.desk.amount', { amount: '¥600.00' }) }),
      '200',
    )
    await userEvent.type(panel.getByRole('textbox', { name: t('faults.desk.why') }), 'A third')
    server.on(readFault, { ...read, state: 'accepted', endedAt: at, mayRule: false })
    server.on(ruleFault, () => refused('compute.fault-over'))
    await sayAgain(async () => press(t('faults.desk.rule'), await screen.findByRole('dialog')))
    await panel.findByText(`${formatMoment(at)} · ${t('faults.desk.ended.accepted', { name: 'Bea' })}`)
    expect(toastStore.getCurrent()).toBeNull()
    for (const words of [t('desk.unsent'), '¥200.00', 'A third']) panel.getByText(words)
    expect(panel.queryByRole('textbox')).toBeNull()
    expect(panel.queryByRole('button', { name: t('faults.desk.rule') })).toBeNull()
  })

  it('offers no confirmation to who proposed it, no ruling to a party, and nothing to other roles', async () => {
    server.on(readFault, { ...read, needsTwo: true, rulings: [proposed], mayRule: false, mayConfirm: false })
    await open(view)
    await openCase()
    const dialog = await screen.findByRole('dialog')
    await within(dialog).findByText('As measured')
    for (const name of ['confirm', 'rule'])
      expect(within(dialog).queryByRole('button', { name: t(`faults.desk.${name}`) })).toBeNull()
    forgetScreen()
    server = fakeServer()
    server.on(pageFaults, { content: [head], totalElements: 1 })
    server.on(readFault, { ...read, mayRule: false })
    await open(view)
    await openCase()
    await screen.findByText(t('faults.desk.own'))
    forgetScreen()
    server = fakeServer()
    await open(view, 'reviewer')
    await screen.findByText(t('desk.staffOnly'))
    expect(server.asked(pageFaults)).toHaveLength(0)
  })
})
