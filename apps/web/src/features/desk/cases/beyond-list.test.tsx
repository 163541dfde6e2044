// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { listReportedWorks, listTakedowns, openReportedWork, openTakedown } from '@trove/contract/code/reports'
import type { ErrorCode } from '@trove/contract/errors/codes'
import { listAdjustments, openAdjustment } from '@trove/contract/payment/adjustments'
import { listParkedPayments, openParkedPayment } from '@trove/contract/payment/parked-payments'
import { listDifferences, openDifference } from '@trove/contract/payment/reconciliation'
import {
  listHiddenReviews,
  listReviewReports,
  openHiddenReview,
  openReportedReview,
} from '@trove/contract/reviews/desk'
import { afterEach, describe, expect, it } from 'vitest'
import { fakeServer, refused } from '../../../../test/fake-server.ts'
import { buyer } from '../../../../test/people.ts'
import { forgetScreen, renderScreen, type View, views } from '../../../../test/render.tsx'
import { wordsOfCode } from '../../../lib/session/language.ts'
import { keepUser } from '../../../lib/session/session.ts'
import ReportDesk from '../code/report-desk.tsx'
import BillDesk from '../money/bill-desk.tsx'
import ReviewDesk from '../reviews/review-desk.tsx'

/** Links to cases that lie beyond the pages of their list that were loaded. */

afterEach(forgetScreen)
const at = '2026-11-20T08:00:00.000Z'
const person = { id: 'p1', nickName: 'Ada', headImgUrl: null, isDemo: false }
const work = { id: 'far', title: 'Ledger', state: 'removed' as const, author: person }
const takedown = { reason: 'malware' as const, isFrozen: true, words: 'SEEN', state: 'standing' as const, at }
const review = {
  ...{ id: 'far', side: 'buyer' as const, stars: 2, text: 'SEEN', writtenAt: at, reply: null, isReplied: false },
  ...{ author: person, measured: null, targetId: 'bo', isHidden: true, isReplyHidden: false, decisions: 1 },
}
const found = { day: '2026-11-19', foundAt: at, settledAt: null, settledBy: null, note: null }
const bill = { movement: 'refund' as const, reference: '', ourAmount: '3.00', billAmount: '7.77' }
const sides = { debit: 'alipay' as const, credit: 'suspense' as const, amount: '7.00', differenceId: null }
const undecided = { state: 'proposed' as const, decidedBy: null, decidedAt: null, decisionReason: null }
const proposed = {
  reference: 'SEEN',
  reason: 'why',
  proposer: person,
  proposedAt: at,
  mayAgree: true,
  mayWithdraw: false,
}
const none = { content: [], totalElements: 0 }

type Server = ReturnType<typeof fakeServer>
const GONE = 'resource.not-found'
const LINKS = [
  {
    ...{ name: 'a reported work', desk: <ReportDesk />, view: 'reported', gone: GONE },
    list: (server: Server) => server.on(listReportedWorks, none),
    one: openReportedWork,
    data: {
      ...{ work, reportCount: 1, lastReportId: 'r1' },
      reports: [{ reason: 'malware', words: 'SEEN', at, isByScan: false }],
    },
  },
  {
    ...{ name: 'a takedown', desk: <ReportDesk />, view: 'all', gone: GONE },
    list: (server: Server) => server.on(listTakedowns, none),
    one: openTakedown,
    data: { work, takedown: { ...takedown, answer: '', decision: '' } },
  },
  {
    ...{ name: 'a reported review', desk: <ReviewDesk />, view: 'reported', gone: GONE },
    list: (server: Server) => server.on(listReviewReports, none),
    one: openReportedReview,
    data: { ...review, reportCount: 1, lastReport: 1, reports: [{ reason: 'rude', at }] },
  },
  {
    ...{ name: 'a hidden review', desk: <ReviewDesk />, view: 'hidden', gone: GONE },
    list: (server: Server) => server.on(listHiddenReviews, none),
    one: openHiddenReview,
    data: review,
  },
  {
    ...{ name: 'a difference', desk: <BillDesk />, view: 'open', gone: 'payment.difference-not-found' },
    list: (server: Server) => server.on(listDifferences, none),
    one: openDifference,
    data: { ...found, ...bill, id: 'far', kind: 'amount', number: 'SEEN' },
  },
  {
    ...{ name: 'a payment set aside', desk: <BillDesk />, view: 'parked', gone: 'payment.parked-not-found' },
    list: (server: Server) => server.on(listParkedPayments, none),
    one: openParkedPayment,
    data: {
      ...{ id: 'far', number: 'SEEN', orderId: 'o1', amount: '9.90', kind: 'amount', reason: 'odd', parkedAt: at },
      ...{ closedAt: null, closedBy: null, note: null },
    },
  },
  {
    ...{ name: 'an adjustment', desk: <BillDesk />, view: 'adjustments', gone: 'payment.adjustment-not-found' },
    list: (server: Server) => server.on(listAdjustments, none),
    one: openAdjustment,
    data: { ...sides, ...proposed, ...undecided, id: 'far' },
  },
] as const

const open = async (view: View, link: (typeof LINKS)[number], answer: () => Response) => {
  const server = fakeServer()
  link.list(server)
  server.on(link.one, answer)
  await renderScreen(link.desk, view, { path: `/?view=${link.view}&case=far` })
  keepUser({ ...buyer, role: 'operator', staffRoles: ['owner'] })
  return { server, panel: within(await screen.findByRole('dialog')) }
}

describe.each(views)('a link beyond the loaded pages on $device in $language', (view) => {
  it.each(LINKS)('opens $name', async (link) => {
    const { server, panel } = await open(view, link, () => Response.json({ code: 200, message: '', data: link.data }))
    await panel.findByText('SEEN')
    expect(server.asked(link.one)[0]!.url.pathname).toMatch(/\/open\/far$/)
  })

  it.each(LINKS)('to $name that does not exist says so', async (link) => {
    const { panel } = await open(view, link, () => refused(link.gone as ErrorCode))
    await panel.findByText(wordsOfCode(link.gone)!)
  })
})
