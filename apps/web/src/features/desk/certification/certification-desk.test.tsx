// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  decideApplication,
  listApplications,
  openApplication,
  ticketForPaper,
} from '@trove/contract/certification/desk'
import type { RouteResult } from '@trove/contract/kit/route'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type FakeServer, fakeServer, ok } from '../../../../test/fake-server.ts'
import { buyer } from '../../../../test/people.ts'
import { forgetScreen, renderScreen, type View, views } from '../../../../test/render.tsx'
import { wordsOfCode } from '../../../lib/session/language.ts'
import { keepUser } from '../../../lib/session/session.ts'
import CertificationDesk from './certification-desk.tsx'

/** The reviewers' desk on both devices and in both languages. */

const word = (value: string) => ({ value, labelZh: `${value}-zh`, labelEn: `${value}-en` })
const at = '2026-11-20T08:00:00.000Z'
const application: RouteResult<typeof listApplications>['content'][number] = {
  ...{ id: 'a1', state: 'submitted', identity: word('architect'), workExp: word('3-5') },
  person: { id: 'sue', nickName: 'Sue', headImgUrl: null, isDemo: false },
  fields: [{ ...word('ai'), skills: [word('ai.vision')] }],
  ...{ submittedAt: at, decidedAt: null, decidedBy: null, reason: null, approvals: [] },
}
const before = {
  ...application,
  ...{ id: 'a0', state: 'refused' as const, decidedAt: at, reason: '证书看不清' },
  decidedBy: { id: 'ann', nickName: 'Ann', headImgUrl: null, isDemo: false },
}
const opened: RouteResult<typeof openApplication> = {
  ...application,
  ...{ realName: '沈知行', realHeadImgUrl: '/h.webp', history: [before], isOwn: false, waitsForOther: false },
  codeProofs: [
    {
      ...{ repository: 'https://example.org/shen/ledger', commits: 412, isMore: false, authors: 3 },
      ...{ firstAt: '2019-03-02T00:00:00.000Z', lastAt: '2026-10-05T00:00:00.000Z' },
      provenAt: '2026-11-20T00:00:00.000Z',
    },
  ],
  papers: [{ type: 'CERT', filename: 'p1', name: '证书.webp', bytes: 10 }],
}

/** Of the paper above: the fake server knows no address with two parameters. */
const paperTicket = { ...ticketForPaper, path: ticketForPaper.path.replace('{id}/{filename}', 'a1/p1') }

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
  server.on(listApplications, { content: [application], totalElements: 1, reviewersNeeded: 1 })
  server.on(openApplication, opened)
  server.on(decideApplication, { state: 'approved' })
  server.on(paperTicket, { url: '/api/manpower/paper/x' })
  URL.createObjectURL = vi.fn(() => 'blob:paper')
  URL.revokeObjectURL = vi.fn()
})
afterEach(forgetScreen)
const t = (key: string, words?: Record<string, unknown>) => i18next.t(key as 'common.ok', { ...words })
const open = async (view: View, role: 'member' | 'operator' = 'operator') => {
  await renderScreen(<CertificationDesk />, view, {})
  keepUser({ ...buyer, role, staffRoles: role === 'operator' ? ['reviewer'] : [] })
}
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const openCase = async () => {
  await closed()
  await userEvent.click(await screen.findByRole('link', { name: 'Sue' }))
}
const press = async (name: string, inside: HTMLElement = document.body) =>
  userEvent.click(await within(inside).findByRole('button', { name }))

