// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { currentCertification } from '@trove/contract/certification/routes'
import {
  getConversation,
  listConversations,
  listMessages,
  readConversation,
  sendMessage,
} from '@trove/contract/conversations/routes'
import type { RouteResult, RouteSpec } from '@trove/contract/kit/route'
import { getOrder } from '@trove/contract/order-lists/routes'
import { addCase, getHomepage, uploadCasePicture } from '@trove/contract/talent/experts'
import {
  acceptHire,
  addSheetEntry,
  askRefund,
  deliverHire,
  getHireSheet,
  giveHoursBack,
} from '@trove/contract/talent/hours'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Pages } from '../../../src/app/router.tsx'
import { type FakeServer, fakeServer, ok, refused } from '../../fake-server.ts'
import { inDays } from '../../orders.ts'
import { forgetScreen, renderScreen, type View, views } from '../../render.tsx'

/** Bad input and faults (issue 11): what the talent market refuses is said in the reader's words, and nothing typed is lost. */

type Hire = Extract<RouteResult<typeof getOrder>, { orderSource: 'manpower' }>
const hireOf = (role: 'buyer' | 'seller', manStatus: 1 | 2): Hire => ({
  ...{ id: 'h1', fkProductId: 'e1', orderSource: 'manpower', outTradeNo: 'TR7', closeReason: null },
  ...{ orderState: 'PaymentSuccessful', totalAmount: '800.00', feeAmount: '0.00', tradingPlatform: 'Alipay' },
  ...{ cstCreate: inDays(-1), expiresAt: inDays(-1), paidAt: inDays(-1), refund: null, refundState: null },
  ...{ manStatus, fkProductName: 'Shen', manRealName: 'Shen', manIdentity: 'Architect', manIdentityEn: 'Architect' },
  ...{ manServeStartTime: inDays(-1), manServeEndTime: null, manWorkingHourId: '8', manWorkingRequire: 'A ledger' },
  ...{
    hours: 8,
    hourSalary: '100.00',
    returnedHours: 0,
    openAsk: null,
    openDispute: null,
    isRuled: false,
    purchaser: 'Bea',
  },
  ...{ role, payouts: [], income: null, timeLine: [] },
})
const sheet: RouteResult<typeof getHireSheet> = {
  ...{ hours: 8, returnedHours: 0, minutes: 0, deliveryNote: null, dueAt: null, entries: [], refundAsks: [] },
  ...{ weekHours: null, weekMinutes: 0, disputes: [], mayDispute: false },
  agreement: { version: '2026-11', hash: 'a'.repeat(64), acceptedAt: inDays(-1) },
}
const homepage: RouteResult<typeof getHomepage> = {
  ...{ productId: 'e1', realName: 'Shen', identity: 'Architect', realHeadImgUrl: null, skills: ['React'] },
  ...{ hourSalary: '100.00', countHires: 0, rating: null, countReviews: 0, isDemo: false, workExp: '3-5' },
  ...{ productCodes: [], productCases: [], codeProofs: [], isOwn: true, isOpen: true },
}
const conversation: RouteResult<typeof getConversation> = {
  ...{ id: 'c1', subject: { kind: 'manpower', id: 'e1', title: 'Shen', isOpen: true }, isOtherOwner: true },
  other: { id: 'eve', nickName: 'Eve', headImgUrl: null, isDemo: false },
  ...{ last: null, unread: 0, otherReadPosition: 0 },
}
const ORDER = '/personal-center/my-order/detail/h1'
const TALK = '/personal-center/conversations/c1'

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
  server.on(getHireSheet, sheet)
  server.on(currentCertification, { status: 2, reason: null, identity: 'x', realName: 'Shen', realHeadImgUrl: null })
  server.on(getHomepage, homepage)
  server.on(listConversations, { content: [conversation], totalElements: 1, unread: 0 })
  server.on(getConversation, conversation)
  server.on(listMessages, { content: [], hasMore: false })
  server.on(readConversation, null)
})
afterEach(forgetScreen)

const t = (key: string) => i18next.t(key as never) as unknown as string
const press = async (key: string, within_ = within(document.body)) =>
  userEvent.click(await within_.findByRole('button', { name: t(key) }))
