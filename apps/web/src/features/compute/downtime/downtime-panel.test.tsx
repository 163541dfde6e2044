// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getDowntime, RESTART_MINUTES } from '@trove/contract/compute/downtime'
import { contestSilence } from '@trove/contract/compute/faults'
import type { RouteResult } from '@trove/contract/kit/route'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FakeServer, fakeServer, refused } from '../../../../test/fake-server.ts'
import { inDays } from '../../../../test/orders.ts'
import { forgetScreen, renderScreen, views } from '../../../../test/render.tsx'
import { formatMoment } from '../../../lib/shown/format.ts'
import { moneyText } from '../../../lib/shown/money.ts'
import { DowntimePanel } from './downtime-panel.tsx'

/** What the probes found of a lease, for its buyer and its seller. */

type Found = RouteResult<typeof getDowntime>
const quiet: Found = {
  orderId: 'o1',
  answeredMinutes: 1_400,
  silentMinutes: 0,
  unknownMinutes: 0,
  refundAmount: '0.00',
  silences: [],
  relayOutages: [],
}

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
})
afterEach(forgetScreen)
const t = (key: string, params?: object) => i18next.t(key as never, params as never) as unknown as string

describe.each(views)('the uptime of a lease on $device in $language', (view) => {
  const open = (found: Found, reader: 'buyer' | 'seller' = 'buyer') => {
    server.on(getDowntime, found)
    return renderScreen(<DowntimePanel orderId="o1" reader={reader} />, view, {})
  }
  const line = async (label: string) => (await screen.findByText(label)).closest('div')!.textContent
  const minutes = (count: number) => t('downtime.minutes', { count })

  it('says so where every probe was answered, and names no minutes nobody could tell', async () => {
    await open(quiet)
    await screen.findByText(t('downtime.none'))
    expect(await line(t('downtime.answered'))).toContain(minutes(1_400))
    expect(screen.queryByText(t('downtime.unknown'))).toBeNull()
    expect(screen.getByText(t('downtime.promise', { minutes: RESTART_MINUTES }))).toBeTruthy()
  })

  it('lists each silence with what became of it, and the sum that went back', async () => {
    const silences = [
      { from: inDays(-0.1), minutes: 3, state: 'silent' as const, refundAmount: '0.00' },
      { from: inDays(-0.2), minutes: 8, state: 'restart' as const, refundAmount: '0.00' },
      { from: inDays(-0.3), minutes: 20, state: 'returning' as const, refundAmount: '0.13' },
      { from: inDays(-0.4), minutes: 37, state: 'returned' as const, refundAmount: '0.25' },
    ]
    await open({ ...quiet, silentMinutes: 68, unknownMinutes: 5, refundAmount: '0.25', silences })
    const list = within(await screen.findByRole('region', { name: t('downtime.list') }))
    for (const { minutes: count, state, refundAmount } of silences) {
      expect(list.getByText(minutes(count))).toBeTruthy()
      expect(list.getByText(t(`downtime.state.${state}`, { amount: moneyText(refundAmount) }))).toBeTruthy()
    }
    expect(screen.getByText(t('downtime.unknownHint'))).toBeTruthy()
    expect(await line(t('downtime.returned'))).toContain(moneyText('0.25'))
  })

  it('lists an outage of our own among the silences by time, as one that counts for nobody', async () => {
    const silence = { from: inDays(-0.3), minutes: 37, state: 'returned' as const, refundAmount: '0.25' }
    const relayOutages = [
      { from: inDays(-0.1), minutes: 12 },
      { from: inDays(-0.5), minutes: 4 },
    ]
    await open({ ...quiet, silentMinutes: 37, unknownMinutes: 16, silences: [silence], relayOutages })
    const list = await screen.findByRole('region', { name: t('downtime.list') })
    const rows = within(list)
      .getAllByText((words) => [12, 37, 4].some((count) => words === minutes(count)))
      .map((hint) => hint.closest('div')!.textContent)
    const paid = t('downtime.state.returned', { amount: moneyText('0.25') })
    const expected = [
      [12, t('downtime.relayOutage')],
      [37, paid],
      [4, t('downtime.relayOutage')],
    ] as const
    expect(rows).toHaveLength(expected.length)
    for (const [place, [count, words]] of expected.entries()) {
      expect(rows[place]).toContain(minutes(count))
      expect(rows[place]).toContain(words)
    }
    expect(await line(t('downtime.silent'))).toContain(minutes(37))
  })

  it('has words of its own for the seller', async () => {
    await open(quiet, 'seller')
    await screen.findByText(t('downtime.returnedSeller'))
    expect(screen.getByText(t('downtime.promiseSeller', { minutes: RESTART_MINUTES }))).toBeTruthy()
    expect(screen.queryByText(t('downtime.promise', { minutes: RESTART_MINUTES }))).toBeNull()
  })

  const gaps: Found['silences'] = [
    { from: inDays(-0.1), minutes: 30, state: 'silent', refundAmount: '0.00' },
    { from: inDays(-0.2), minutes: 20, state: 'returning', refundAmount: '0.00' },
    { from: inDays(-0.3), minutes: 10, state: 'silent', refundAmount: '0.00' },
    { from: inDays(-0.4), minutes: 37, state: 'returned', refundAmount: '0.25' },
    { from: inDays(-0.5), minutes: 37, state: 'contested', refundAmount: '0.00' },
    { from: inDays(-0.6), minutes: 37, state: 'kept', refundAmount: '0.00' },
  ]
  const contestOf = ({ from }: (typeof gaps)[number]) =>
    screen.queryByRole('button', { name: t('downtime.contest.open', { when: formatMoment(from) }) })

  it('lets its seller contest what is long enough and not paid back, with words', async () => {
    await open({ ...quiet, silences: gaps }, 'seller')
    await screen.findByText(t('downtime.state.kept'))
    screen.getByText(t('downtime.state.contested'))
    expect(gaps.map((gap) => contestOf(gap) !== null)).toEqual([true, true, false, false, false, false])
    server.on(contestSilence, () => refused('service.unavailable'))
    await userEvent.click(contestOf(gaps[1]!)!)
    const dialog = await screen.findByRole('dialog')
    within(dialog).getByText(t('downtime.contest.help'))
    const send = within(dialog).getByRole<HTMLButtonElement>('button', { name: t('faults.send') })
    await userEvent.click(send)
    await within(dialog).findByText(t('faults.wordsEmpty'))
    await userEvent.type(within(dialog).getByRole('textbox', { name: t('faults.words') }), 'The port was shut')
    await userEvent.click(send)
    const body = { orderId: 'o1', from: gaps[1]!.from, words: 'The port was shut' }
    await waitFor(() => expect(server.asked(contestSilence).at(-1)?.body).toEqual(body))
    // What was written stays where it could not be sent, and goes where it came too late.
    await waitFor(() => expect(send.disabled).toBe(false))
    server.on(contestSilence, () => refused('compute.silence-settled'))
    await userEvent.click(send)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('offers its buyer nothing to contest', async () => {
    await open({ ...quiet, silences: gaps })
    await screen.findByText(t('downtime.state.kept'))
    expect(gaps.map(contestOf)).toEqual(gaps.map(() => null))
  })

  it('says that it could not be read, and reads it once more', async () => {
    server.on(getDowntime, () => refused('orders.not-found'))
    await renderScreen(<DowntimePanel orderId="o1" reader="buyer" />, view, {})
    await screen.findByText(t('downtime.failed'))
    server.on(getDowntime, quiet)
    await userEvent.click(screen.getByRole('button', { name: t('common.retry') }))
    await screen.findByText(t('downtime.none'))
  })
})
