import { deliverHire, HIRE_DAYS } from '@trove/contract/talent/hours'
import { unbindAlipay } from '@trove/contract/wallet/routes'
import { orders } from '@trove/messages/money/orders'
import { certification } from '@trove/messages/people/certification'
import { disputes } from '@trove/messages/talent/disputes'
import { freeHours } from '@trove/messages/talent/free-hours'
import { talent } from '@trove/messages/talent/talent'
import { formatYuan, parseYuan } from '@trove/units/money'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { codeOfApp, enrolApp } from '../support/factor.ts'
import { inOrder } from '../support/in-order.ts'
import { type Book, payoutNumbersOf, readBook } from '../support/ledger.ts'
import { closeWindow, keepEvidence, launch, openWindow, type Setting, type Window } from '../support/screens/browse.ts'
import {
  apply,
  approveApplication,
  CERTIFICATION,
  chooseSkills,
  expectHeadFails,
  expectSquareHead,
  fillPerson,
  openApplication,
  papersOf,
  refuseApplication,
  uploadHead,
  viewPapers,
  watchPapers,
} from '../support/screens/certify.ts'
import {
  accept,
  addCase,
  askExpert,
  deliver,
  EXPERTS,
  expectNoExperts,
  expectStanding,
  findExperts,
  hireOnPages,
  logTime,
  markWorkdays,
  moneyRow,
  openHire,
  setSalary,
} from '../support/screens/hire.ts'
import { agreeHoursBack, askHoursBack, openDispute, ruleOnDesk, seeWarning } from '../support/screens/hire-endings.ts'
import { makeNoise, type Picture, takePhoto } from '../support/screens/make-pictures.ts'
import { barriersOf } from '../support/screens/page-checks.ts'
import { signInOnPage } from '../support/screens/sign-in-page.ts'
import { expectFile, expectSaid, openUnread, sayOnPage } from '../support/screens/talk.ts'
import { press } from '../support/screens/wallet.ts'
import { bindAccount, DAY_MS, hireStarted, type Ordered } from '../support/steps.ts'
import { until } from '../support/until.ts'
import { viewsOf } from '../support/views.ts'
import type { Person } from '../support/world/site.ts'
import { facts, site } from '../support/world/world.ts'

/** The talent market in Chromium: certified by the desk, found, hired by the hour, accepted and paid (issue 11, Done when). */

type Whole = Setting & {
  /** Ends both numbers: everybody is new to the site. */
  no: number
  name: string
  /** Two characters of what the expert shows, as somebody would search for them. */
  search: string
  type: { zh: string; en: string }
  skills: { zh: string; en: string }[]
  workExp: { zh: string; en: string }
  salary: string
}

const MINI = { zh: '小程序', en: 'Mini programs' }
const CIPHERS = { zh: '密码学', en: 'Cryptography' }
const FRONT_END = { type: { zh: '前端开发', en: 'Front-end development' }, skills: [MINI, { zh: 'Vue', en: 'Vue' }] }
const SECURITY = { type: { zh: '信息安全', en: 'Security' }, skills: [CIPHERS] }
const SENIOR = { zh: '5–10 年', en: '5 to 10 years' }
const JUNIOR = { zh: '3–5 年', en: '3 to 5 years' }

/** Salaries at which a day's payouts to an expert stay under what needs a second look of the staff. */
const WHOLE: Whole[] = [
  {
    ...{ device: 'desktop', language: 'zh-CN', no: 1, name: '顾清澜', search: '清澜' },
    ...{ ...FRONT_END, workExp: SENIOR, salary: '236.50' },
  },
  {
    ...{ device: 'phone', language: 'en', no: 2, name: '沈星河', search: '星河' },
    ...{ ...SECURITY, workExp: JUNIOR, salary: '268.40' },
  },
]
const OTHERS: Whole[] = [
  {
    ...{ device: 'desktop', language: 'en', no: 3, name: '叶知微', search: '知微' },
    ...{ ...SECURITY, workExp: SENIOR, salary: '201.15' },
  },
  {
    ...{ device: 'phone', language: 'zh-CN', no: 4, name: '陆望舒', search: '望舒' },
    ...{ ...FRONT_END, workExp: JUNIOR, salary: '155.55' },
  },
]
const VIEWS = viewsOf(WHOLE, OTHERS)
const PACKAGE = { zh: '8 小时（1 天）', en: '8 hours (1 day)' }
const HOURS = 8
const HOUR_MS = 3_600_000
const HOUR_SALARY = '/personal-center/hour-salary'
const OPERATOR = '13800000009'
const LARGE_BYTES = 12 * 1024 * 1024
/** What a picture that is sent may weigh, after it was made smaller. */
const SENT_BYTES = 4 * 1024 * 1024
const WEDNESDAY = '2031-05-07'
const SUNDAY = '2031-05-11'
const NOTES = { name: 'notes 接口.txt', content: '回调地址 /pay/notify\n' }
const ANSWER = { name: 'answer.md', content: '# RSA2, UTF-8 签名\n' }
const DISPUTED = '交付的不是约定的页面 It is not the page we agreed on'
const RULING = '五小时的工作可以使用 Five hours of it are of use'
const REASON = '证书看不清 please take it again'

