// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  acceptFault,
  answerContest,
  answerFault,
  handFault,
  listFaults,
  reportFault,
} from '@trove/contract/compute/faults'
import type { RouteResult } from '@trove/contract/kit/route'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FaultPanel } from '../../../src/features/compute/faults/fault-panel.tsx'
import { queryClient } from '../../../src/lib/calls/query.ts'
import { wordsOfCode } from '../../../src/lib/session/language.ts'
import { formatMoment } from '../../../src/lib/shown/format.ts'
import { type FakeServer, fakeServer, refused } from '../../fake-server.ts'
import { inDays } from '../../orders.ts'
import { forgetScreen, renderScreen, type View, views } from '../../render.tsx'

/** A fault of a leased machine on the page of its order, as its buyer and its seller see it. */

type Fault = RouteResult<typeof listFaults>['faults'][number]
const fault = (change: Partial<Fault> = {}): Fault => ({
  ...{
    id: 'f1',
    reason: 'slow',
    state: 'open',
    openedAt: inDays(0),
    dueAt: inDays(2),
    endedAt: null,
    silence: null,
    ruling: null,
  },
  words: [{ by: 'buyer', words: 'Half as fast since noon', saidAt: inDays(0) }],
  ...change,
})

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
})
afterEach(forgetScreen)
const t = (key: string, words?: Record<string, unknown>) => i18next.t(key as 'common.ok', { ...words })
const press = async (name: string, inside: HTMLElement = document.body) =>
  userEvent.click(await within(inside).findByRole('button', { name }))
const shown = (key: string) => screen.queryByRole('button', { name: t(key) }) !== null

