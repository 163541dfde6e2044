// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { listApplications, openApplication } from '@trove/contract/certification/desk'
import { currentCertification } from '@trove/contract/certification/routes'
import {
  getConversation,
  listConversations,
  listMessages,
  readConversation,
} from '@trove/contract/conversations/routes'
import { getDictionaryTree } from '@trove/contract/dictionary/routes'
import type { RouteResult } from '@trove/contract/kit/route'
import { listNotices, readNotices } from '@trove/contract/notices/routes'
import { getOrder } from '@trove/contract/order-lists/routes'
import { getOrderReviews, listReviews } from '@trove/contract/reviews/routes'
import { listDisputes, readDispute } from '@trove/contract/talent/disputes'
import { getHomepage, listExperts } from '@trove/contract/talent/experts'
import { getHireSheet } from '@trove/contract/talent/hours'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Pages } from '../../../src/app/router.tsx'
import CertificationDesk from '../../../src/features/desk/certification/certification-desk.tsx'
import DisputeDesk from '../../../src/features/desk/disputes/dispute-desk.tsx'
import { keepUser } from '../../../src/lib/session/session.ts'
import { type FakeServer, fakeServer } from '../../fake-server.ts'
import { inDays } from '../../orders.ts'
import { buyer } from '../../people.ts'
import { forgetScreen, renderScreen, type View, views } from '../../render.tsx'

/** What people write for others to read is shown as it was written, and is never markup, in every text of the talent market. */

type Hire = Extract<RouteResult<typeof getOrder>, { orderSource: 'manpower' }>
type Sheet = RouteResult<typeof getHireSheet>
type Review = RouteResult<typeof listReviews>['content'][number]

let written: string[]
/** Words that a browser would run, if they were markup. Each has to be on the page. */
function hurt(name: string): string {
  const words = `${name}<img src=x onerror="window.hurt = 1"><script>window.hurt = 2</script>`
  written.push(words)
  return words
}
const at = inDays(-1)
const person = (id: string) => ({ id, nickName: hurt(`nick ${id}`), headImgUrl: null, isDemo: false })
const hire = (): Hire => ({
  ...{ id: 'h1', fkProductId: 'e1', orderSource: 'manpower', outTradeNo: 'TR7', closeReason: null },
  ...{ orderState: 'PaymentSuccessful', totalAmount: '800.00', feeAmount: '0.00', tradingPlatform: 'Alipay' },
  ...{ cstCreate: at, expiresAt: at, paidAt: at, refund: null, refundState: null },
  ...{ manStatus: 3, fkProductName: 'Shen', manRealName: hurt('expert'), manIdentity: 'Architect' },
  ...{ manIdentityEn: 'Architect', manServeStartTime: at, manServeEndTime: null, manWorkingHourId: '8' },
  ...{ manWorkingRequire: hurt('requirement'), hours: 8, hourSalary: '100.00', returnedHours: 0 },
  ...{ openAsk: null, openDispute: null, isRuled: false, purchaser: 'Bea', role: 'buyer', payouts: [], income: null },
  timeLine: [{ step: 'finished', at, state: 'now' }],
})
const ofPeople = (): Pick<Sheet, 'entries' | 'refundAsks'> => ({
  entries: [
    {
      ...{ id: 't1', workDay: '2026-11-03', minutes: 90, note: hurt('note'), link: 'https://example.org/x' },
      commit: { oid: 'a'.repeat(40), state: 'found', author: hurt('author'), subject: hurt('subject'), at },
    },
  ],
  refundAsks: [
    { id: 'r1', hours: 2, reason: hurt('ask'), state: 'declined', askedAt: at, endsAt: null, answeredAt: at },
  ],
})
const sheet = (): Sheet => ({
  ...{ hours: 8, returnedHours: 0, minutes: 90, deliveryNote: hurt('delivery'), dueAt: null, ...ofPeople() },
  ...{ weekHours: null, weekMinutes: 0, mayDispute: false },
  disputes: [
    {
      ...{ id: 'd1', hours: 5, state: 'ruled', openedBy: 'buyer', openedAt: at, endedAt: at },
      words: [{ by: 'expert', words: hurt('statement'), saidAt: at }],
      ruling: { hours: 3, ofHours: 8, reason: hurt('ruling'), at },
    },
  ],
  agreement: { version: '2026-11', hash: 'a'.repeat(64), acceptedAt: at },
})
const review = (id: string): Review => ({
  ...{ id, author: person(`of-${id}`), side: 'buyer', stars: 4, text: hurt(`review ${id}`), writtenAt: at },
  ...{ reply: hurt(`reply ${id}`), isReplied: true },
  measured: null,
})

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
  written = []
})
afterEach(forgetScreen)
/** The only row of a desk. */
const openRow = async () => userEvent.click(await screen.findByRole('link', { name: /<img/ }))

