// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { answerTakedown, reportWork } from '@trove/contract/code/reports'
import type { getWork } from '@trove/contract/code/works'
import type { RouteData, RouteResult } from '@trove/contract/kit/route'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FakeServer, fakeServer, refused } from '../../../../test/fake-server.ts'
import { pressReady } from '../../../../test/press-ready.ts'
import { forgetScreen, renderScreen, type View, views } from '../../../../test/render.tsx'
import { ReportWork } from './report-work.tsx'
import { TakedownNote } from './takedown-note.tsx'

/** Reporting a work, and what its page says while it is taken down. */

type Work = RouteData<typeof getWork>
type Down = NonNullable<RouteResult<typeof getWork>['takedown']>
const down: Down = {
  ...{ reason: 'malware', isFrozen: true, words: 'It mines coins', state: 'standing', answer: '', decision: '' },
  at: '2026-11-01T00:00:00.000Z',
}
const work = { id: 'w1', isMine: false, takedown: null } as Work

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
})
afterEach(forgetScreen)
const t = (key: string, words?: Record<string, unknown>) => i18next.t(key as 'common.ok', { ...words })
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const show = (element: React.ReactElement, view: View, isSignedIn = true) =>
  renderScreen(element, view, { path: '/codeForce/codeDetails/w1', isSignedIn })

describe.each(views)('on $device in $language', (view) => {
  it('a work is reported with a reason and words; a second report is refused in words', async () => {
    await show(<ReportWork work={work} />, view)
    server.on(reportWork, null)
    await press(t('codeReports.report'))
    const dialog = within(await screen.findByRole('dialog'))
    const send = () => pressReady(dialog.getByRole('button', { name: t('codeReports.send') }))
    await send()
    dialog.getByText(t('codeReports.wordsEmpty'))
    await userEvent.click(dialog.getByRole('radio', { name: t('codeReports.reasons.copyright') }))
    await userEvent.type(dialog.getByRole('textbox'), 'Copied from Bea')
    server.on(reportWork, () => refused('code.reported'))
    await send()
    await screen.findByText(/already reported|已举报过/)
    server.on(reportWork, null)
    await send()
    await screen.findByText(t('codeReports.sent'))
    expect(server.asked(reportWork).map(({ body }) => body)).toEqual(
      [1, 2].map(() => ({ reason: 'copyright', words: 'Copied from Bea' })),
    )
  })

  it('a visitor signs in before a report, and nobody reports their own', async () => {
    await show(<ReportWork work={work} />, view, false)
    await press(t('codeReports.report'))
    await screen.findByText(t('common.signInFirst'))
    forgetScreen()
    await show(<ReportWork work={{ ...work, isMine: true }} />, view)
    expect(screen.queryByRole('button', { name: t('codeReports.report') })).toBeNull()
  })

  it('a takedown says what it means, and its author appeals once', async () => {
    const mine: Work = { ...work, isMine: true, takedown: down }
    await show(<TakedownNote work={mine} />, view)
    await screen.findByText(t('codeReports.down', { reason: t('codeReports.reasons.malware') }))
    screen.getByText(t('codeReports.downAuthor', { words: 'It mines coins' }))
    server.on(answerTakedown, null)
    await press(t('codeReports.appeal'))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.type(dialog.getByRole('textbox'), 'It does not')
    await userEvent.click(dialog.getByRole('button', { name: t('codeReports.appeal') }))
    await screen.findByText(t('codeReports.appealed'))
    expect(server.asked(answerTakedown)[0]!.body).toEqual({ words: 'It does not' })
    forgetScreen()
    const answered: Down = { ...down, state: 'upheld', answer: 'It does not', decision: 'It does' }
    await show(<TakedownNote work={{ ...mine, takedown: answered }} />, view)
    await screen.findByText(t('codeReports.upheld', { words: 'It does' }))
    expect(screen.queryByRole('button', { name: t('codeReports.appeal') })).toBeNull()
  })

  it.each([true, false])('who has a work that is down learns whether it is frozen: %s', async (isFrozen) => {
    await show(<TakedownNote work={{ ...work, takedown: { ...down, isFrozen, words: '' } }} />, view)
    await screen.findByText(t(isFrozen ? 'codeReports.frozen' : 'codeReports.downOwner'))
    expect(screen.queryByRole('button')).toBeNull()
  })
})