describe.each(views)('a fault on $device in $language', (view: View) => {
  const open = (reader: 'buyer' | 'seller') =>
    renderScreen(<FaultPanel orderId="o1" productId="m1" reader={reader} />, view, {})

  it('is reported with its kind and what happened, and not without either', async () => {
    server.on(listFaults, { faults: [], mayReport: true })
    server.on(reportFault, fault())
    await open('buyer')
    await press(t('faults.acts.report'))
    const dialog = await screen.findByRole('dialog')
    const send = within(dialog).getByRole('button', { name: t('faults.send') })
    const kind = within(dialog).getByRole('combobox', { name: t('faults.reason') }) as HTMLInputElement
    expect(kind.value).toBe('')
    await userEvent.click(send)
    await within(dialog).findByText(t('faults.wordsEmpty'))
    await userEvent.type(within(dialog).getByRole('textbox', { name: t('faults.words') }), ' Half as fast ')
    await userEvent.click(send)
    await within(dialog).findByText(t('faults.reasonMissing'))
    expect(server.asked(reportFault)).toEqual([])
    await userEvent.click(kind)
    await userEvent.click(await screen.findByRole('option', { name: t('faults.reasons.slow') }))
    server.on(listFaults, { faults: [fault()], mayReport: false })
    await userEvent.click(send)
    await screen.findByText(t('faults.states.open'))
    expect(server.asked(reportFault)[0]?.body).toEqual({ orderId: 'o1', reason: 'slow', words: 'Half as fast' })
    expect(shown('faults.acts.report')).toBe(false)
  })

  it('is answered by its seller, who alone may', async () => {
    server.on(listFaults, { faults: [fault()], mayReport: false })
    server.on(answerFault, fault({ state: 'fixed' }))
    await open('seller')
    await screen.findByText('Half as fast since noon')
    expect([shown('faults.acts.accept'), shown('faults.acts.hand')]).toEqual([false, false])
    await press(t('faults.acts.fixed'))
    const dialog = await screen.findByRole('dialog')
    await userEvent.type(within(dialog).getByRole('textbox', { name: t('faults.words') }), 'A disk was full')
    await press(t('faults.send'), dialog)
    await waitFor(() => expect(server.asked(answerFault)[0]?.body).toEqual({ isFixed: true, words: 'A disk was full' }))
  })

  it('shows the other side’s step when a live update says that the order changed', async () => {
    server.on(listFaults, { faults: [fault()], mayReport: false })
    await open('buyer')
    await screen.findByText(t('faults.states.open'))
    server.on(listFaults, { faults: [fault({ state: 'fixed' })], mayReport: false })
    await queryClient.invalidateQueries({ queryKey: ['orders'] })
    await screen.findByText(t('faults.states.fixed'))
  })

  it('is settled by its buyer after a question, or handed over once the seller answered', async () => {
    server.on(listFaults, { faults: [fault({ state: 'disputed' })], mayReport: false })
    server.on(acceptFault, null)
    server.on(handFault, fault({ state: 'handed' }))
    await open('buyer')
    await screen.findByText(t('faults.states.disputed'))
    expect([shown('faults.acts.fixed'), shown('faults.acts.disagree')]).toEqual([false, false])
    await press(t('faults.acts.accept'))
    const asked = await screen.findByRole('alertdialog')
    within(asked).getByText(t('faults.acceptText'))
    expect(server.asked(acceptFault)).toHaveLength(0)
    await press(t('faults.acts.accept'), asked)
    await waitFor(() => expect(server.asked(acceptFault)).toHaveLength(1))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await press(t('faults.acts.hand'))
    const dialog = await screen.findByRole('dialog')
    await userEvent.type(within(dialog).getByRole('textbox', { name: t('faults.words') }), 'It is not')
    await press(t('faults.send'), dialog)
    await waitFor(() => expect(server.asked(handFault)[0]?.body).toEqual({ words: 'It is not' }))
  })

  const contested: Partial<Fault> = {
    ...{ reason: 'silence', state: 'handed', dueAt: null, silence: { from: inDays(-0.1), minutes: 37 } },
    words: [{ by: 'seller', words: 'The port was shut', saidAt: inDays(0) }],
  }

  it('that is a contested silence is answered by its buyer once, who cannot end it', async () => {
    server.on(listFaults, { faults: [fault(contested)], mayReport: true })
    const words = [...contested.words!, { by: 'buyer' as const, words: 'I did nothing', saidAt: inDays(0) }]
    server.on(answerContest, fault({ ...contested, words }))
    await open('buyer')
    await screen.findByText('The port was shut')
    screen.getByText(t('faults.gap', { when: formatMoment(contested.silence!.from), minutes: 37 }))
    for (const lead of ['faults.lead', 'faults.leadContest']) screen.getByText(t(lead))
    expect(shown('faults.acts.accept')).toBe(false)
    await press(t('faults.acts.answer'))
    const dialog = await screen.findByRole('dialog')
    await userEvent.type(within(dialog).getByRole('textbox', { name: t('faults.words') }), 'I did nothing')
    server.on(listFaults, { faults: [fault({ ...contested, words })], mayReport: true })
    await press(t('faults.send'), dialog)
    await waitFor(() => expect(server.asked(answerContest)[0]?.body).toEqual({ words: 'I did nothing' }))
    await screen.findByText('I did nothing')
    expect(shown('faults.acts.answer')).toBe(false)
  })

  it('that is a contested silence waits for its seller, and says what was ruled', async () => {
    server.on(listFaults, { faults: [fault(contested)], mayReport: false })
    await open('seller')
    await screen.findByText('The port was shut')
    screen.getByText(t('faults.leadContest'))
    expect(screen.queryByText(t('faults.leadSeller'))).toBeNull()
    for (const act of ['accept', 'hand', 'fixed', 'disagree', 'answer']) expect(shown(`faults.acts.${act}`)).toBe(false)
    for (const goesBack of [true, false]) {
      forgetScreen()
      server = fakeServer()
      const ruling = { refundAmount: '0.00', goesBack, reason: 'By the record', at: inDays(0) }
      const ruled = fault({ ...contested, state: 'ruled', endedAt: inDays(0), ruling })
      server.on(listFaults, { faults: [ruled], mayReport: false })
      await open('seller')
      await screen.findByText(t(`faults.contestRuling.${goesBack ? 'back' : 'kept'}`, { reason: 'By the record' }))
    }
  })

  it('keeps the words of an answer that could not be sent, and lets go of one that came too late', async () => {
    server.on(listFaults, { faults: [fault()], mayReport: false })
    server.on(answerFault, () => refused('service.unavailable'))
    await open('seller')
    await press(t('faults.acts.fixed'))
    const dialog = await screen.findByRole('dialog')
    await userEvent.type(within(dialog).getByRole('textbox', { name: t('faults.words') }), 'A disk was full')
    await press(t('faults.send'), dialog)
    await waitFor(() => expect(server.asked(answerFault)).toHaveLength(1))
    const send = within(dialog).getByRole<HTMLButtonElement>('button', { name: t('faults.send') })
    await waitFor(() => expect(send.disabled).toBe(false))
    expect(within(dialog).getByRole<HTMLTextAreaElement>('textbox').value).toBe('A disk was full')
    server.on(answerFault, () => refused('compute.fault-over'))
    await userEvent.click(send)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('shows the ruling and no more steps once it is over, and says so when it cannot be read', async () => {
    const ruling = { refundAmount: '12.50', goesBack: null, reason: 'The check was half as fast', at: inDays(0) }
    server.on(listFaults, {
      faults: [fault({ state: 'ruled', endedAt: inDays(0), dueAt: null, ruling })],
      mayReport: false,
    })
    await open('buyer')
    await screen.findByText(t('faults.ruling', { amount: '¥12.50', reason: ruling.reason }))
    for (const act of ['report', 'accept', 'hand', 'fixed', 'disagree']) expect(shown(`faults.acts.${act}`)).toBe(false)
    forgetScreen()
    server = fakeServer()
    server.on(listFaults, () => refused('orders.not-found'))
    await open('buyer')
    await screen.findByText(wordsOfCode('orders.not-found')!)
  })
})