const dialog = async (role: 'dialog' | 'alertdialog' = 'dialog') => within(await screen.findByRole(role))
type Field = HTMLInputElement | HTMLTextAreaElement
const named = (key: string) => (label: string) => label.replace(/ \*$/, '') === t(key)
const field = async (key: string) => (await screen.findAllByLabelText<Field>(named(key)))[0]!
const fill = async (key: string, words: string) => userEvent.type(await field(key), words)

type Code = Parameters<typeof refused>[0]
/** What is typed on a page, how it is sent, and what has to stand there afterwards: the text, and all that was typed. */
type Fault = {
  what: string
  path: string
  hire?: Hire
  typed: Record<string, string>
  send: () => Promise<void>
  route: RouteSpec
  code: Code
  says: { zh: string; en: string }
  /** The field it is said at; else it is a message, or stands in the form until something is changed. */
  at?: string
  isInForm?: boolean
}
const logged = { 'talent.sheet.minutes': '60', 'talent.sheet.note': '接口 API' }
const NOT_NOW = {
  zh: '订单现在不能进行这一步，请查看最新状态',
  en: 'This step is not possible now. Check where the order stands',
}
const hoursBack = async () => press('talent.back.send', await dialog())
const FAULTS: Fault[] = [
  {
    what: 'an address that leads inside, in the time-sheet',
    ...{ path: ORDER, hire: hireOf('seller', 1), route: addSheetEntry, code: 'talent.link-inside' },
    typed: { ...logged, 'talent.sheet.link': 'http://10.0.0.8/shop/commit/1' },
    send: () => press('talent.sheet.add'),
    at: 'talent.sheet.link',
    says: {
      zh: '链接须指向公开的网站，不能是内部地址',
      en: 'The link must lead to a public website, not to an internal address',
    },
  },
  {
    what: 'a day that has not come, in the time-sheet',
    ...{ path: ORDER, hire: hireOf('seller', 1), route: addSheetEntry, code: 'talent.day-ahead', typed: logged },
    send: () => press('talent.sheet.add'),
    at: 'talent.sheet.day',
    says: { zh: '不能填写还没到的日期', en: 'This date is in the future' },
  },
  {
    what: 'a day before the hire, in the time-sheet',
    ...{ path: ORDER, hire: hireOf('seller', 1), route: addSheetEntry, code: 'talent.day-before', typed: logged },
    send: () => press('talent.sheet.add'),
    at: 'talent.sheet.day',
    says: { zh: '不能填写下单之前的日期', en: 'This date is before the order was placed' },
  },
  {
    what: 'an entry of the time-sheet after the hire was over',
    ...{ path: ORDER, hire: hireOf('seller', 1), route: addSheetEntry, code: 'talent.step-not-now', typed: logged },
    send: () => press('talent.sheet.add'),
    isInForm: true,
    says: NOT_NOW,
  },
  {
    what: 'work delivered a second time',
    ...{ path: ORDER, hire: hireOf('seller', 1), route: deliverHire, code: 'talent.step-not-now' },
    typed: { 'talent.order.deliverNote': '完成 Done' },
    send: async () => press('talent.order.deliver', await dialog()),
    says: NOT_NOW,
  },
  {
    what: 'hours asked back of work that is accepted at the same moment',
    ...{ path: ORDER, hire: hireOf('buyer', 2), route: askRefund, code: 'talent.hours-changed' },
    typed: { 'talent.back.reason': '需求变小 Less to do' },
    send: hoursBack,
    says: {
      zh: '剩余工时刚刚变了，请查看后再试',
      en: 'The remaining hours have just changed. Check them and try again',
    },
  },
  {
    what: 'hours given back of work that is accepted at the same moment',
    ...{ path: ORDER, hire: hireOf('seller', 2), route: giveHoursBack, code: 'talent.hours-changed' },
    typed: { 'talent.back.reason': '提前完成 Done early' },
    send: hoursBack,
    says: {
      zh: '剩余工时刚刚变了，请查看后再试',
      en: 'The remaining hours have just changed. Check them and try again',
    },
  },
  {
    what: 'a conversation that is flooded',
    ...{ path: TALK, route: sendMessage, code: 'request.too-frequent' },
    typed: { 'conversations.placeholder': '在吗 Are you there' },
    send: () => press('conversations.send'),
    says: { zh: '操作太频繁，请稍后再试', en: 'Too many requests. Try again later' },
  },
  {
    what: 'a case with an address that a browser would run',
    ...{ path: '/manpower/addCase/e1', route: addCase, code: 'request.invalid' },
    typed: { 'talent.cases.name': '灯塔 Lighthouse', 'talent.cases.link': 'javascript:alert(1)' },
    send: () => press('talent.cases.save'),
    says: {
      zh: '填写的内容有误，请检查后再试',
      en: 'Some of what you entered is not valid. Check it and try again',
    },
  },
  {
    what: 'a picture of a case that is none',
    ...{ path: '/manpower/addCase/e1', route: uploadCasePicture, code: 'files.not-an-image' },
    typed: { 'talent.cases.name': '灯塔 Lighthouse' },
    async send() {
      const picture = new File(['<svg/>'], 'a.png', { type: 'image/png' })
      fireEvent.change(document.querySelector('input[type=file]')!, { target: { files: [picture] } })
    },
    says: { zh: '请上传 JPG、PNG 或 WebP 图片', en: 'Upload a JPG, PNG or WebP image' },
  },
]
/** What opens the window that something is typed in. */
const OPENERS: Record<string, (hire: Hire) => string> = {
  'talent.order.deliverNote': () => 'talent.order.deliver',
  'talent.back.reason': ({ role }) => (role === 'buyer' ? 'talent.back.ask' : 'talent.back.give'),
}