describe.each(views)('the desk of certifications on $device in $language', (view) => {
  it('lists without real names, and opens name, history and papers only when asked', async () => {
    await open(view)
    await screen.findByText('Sue')
    expect(screen.queryByText('沈知行')).toBeNull()
    expect(server.asked(openApplication)).toHaveLength(0)
    await openCase()
    const dialog = await screen.findByRole('dialog')
    await within(dialog).findByText('沈知行')
    within(dialog).getByText('证书看不清')
    within(dialog).getByRole('link', { name: 'example.org/shen/ledger' })
    expect(server.asked(paperTicket)).toHaveLength(0)
    await press(t('certification.desk.view', { name: `${t('certification.desk.kinds.CERT')} 证书.webp` }), dialog)
    await waitFor(() => expect(server.asked(paperTicket)).toHaveLength(1))
    // The picture itself does not come: that is said, and the press is there again.
    await screen.findByText(wordsOfCode('service.unknown')!)
    const again = { name: t('certification.desk.view', { name: `${t('certification.desk.kinds.CERT')} 证书.webp` }) }
    expect((await within(dialog).findByRole('button', again)).hasAttribute('data-loading')).toBe(false)
  })

  it('approves, and refuses with a reason only', async () => {
    await open(view)
    await openCase()
    await press(t('certification.desk.refuse'), await screen.findByRole('dialog'))
    const asking = await screen.findByRole('group', { name: t('certification.desk.refuseTitle') })
    await press(t('certification.desk.refuse'), asking)
    await within(asking).findByText(t('certification.desk.reasonEmpty'))
    expect(server.asked(decideApplication)).toHaveLength(0)
    await userEvent.type(within(asking).getByRole('textbox'), '证书看不清')
    await press(t('certification.desk.refuse'), asking)
    await waitFor(() =>
      expect(server.asked(decideApplication)[0]?.body).toEqual({ decision: 'refuse', reason: '证书看不清' }),
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await openCase()
    await press(t('certification.desk.approve'), await screen.findByRole('dialog'))
    await waitFor(() => expect(server.asked(decideApplication)[1]?.body).toEqual({ decision: 'approve' }))
  })

  it('is worked by the keyboard alone: opened, looked at, refused with a reason, and on to the next', async () => {
    const waiting = [application, { ...application, id: 'a2', person: { ...application.person, nickName: 'Tom' } }]
    server.on(listApplications, () =>
      ok(listApplications, { content: waiting, totalElements: waiting.length, reviewersNeeded: 1 }),
    )
    server.on(decideApplication, () => {
      waiting.shift()
      return ok(decideApplication, { state: 'approved' })
    })
    const focused = () => document.activeElement?.textContent
    const tabTo = async (name: string) => {
      for (let steps = 0; focused() !== name; steps++) {
        expect(steps, `the way to ${name}`).toBeLessThan(20)
        await userEvent.tab()
      }
    }
    const enter = async (name: string) => {
      await tabTo(name)
      await userEvent.keyboard('{Enter}')
    }
    await open(view)
    await screen.findByText('Tom')
    await userEvent.tab()
    expect(document.activeElement?.getAttribute('aria-selected')).toBe('true')
    await userEvent.keyboard('{ArrowRight}')
    expect(focused()).toBe(t('certification.desk.views.decided'))
    await userEvent.keyboard('{ArrowLeft}')
    await screen.findByText('Tom')
    await enter('Sue')
    const dialog = await screen.findByRole('dialog')
    await within(dialog).findByText('沈知行')
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
    await enter(t('certification.desk.view', { name: `${t('certification.desk.kinds.CERT')} 证书.webp` }))
    await waitFor(() => expect(server.asked(paperTicket)).toHaveLength(1))
    await enter(t('certification.desk.refuse'))
    const asking = await screen.findByRole('group', { name: t('certification.desk.refuseTitle') })
    await waitFor(() => expect(document.activeElement).toBe(within(asking).getByRole('textbox')))
    await userEvent.keyboard('证书看不清')
    await enter(t('certification.desk.refuse'))
    await waitFor(() =>
      expect(server.asked(decideApplication)[0]?.body).toEqual({ decision: 'refuse', reason: '证书看不清' }),
    )
    await waitFor(() => expect(screen.queryByText('Sue')).toBeNull())
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Tom' }))
    await userEvent.keyboard('{Enter}')
    await enter(t('certification.desk.approve'))
    await waitFor(() => expect(server.asked(decideApplication)[1]?.body).toEqual({ decision: 'approve' }))
    await screen.findByText(t('certification.desk.none'))
    await closed()
    // Nothing is left to decide: the next Tab goes on from the list.
    expect(document.activeElement).not.toBe(document.body)
    expect(document.activeElement?.textContent).toContain(t('certification.desk.none'))
  })

  it('says how many reviewers decide, and that a first approval waits for another', async () => {
    await open(view)
    await screen.findByText(t('certification.desk.reviewers.one'))
    forgetScreen()
    server = fakeServer()
    const ann = { id: 'ann', nickName: 'Ann', headImgUrl: null, isDemo: false }
    const half = { ...application, approvals: [{ by: ann, at }] }
    const list = { content: [half], totalElements: 1, reviewersNeeded: 2 }
    server.on(listApplications, list)
    server.on(openApplication, { ...opened, approvals: half.approvals })
    server.on(decideApplication, { state: 'submitted' })
    await open(view)
    await screen.findByText(t('certification.desk.reviewers.two'))
    screen.getByText(/Ann/)
    await openCase()
    await press(t('certification.desk.approve'), await screen.findByRole('dialog'))
    await screen.findByText(t('certification.desk.firstApproved'))
    server.on(openApplication, { ...opened, approvals: half.approvals, waitsForOther: true })
    await openCase()
    const dialog = await screen.findByRole('dialog')
    await within(dialog).findByText(t('certification.desk.waitsForOther'))
    expect(within(dialog).queryByRole('button', { name: t('certification.desk.approve') })).toBeNull()
    within(dialog).getByRole('button', { name: t('certification.desk.refuse') })
  })

  it('offers no decision about one’s own application, and shows nothing to others than the staff', async () => {
    server.on(openApplication, { ...opened, isOwn: true })
    await open(view)
    await openCase()
    const dialog = await screen.findByRole('dialog')
    await within(dialog).findByText(t('certification.desk.own'))
    expect(within(dialog).queryByRole('button', { name: t('certification.desk.approve') })).toBeNull()
    forgetScreen()
    server = fakeServer()
    await open(view, 'member')
    await screen.findByText(t('desk.staffOnlyText'))
  })
})