/** All of it stands on the page as text, also as a part of a sentence, and made no element. */
async function expectText(): Promise<void> {
  expect(written.length).toBeGreaterThan(0)
  const missing = () => written.filter((words) => !document.body.textContent?.includes(words))
  await waitFor(() => expect(missing()).toEqual([]))
  expect(document.body.querySelector('script, img[src="x"], [onerror]')).toBeNull()
}

describe.each(views)('markup in the talent market on $device in $language', (view: View) => {
  it('of a hire: requirement, time-sheet, commits, delivery, refunds, disputes, reviews', async () => {
    server.on(getOrder, hire())
    server.on(getHireSheet, sheet())
    const [own, other] = [review('own'), review('other')]
    server.on(getOrderReviews, { own, other, mayWrite: false, until: at })
    // One's own name is not said to oneself.
    written = written.filter((words) => !words.startsWith('nick '))
    await renderScreen(<Pages />, view, { path: '/personal-center/my-order/detail/h1' })
    await expectText()
  })

  it('of an expert: name, identity, skills, works, cases, proofs and what buyers wrote', async () => {
    const page: RouteResult<typeof getHomepage> = {
      ...{ productId: 'e1', realName: hurt('name'), identity: hurt('identity'), realHeadImgUrl: null },
      ...{ skills: [hurt('skill')], hourSalary: '100.00', countHires: 3, rating: 4, countReviews: 1, isDemo: false },
      ...{ workExp: '3-5', isOwn: false, isOpen: true },
      productCodes: [
        {
          ...{ productId: 'w1', productUrl: '/codeForce/codeDetails/w1', productName: hurt('work') },
          ...{ countBrowses: 1, countComments: 0, countDownloads: 0 },
        },
      ],
      productCases: [{ id: 'c1', caseName: hurt('case'), casePicUrl: null, link: 'https://example.org/x' }],
      codeProofs: [],
    }
    server.on(getHomepage, page)
    server.on(listReviews, { content: [review('r1')], totalElements: 1, counts: [0, 0, 0, 1, 0] } as never)
    server.on(getDictionaryTree, { dictKey: 'x', dictValue: 'x', labelZh: 'x', labelEn: 'x', children: [] } as never)
    await renderScreen(<Pages />, view, { path: '/manpower?productId=e1' })
    await expectText()
  })

  it('of the list of experts', async () => {
    const card: RouteResult<typeof listExperts>['content'][number] = {
      ...{ productId: 'e1', realName: hurt('name'), identity: hurt('identity'), realHeadImgUrl: null },
      ...{ skills: [hurt('skill')], hourSalary: '100.00', countHires: 3, rating: null, countReviews: 0, isDemo: false },
    }
    server.on(listExperts, { content: [card], totalElements: 1, nextCursor: null } as never)
    await renderScreen(<Pages />, view, { path: '/manpower?tab=experts' })
    await expectText()
  })

  it('of certification: why it was refused, and what its desk reads', async () => {
    const none = { identity: null, realName: null, realHeadImgUrl: null }
    server.on(currentCertification, { ...none, status: 3, reason: hurt('refused') })
    await renderScreen(<Pages />, view, { path: '/personal-center/authentication' })
    await expectText()
    forgetScreen()
    server = fakeServer()
    written = []
    const word = (value: string) => ({ value, labelZh: value, labelEn: value })
    const application: RouteResult<typeof listApplications>['content'][number] = {
      ...{ id: 'a1', state: 'submitted', identity: word(hurt('identity')), workExp: word('3-5') },
      ...{ person: person('sue'), fields: [{ ...word('ai'), skills: [word(hurt('skill'))] }] },
      ...{ submittedAt: at, decidedAt: null, decidedBy: null, reason: null, approvals: [] },
    }
    const decided = { state: 'refused' as const, decidedAt: at, reason: hurt('before'), decidedBy: person('ann') }
    server.on(listApplications, { content: [application], totalElements: 1, reviewersNeeded: 1 })
    server.on(openApplication, {
      ...{ ...application, realName: hurt('real'), realHeadImgUrl: '/h.webp', codeProofs: [], isOwn: false },
      waitsForOther: false,
      history: [{ ...application, id: 'a0', ...decided }],
      papers: [{ type: 'CERT', filename: 'p1', name: hurt('paper'), bytes: 10 }],
    })
    await renderScreen(<CertificationDesk />, view, {})
    keepUser({ ...buyer, role: 'operator', staffRoles: ['reviewer'] })
    await openRow()
    await expectText()
  })

  it('of the desk of disputes', async () => {
    const head: RouteResult<typeof listDisputes>['content'][number] = {
      ...{ id: 'd1', orderId: 'o1', orderNumber: 'TR7', state: 'open', openedBy: 'buyer', openedAt: at, endedAt: null },
      ...{ buyer: person('bea'), expert: person('eve'), hours: 5, hoursLeft: 8, stake: '800.00', needsTwo: true },
      ...{ mayRule: false, mayConfirm: true },
      rulings: [
        {
          ...{ id: 'r1', hours: 3, ofHours: 8, reason: hurt('ruling'), state: 'proposed', by: person('ann'), at },
          ...{ decidedBy: null, decidedAt: null },
        },
      ],
    }
    server.on(listDisputes, { content: [head], totalElements: 1 })
    server.on(readDispute, {
      ...{ ...head, isDelivered: true, hourSalary: '100.00', boughtHours: 8, returnedHours: 0, minutes: 90 },
      ...{ requirement: hurt('requirement'), deliveryNote: hurt('delivery'), ...ofPeople() },
      words: [{ by: 'buyer', words: hurt('statement'), saidAt: at }],
    })
    await renderScreen(<DisputeDesk />, view, {})
    keepUser({ ...buyer, role: 'operator', staffRoles: ['cashier'] })
    await openRow()
    await expectText()
  })

  it('of conversations and notices', async () => {
    const head: RouteResult<typeof getConversation> = {
      ...{ id: 'c1', subject: { kind: 'manpower', id: 'e1', title: hurt('subject'), isOpen: true } },
      ...{ other: person('eve'), isOtherOwner: true, unread: 0, otherReadPosition: 1 },
      last: { text: hurt('last'), hasFile: false, isOwn: false, at },
    }
    const file = { id: 'f1', name: hurt('file'), type: 'text/plain' as const, bytes: 10 }
    server.on(listConversations, { content: [head], totalElements: 1, unread: 0 })
    server.on(getConversation, head)
    server.on(listMessages, {
      content: [{ id: 's1', isOwn: false, text: hurt('message'), file, at, position: 1 }],
      hasMore: false,
    })
    server.on(readConversation, null)
    // A phone shows the list and the conversation one after the other.
    const onBoth = written.filter((words) => !words.startsWith('last'))
    const inThread = view.device === 'pc' ? written : onBoth
    written = inThread
    await renderScreen(<Pages />, view, { path: '/personal-center/conversations/c1' })
    await expectText()
    forgetScreen()
    server = fakeServer()
    written = []
    const params = { hours: '3', ofHours: '8', reason: hurt('reason') }
    const notice = {
      id: 'n1',
      kind: 'talent.dispute-ruled' as const,
      params,
      link: null,
      createdAt: at,
      isRead: true,
      turn: null,
    }
    server.on(listNotices, { content: [notice], totalElements: 1, unread: 0 })
    server.on(readNotices, { unread: 0 })
    await renderScreen(<Pages />, view, { path: '/personal-center/notices' })
    await expectText()
  })
})