describe.each(views)('refused on $device in $language', (view: View) => {
  it.each(FAULTS)('$what: it is said why, and what was typed stands there', async (fault) => {
    if (fault.hire) server.on(getOrder, fault.hire)
    server.on(fault.route, () => refused(fault.code))
    const { address } = await renderScreen(<Pages />, view, { path: fault.path, hasStayingMessages: true })
    for (const [key, words] of Object.entries(fault.typed)) {
      if (OPENERS[key]) await press(OPENERS[key](fault.hire!))
      await fill(key, words)
    }
    await fault.send()
    const says = view.language === 'en' ? fault.says.en : fault.says.zh
    const [said] = await screen.findAllByText(says)
    if (fault.at) expect((await field(fault.at)).getAttribute('aria-describedby')).toContain(said!.id || 'no id')
    if (fault.isInForm) expect(said!.closest('form')).not.toBeNull()
    expect(server.asked(fault.route)).toHaveLength(1)
    for (const [key, words] of Object.entries(fault.typed)) expect((await field(key)).value).toBe(words)
    expect(address()).toBe(fault.path)
  })

  it('work accepted a second time: it is said why, and the page shows that it is over', async () => {
    server.on(getOrder, hireOf('buyer', 2))
    server.on(acceptHire, () => {
      server.on(getOrder, { ...hireOf('buyer', 2), manStatus: 3 })
      return refused('talent.step-not-now')
    })
    await renderScreen(<Pages />, view, { path: ORDER, hasStayingMessages: true })
    await press('talent.order.accept')
    await press('talent.order.accept', await dialog('alertdialog'))
    await screen.findByText(view.language === 'en' ? NOT_NOW.en : NOT_NOW.zh)
    await screen.findAllByText(t('talent.order.standing.finished'))
    await waitFor(() => expect(screen.queryByRole('button', { name: t('talent.order.accept') })).toBeNull())
    expect(server.asked(acceptHire)).toHaveLength(1)
  })

  it('an address in a conversation: one of the web is a link that tells nothing of this page, all else is text', async () => {
    const runs = ['javascript:alert(1)', 'data:text/html,<script>1</script>']
    const said = (text: string, i: number) => ({
      ...{ id: `s${i}`, isOwn: false, text, file: null, at: inDays(-1), position: i + 1 },
    })
    const content = [...runs, '见 https://example.org/pay?x=1。'].map(said)
    server.on(listMessages, () => ok(listMessages, { content, hasMore: false }))
    await renderScreen(<Pages />, view, { path: TALK })
    const words = within(await screen.findByRole('region', { name: t('conversations.messages') }))
    for (const text of runs) await words.findByText(text)
    const [link, ...more] = await words.findAllByRole('link')
    expect(more).toEqual([])
    expect([link!.textContent, link!.getAttribute('href')]).toEqual(Array(2).fill('https://example.org/pay?x=1'))
    expect([link!.getAttribute('rel'), link!.getAttribute('target')]).toEqual([
      'noopener noreferrer nofollow ugc',
      '_blank',
    ])
  })
})