let browser: Browser
let secret: string
/** The same in every view: made once. */
let large: Picture
let head: Picture

beforeAll(async () => {
  browser = await launch()
  // A number gets one code a minute, and not many a day.
  await site.advance(DAY_MS)
  secret = await enrolApp(site, await site.signIn(OPERATOR))
  large = makeNoise('diploma 学位.png', 2048)
  head = makeNoise('me.png', 256)
  expect(large.buffer.length).toBeGreaterThan(LARGE_BYTES)
})
afterAll(() => browser?.close())
beforeEach(inOrder)
beforeEach(({ onTestFailed, task }) => onTestFailed(() => keepEvidence(task.name)))

describe.each(VIEWS)('an expert’s whole way on a $device in $language', (it) => {
  const [expertMobile, buyerMobile] = [`139001000${it.no}1`, `139001000${it.no}2`]
  const identity = `Journey ${it.no}`
  const caseName = `灯塔 ${it.no}`
  const requirement = `Rebuild the order page 重做订单页 ${it.no}`
  const skill = it.skills[0]!
  const amountOf = (hours: number) => formatYuan((parseYuan(it.salary) ?? 0n) * BigInt(hours))
  let operator: Window
  let expert: Window
  let buyer: Window
  let sellerPerson: Person
  let buyerPerson: Person

  beforeAll(async () => {
    expert = await openWindow(browser, it)
    buyer = await openWindow(browser, it)
    operator = await openWindow(browser, it)
    await site.advance(DAY_MS)
    await signInOnPage(operator, OPERATOR, '/operator/certification')
  })
  afterAll(async () => {
    for (const window of [expert, buyer, operator]) if (window) await closeWindow(window)
    // The provider has few people: the next expert is paid to the same account.
    if (sellerPerson) await site.call(unbindAlipay, {}, { as: await signInLater(expertMobile) })
  })

  /** A number gets one code a minute, and three an hour without more ado. */
  async function signInLater(mobile: string): Promise<Person> {
    await site.advance(HOUR_MS)
    return site.signIn(mobile)
  }

  /** Eight hours of the expert, paid and begun. */
  async function hireAnew(): Promise<Ordered> {
    return hireStarted(site, buyerPerson, sellerPerson, requirement)
  }

  /** What the provider's book says of a hire once the expert was paid; `book` is of before. */
  async function expectBooked(outTradeNo: string, book: Book, { back, paid }: { back: number; paid: number }) {
    const refundsOf = (now: Book) => now.refunds.filter((one) => one.outTradeNo === outTradeNo)
    const known = new Set(book.transfers.map((one) => one.outBizNo))
    // Time that goes on pays others of the same world too: only what went to this expert counts.
    const after = await until(
      'the payout in the provider’s book',
      async () => {
        const numbers = await payoutNumbersOf(facts.databaseUrl, sellerPerson.userId)
        const now = await readBook(facts.cashier)
        const paid = now.transfers.filter((one) => numbers.has(one.outBizNo!) && !known.has(one.outBizNo))
        return { ...now, paid }
      },
      (now) => now.paid.length > 0 && refundsOf(now).length === (back > 0 ? 1 : 0),
    )
    const trade = after.trades.find((one) => one.outTradeNo === outTradeNo)
    expect(trade).toMatchObject({ total: amountOf(HOURS), refunded: amountOf(back) })
    expect(after.paid).toMatchObject([{ amount: amountOf(paid), status: 'SUCCESS' }])
  }

  test('a person applies with three pictures, one of 12 MB and one that says where it was taken', async () => {
    await signInOnPage(expert, expertMobile, CERTIFICATION)
    expect(await barriersOf(expert)).toEqual([])
    await expert.page.getByRole('link', { name: expert.t(certification.start) }).click()
    await chooseSkills(
      expert,
      expert.t(it.type),
      it.skills.map((skill) => expert.t(skill)),
    )
    const photo = await takePhoto(expert, 'West Lake 西湖.jpg')
    expect(photo.buffer.includes('Exif\0\0')).toBe(true)
    await expectHeadFails(expert, head)
    await uploadHead(expert, photo)
    await expectSquareHead(expert)
    await fillPerson(expert, { realName: it.name, identity, workExp: expert.t(it.workExp) }, [photo, large, head])
    expect(await barriersOf(expert)).toEqual([])
    await apply(expert)
    await expert.page.getByText(expert.t(certification.waitingText)).waitFor()
  })

  test('the desk looks at the papers and refuses with a reason, by keys alone; the person reads it', async () => {
    // No code counts twice, and one was used a moment ago. It counts for ten minutes, mostly for the dispute too.
    const dialog = await openApplication(operator, identity, () => codeOfApp(secret, 1))
    await viewPapers(operator, dialog, 3)
    expect(await barriersOf(operator)).toEqual([])
    await refuseApplication(operator, dialog, REASON)
    await expert.open(HOUR_SALARY)
    await expert.page.getByText(expert.t(talent.salary.notCertified)).waitFor()
    await expert.open(CERTIFICATION)
    await expert.page.getByText(expert.t(certification.refusedText, { reason: REASON })).waitFor()
    expect(await barriersOf(expert)).toEqual([])
  })

  test('the form was kept, its pictures small and without a place; sent again it is approved', async () => {
    const { page, t } = expert
    const readKept = watchPapers(expert)
    await page.getByRole('link', { name: t(certification.again) }).click()
    await press(expert, certification.labels.next)
    expect(await page.getByRole('textbox', { name: t(certification.form.realName) }).inputValue()).toBe(it.name)
    expect(await page.getByRole('combobox', { name: t(certification.form.identity) }).inputValue()).toBe(identity)
    await papersOf(expert).locator('img').nth(2).waitFor()
    const kept = await readKept(3)
    expect(kept.map((bytes) => [bytes.includes('Exif\0\0'), bytes.length <= SENT_BYTES])).toEqual(
      Array.from({ length: 3 }, () => [false, true]),
    )
    await apply(expert)
    const dialog = await openApplication(operator, identity)
    await approveApplication(operator, dialog)
    await expert.open('/personalCenter')
    await page.getByText(t(certification.status.verified)).first().waitFor()
  })

  test('the expert sets a salary, adds a case to the homepage and marks free hours', async () => {
    await setSalary(expert, it.salary)
    await addCase(expert, caseName, 'https://example.com/lighthouse', head)
    expect(await barriersOf(expert)).toEqual([])
    await markWorkdays(expert)
    await expert.open('/personal-center/free-hours')
    await expert.page.getByRole('button', { name: expert.t(freeHours.save) }).waitFor()
    expect(await barriersOf(expert)).toEqual([])
  })

  test('another account finds the expert by two characters, by skill, by price and by a free hour, and not outside of it', async () => {
    await signInOnPage(buyer, buyerMobile, EXPERTS)
    const yuan = Number(it.salary)
    const searches = [
      { name: it.search },
      { skill: buyer.t(skill) },
      { from: String(yuan - 1), to: String(yuan + 1) },
      { free: WEDNESDAY },
      { name: '灯塔', skill: buyer.t(skill), to: String(yuan + 1), free: WEDNESDAY },
    ]
    for (const search of searches) {
      const cards = await findExperts(buyer, search)
      await cards.filter({ hasText: it.name }).waitFor()
    }
    expect(await barriersOf(buyer)).toEqual([])
    await expectNoExperts(buyer, { from: String(yuan + 1), to: String(yuan + 2) })
    await expectNoExperts(buyer, { name: it.search, free: SUNDAY })
  })

  test('and hires 8 hours', async () => {
    sellerPerson = await signInLater(expertMobile)
    await bindAccount(site, sellerPerson, 'author')
    const cards = await findExperts(buyer, { name: it.search })
    await cards.getByRole('link', { name: it.name }).click()
    await buyer.page.getByText(caseName, { exact: true }).waitFor()
    expect(await barriersOf(buyer)).toEqual([])
    await hireOnPages(buyer, buyer.t(PACKAGE), requirement)
    await openHire(buyer, 'consume')
    await expectStanding(buyer, 'to-be-served')
    expect(await barriersOf(buyer)).toEqual([])
  })

  test('they talk, with a file each way, and each sees the other’s words come in', async () => {
    await findExperts(buyer, { name: it.search })
    await buyer.page.getByRole('article').getByRole('link', { name: it.name }).click()
    await askExpert(buyer)
    await sayOnPage(buyer, '回调怎么验签？ How is it verified?', NOTES)
    await openUnread(expert)
    await expectFile(expert, NOTES)
    await sayOnPage(expert, '见附件 See the file', ANSWER)
    await expectSaid(buyer, '见附件 See the file')
    await expectFile(buyer, ANSWER)
    await sayOnPage(buyer, '明白了 Got it')
    await expectSaid(expert, '明白了 Got it')
    expect([...(await barriersOf(expert)), ...(await barriersOf(buyer))]).toEqual([])
  })

  test('the expert starts, logs time, delivers; the buyer accepts; the provider’s book has the payout to the fen', async () => {
    const book = await readBook(facts.cashier)
    await openHire(expert, 'profit')
    await expert.page.getByText(requirement).waitFor()
    await press(expert, talent.order.start)
    await expectStanding(expert, 'serving')
    await logTime(expert, { minutes: '90', note: 'Sketched the page', link: 'https://example.com/commit/1' })
    expect(await barriersOf(expert)).toEqual([])
    await deliver(expert, 'Done, see the link above')
    await expectStanding(expert, 'uncleared')
    await openHire(buyer, 'consume')
    await buyer.page.getByText('Sketched the page').waitFor()
    expect(await barriersOf(buyer)).toEqual([])
    await accept(buyer)
    await expectStanding(buyer, 'finished')
    await openHire(expert, 'profit')
    await expectStanding(expert, 'finished')
    const whole = amountOf(HOURS)
      .split('.')[0]!
      .replace(/(?=\d{3}$)/, ',')
    await moneyRow(expert, expert.t(orders.income.cleared)).getByText(whole).first().waitFor()
    const { trades } = await readBook(facts.cashier)
    await expectBooked(trades.at(-1)!.outTradeNo!, book, { back: 0, paid: HOURS })
  })

  test('of another 8 hours the buyer asks 3 back and the expert agrees; 5 are paid', async () => {
    buyerPerson = await site.signIn(buyerMobile)
    const book = await readBook(facts.cashier)
    const { orderId, outTradeNo } = await hireAnew()
    await openHire(buyer, 'consume')
    await askHoursBack(buyer, 3, '提前完成 Done early')
    expect(await barriersOf(buyer)).toEqual([])
    await openHire(expert, 'profit')
    await agreeHoursBack(expert)
    await site.call(deliverHire, { params: { id: orderId }, body: { note: '完成' } }, { as: sellerPerson })
    await openHire(buyer, 'consume')
    await accept(buyer)
    await expectStanding(buyer, 'finished')
    await expectBooked(outTradeNo, book, { back: 3, paid: 5 })
  })

  test('a dispute about 5 of 8 hours is ruled in part: the desk gives 3 back, and both read why', async () => {
    const book = await readBook(facts.cashier)
    const { orderId, outTradeNo } = await hireAnew()
    await site.call(deliverHire, { params: { id: orderId }, body: { note: '完成' } }, { as: sellerPerson })
    await openHire(buyer, 'consume')
    await openDispute(buyer, 5, DISPUTED)
    expect(await barriersOf(buyer)).toEqual([])
    const code = () => codeOfApp(secret)
    await ruleOnDesk(operator, { words: DISPUTED, hours: 3, left: HOURS, reason: RULING, codeOfApp: code })
    expect(await barriersOf(operator)).toEqual([])
    for (const [window, side] of [[buyer, 'consume'] as const, [expert, 'profit'] as const]) {
      await openHire(window, side)
      await expectStanding(window, 'finished')
      await window.page.getByText(window.t(disputes.ruling, { hours: 3, of: HOURS })).waitFor()
      await window.page.getByText(RULING).waitFor()
    }
    await expectBooked(outTradeNo, book, { back: 3, paid: 5 })
  })

  test('a buyer who says nothing for 7 days is warned twice; then it is accepted by itself and paid', async () => {
    const book = await readBook(facts.cashier)
    const { orderId, outTradeNo } = await hireAnew()
    await site.call(deliverHire, { params: { id: orderId }, body: { note: '完成' } }, { as: sellerPerson })
    let day = 0
    for (const next of HIRE_DAYS.warnAfter) {
      await site.advance((next - day) * DAY_MS)
      day = next
      await seeWarning(buyer, outTradeNo, HIRE_DAYS.accept - next)
    }
    await openHire(buyer, 'consume')
    await expectStanding(buyer, 'uncleared')
    await site.advance((HIRE_DAYS.accept - day) * DAY_MS)
    await expectBooked(outTradeNo, book, { back: 0, paid: HOURS })
    await openHire(buyer, 'consume')
    await expectStanding(buyer, 'finished')
    expect([...expert.bugs, ...buyer.bugs, ...operator.bugs]).toEqual([])
  })
})
