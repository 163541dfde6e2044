// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  decideTakedown,
  dismissReports,
  listReportedWorks,
  listTakedowns,
  takeWorkDown,
} from '@trove/contract/code/reports'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FakeServer, fakeServer, refused } from '../../../../test/fake-server.ts'
import { buyer } from '../../../../test/people.ts'
import { forgetScreen, renderScreen, type View, views } from '../../../../test/render.tsx'
import { useFactorQuestion } from '../../../lib/calls/factor.ts'
import { keepUser } from '../../../lib/session/session.ts'
import ReportDesk from './report-desk.tsx'

/** Reported works and appeals, as a reviewer decides about them. */

const at = '2026-11-01T00:00:00.000Z'
const workOf = (id: string, title: string, authorId = 'a1') => ({
  ...{ id, title, state: 'online' as const },
  author: { id: authorId, nickName: 'Ada', headImgUrl: null, isDemo: false },
})
const reports = [{ reason: 'copyright' as const, words: 'Copied from Bea', at, isByScan: false }]
const takedown = { reason: 'malware' as const, isFrozen: true, words: 'Mines coins', decision: '', at }

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
  server.on(listReportedWorks, {
    content: [
      { work: workOf('w1', 'Ledger'), reportCount: 2, lastReportId: 'r2', reports },
      { work: workOf('w2', 'Own', 'buyer'), reportCount: 1, lastReportId: 'r3', reports },
    ],
    totalElements: 2,
  })
  server.on(listTakedowns, {
    content: [{ work: workOf('w3', 'Miner'), takedown: { ...takedown, state: 'answered', answer: 'It does not' } }],
    totalElements: 1,
  })
})
afterEach(forgetScreen)
const t = (key: string, words?: Record<string, unknown>) => i18next.t(key as 'common.ok', { ...words })
/** Stands for the dialog that asks for the second factor. */
function FactorButton() {
  const question = useFactorQuestion()
  return question ? (
    <button type="button" onClick={() => question.answer(true)}>{`factor ${question.need}`}</button>
  ) : null
}
const open = async (view: View, path = '/', role: 'reviewer' | 'cashier' = 'reviewer') => {
  await renderScreen(
    <>
      <ReportDesk />
      <FactorButton />
    </>,
    view,
    { path },
  )
  keepUser({ ...buyer, role: 'operator', staffRoles: [role] })
}
/** Opens a work beside the list. */
const caseOf = async (title: string) => {
  await userEvent.click(await screen.findByRole('link', { name: title }))
  return screen.findByRole('dialog', { name: title })
}
const close = async () => {
  await userEvent.click(screen.getByRole('button', { name: t('common.close') }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}
const act = async (title: string, what: string, words: string, reason?: string) => {
  const name = t(`codeReports.desk.${what}`)
  await userEvent.click(within(await caseOf(title)).getByRole('button', { name }))
  const question = within(await screen.findByRole('group', { name: t(`codeReports.desk.${what}Title`, { title }) }))
  if (reason) await userEvent.click(question.getByRole('radio', { name: reason }))
  await userEvent.type(question.getByRole('textbox'), words)
  await userEvent.click(question.getByRole('button', { name }))
}

describe.each(views)('the desk of reports on $device in $language', (view) => {
  it('says of what the market itself found that it did, with each find on a line of its own', async () => {
    const found = { reason: 'malware' as const, words: 'a.exe: Eicar\nb.exe: Eicar', at, isByScan: true }
    server.on(listReportedWorks, {
      content: [{ work: workOf('w9', 'Scanned'), reportCount: 2, lastReportId: 'r9', reports: [found, ...reports] }],
      totalElements: 1,
    })
    await open(view)
    const card = within(await caseOf('Scanned'))
    expect(card.getAllByText(new RegExp(t('codeReports.desk.byScan')))).toHaveLength(1)
    card.getByText(/a\.exe: Eicar\s+b\.exe: Eicar/)
  })

  it('leaves the first line of a row to the title, which may be long', async () => {
    await open(view)
    const link = await screen.findByRole('link', { name: 'Ledger' })
    expect(link.parentElement!.textContent).toBe('Ledger')
    screen.getByText(t('codeReports.desk.count', { count: 2 }))
  })

  it('shows what was reported; a reviewer takes it down or dismisses it, but not their own', async () => {
    await open(view)
    within(await caseOf('Ledger')).getByText(/Copied from Bea/)
    await close()
    const own = within(await caseOf('Own'))
    own.getByText(t('codeReports.desk.own'))
    expect(own.queryByRole('button', { name: t('codeReports.desk.dismiss') })).toBeNull()
    await close()
    server.on(takeWorkDown, null)
    await act('Ledger', 'takeDown', 'Not yours')
    await screen.findByText(t('codeReports.reasonMissing'))
    expect(server.asked(takeWorkDown)).toHaveLength(0)
    await userEvent.click(screen.getByRole('button', { name: t('common.cancel') }))
    await close()
    await act('Ledger', 'takeDown', 'Not yours', t('codeReports.reasons.copyright'))
    await screen.findByText(t('codeReports.desk.done.takeDown'))
    expect(server.asked(takeWorkDown)[0]!.body).toEqual({
      ...{ reason: 'copyright', words: 'Not yours', lastReportId: 'r2' },
    })
    server.on(dismissReports, null)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await act('Ledger', 'dismiss', 'Fine')
    await screen.findByText(t('codeReports.desk.done.dismiss'))
    expect(server.asked(dismissReports)[0]!.body).toEqual({ words: 'Fine', lastReportId: 'r2' })
  })

  it('shows appeals, and restores or keeps down', async () => {
    await open(view, '/?view=answered')
    within(await caseOf('Miner')).getByText(t('codeReports.desk.answer', { words: 'It does not' }))
    await close()
    server.on(decideTakedown, null)
    await act('Miner', 'uphold', 'It does')
    await screen.findByText(t('codeReports.desk.done.uphold'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await act('Miner', 'restore', 'Indeed')
    await screen.findByText(t('codeReports.desk.done.restore'))
    expect(server.asked(decideTakedown).map(({ body }) => body)).toEqual([
      { decision: 'uphold', words: 'It does' },
      { decision: 'restore', words: 'Indeed' },
    ])
  })

  it('asks for the second factor before a work goes down or comes back, and goes on once it was shown', async () => {
    const asksOnce = (route: typeof takeWorkDown | typeof decideTakedown) =>
      server.on(route, () => {
        server.on(route, null)
        return refused('factor.needed')
      })
    asksOnce(takeWorkDown)
    asksOnce(decideTakedown)
    await open(view)
    await act('Ledger', 'takeDown', 'No', t('codeReports.reasons.copyright'))
    await userEvent.click(await screen.findByRole('button', { name: 'factor needed' }))
    await screen.findByText(t('codeReports.desk.done.takeDown'))
    cleanup()
    await open(view, '/?view=answered')
    await act('Miner', 'restore', 'Indeed')
    await userEvent.click(await screen.findByRole('button', { name: 'factor needed' }))
    await screen.findByText(t('codeReports.desk.done.restore'))
  })

  it('is for reviewers only', async () => {
    await open(view, '/', 'cashier')
    await screen.findByText(t('desk.staffOnly'))
    expect(server.asked(listReportedWorks)).toHaveLength(0)
  })
})
