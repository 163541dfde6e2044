import { ComputeOrderDetail } from '@trove/contract/compute/orders'
import { listOffers } from '@trove/contract/compute/routes'
import { memberInfo } from '@trove/contract/identity/routes'
import { getOrder } from '@trove/contract/order-lists/routes'
import { certificate } from '@trove/messages/compute/certificate'
import { identity } from '@trove/messages/people/identity'
import { common } from '@trove/messages/site/common'
import { market } from '@trove/messages/site/market'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inOrder } from '../support/in-order.ts'
import { closeWindow, type Device, keepEvidence, launch, openWindow, type Window } from '../support/screens/browse.ts'
import {
  findBarriers,
  findForeignWords,
  findLongLines,
  findPairedFields,
  findRawWords,
  findSideways,
  findSmallTargets,
  findStacked,
  follow,
  listWords,
  lookAt,
  settle,
} from '../support/screens/page-checks.ts'
import { signInOnPage } from '../support/screens/sign-in-page.ts'
import { listPages } from '../support/screens/site-pages.ts'
import { DAY_MS, orderMachine, payAtProvider, publishVerified } from '../support/steps.ts'
import { until } from '../support/until.ts'
import { facts, site } from '../support/world/world.ts'

/** Every page on both devices: axe finds nothing serious, no text is missing in either language (issue 3, Done when 4). */

const SELLER = '13800000001'
const BUYER = '13800000002'
const OPERATOR = '13800000009'
const REMARKS = 'A quiet machine for the pages'
const SELLER_PAGES = [
  '/computingPowerMarket/shared-computing',
  '/computingPowerMarket/storage-resources?tab=computing',
  '/personal-center/my-calculate?tab=share',
  '/personal-center/my-order/profit/calculateOrder',
  '/personal-center/my-purse',
  '/personal-center/my-purse/alipayBill',
  '/personal-center/notices',
]
const OPERATOR_PAGES = [
  'payouts',
  'bills',
  'bills?view=all',
  'bills?view=days',
  'bills?view=parked',
  'bills?view=refunds',
  'bills?view=adjustments',
  'featured',
  'reports',
  'reports?view=all',
  'staff',
  'acts',
  'certification',
  'disputes',
  'faults',
].map((page) => `/operator/${page}`)
/** The narrowest phones there are; the widest words are English. */
const NARROW = { width: 320, height: 640 }
/** Without a bound account it goes on to the provider's page, where the provider's words stand. */
const LEAVING = '/bind/alipay'
/** Only ends what would never come: some forty pages are looked at in one test. */
const LONG_MS = 900_000
/** Runs in the page, hence a text: on how many lines each figure stands, and how far it reaches over its room. */
const FIGURES_SCRIPT = `[...document.querySelectorAll('[class*=_window_] dd')].map((it) => ({
  lines: Math.round(it.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(it).lineHeight)),
  over: it.scrollWidth - it.clientWidth,
}))`

type Box = { x: number; y: number; width: number; height: number }
let browser: Browser
let offerId: string
/** For sale to the end, so that no list is empty. */
let freeOfferId: string
let pages: string[]
/** What people wrote or are called; it is theirs, in whatever language. */
let written: string[]

beforeAll(async () => {
  browser = await launch()
  await site.advance(DAY_MS)
  const seller = await site.signIn(SELLER)
  const buyer = await site.signIn(BUYER)
  const terms = { price: '128.00', servePeriod: 30, description: REMARKS }
  offerId = await publishVerified(site, seller, facts.machines[4]!, terms)
  freeOfferId = await publishVerified(site, seller, facts.machines[5]!, terms)
  const order = await orderMachine(site, buyer, offerId)
  await payAtProvider(site, order)
  const detail = () =>
    site
      .call(getOrder, { params: { id: order.orderId } }, { as: buyer })
      .then((found) => ComputeOrderDetail.parse(found))
  await until('a machine in service', detail, (found) => found.superPointsStatus === 1)
  pages = listPages({ offerId, orderId: order.orderId })
  const operator = await site.signIn(OPERATOR)
  const names = await Promise.all([seller, buyer, operator].map((as) => site.call(memberInfo, {}, { as })))
  const { products } = await site.call(listOffers, { query: { size: 100 } })
  written = [
    ...names.map(({ username }) => username),
    ...products.content.flatMap(({ uploaderNickName, description }) => [uploaderNickName, description ?? '']),
    ...Object.values(identity.demoNames).map(({ zh }) => zh),
    identity.demoExpert.zh,
    '嘉木',
    '陈*木',
  ].filter(Boolean)
})
afterAll(() => browser?.close())
beforeEach(inOrder)
beforeEach(({ onTestFailed, task }) => onTestFailed(() => keepEvidence(task.name)))

describe.each<Device>(['desktop', 'phone'])('on a %s', (device) => {
  let window: Window
  beforeAll(async () => {
    window = await openWindow(browser, { device, language: 'zh-CN' })
  })
  afterAll(() => closeWindow(window))

  async function look(paths: string[], check: () => Promise<string[]>): Promise<string[]> {
    const found: string[] = []
    const seen = new Set<string>()
    await window.open(paths[0]!)
    for (const path of paths) {
      // After a page that left the site the next one has to load it again.
      if (window.page.url().startsWith(facts.site)) await follow(window, path)
      else await window.open(path)
      // This page leaves by itself: what is looked at next must not meet the browser on its way.
      if (path === LEAVING) await window.page.waitForURL(({ origin }) => origin !== facts.site)
      const findings = await lookAt(window, async () => {
        const { pathname, search } = new URL(window.page.url())
        if (seen.has(pathname + search)) return []
        const here = await check()
        seen.add(pathname + search)
        return here
      })
      found.push(...findings.map((finding) => `${path} ${finding}`))
    }
    return found
  }
  const isAtHome = () => window.page.url().startsWith(facts.site)
  const layout = async () =>
    isAtHome() ? [...(await findLongLines(window.page)), ...(await findPairedFields(window.page))] : []
  const touch = async () => (device === 'phone' && isAtHome() ? findSmallTargets(window.page) : [])
  const barriersAndWords = async () => [
    ...(await findBarriers(window.page)),
    ...(isAtHome() ? findRawWords(await listWords(window.page)) : []),
    ...(await layout()),
    ...(await touch()),
  ]
  const words = async () => {
    if (!isAtHome()) return []
    const all = await listWords(window.page)
    return [...findRawWords(all), ...findForeignWords(all, written), ...(await layout()), ...(await touch())]
  }

  test(
    'nothing keeps anybody out of a stranger’s pages, and no finger misses a control of theirs',
    async () => {
      const paths = ['/home', '/computingPower', '/workCodeForce', '/manpower', '/login', '/404']
      expect(await look(paths, barriersAndWords)).toEqual([])
    },
    LONG_MS,
  )

  test(
    'nor out of a buyer’s, and all of it is in Chinese words',
    async () => {
      await site.advance(DAY_MS)
      await signInOnPage(window, BUYER, '/computingPowerMarket/hub')
      expect(await look(pages, barriersAndWords)).toEqual([])
    },
    LONG_MS,
  )

  test(
    'and in English nothing is left in Chinese, and on the narrowest phone nothing has to be moved sideways',
    async () => {
      await window.page.evaluate(() => localStorage.setItem('language', 'en'))
      if (device === 'phone') await window.page.setViewportSize(NARROW)
      const check = device === 'phone' ? async () => [...(await words()), ...(await findSideways(window.page))] : words
      expect(await look(pages, check)).toEqual([])
      await window.context.clearCookies()
      await window.page.evaluate(() => localStorage.removeItem('language'))
    },
    LONG_MS,
  )

  test(
    'nor out of a seller’s pages, in both languages',
    async () => {
      await site.advance(DAY_MS)
      await signInOnPage(window, SELLER, '/personal-center/my-purse')
      expect(await look(SELLER_PAGES, barriersAndWords)).toEqual([])
      await window.page.evaluate(() => localStorage.setItem('language', 'en'))
      expect(await look(SELLER_PAGES, words)).toEqual([])
      expect(window.bugs).toEqual([])
      await window.context.clearCookies()
      await window.page.evaluate(() => localStorage.removeItem('language'))
    },
    LONG_MS,
  )

  test(
    'nor out of the staff’s, in both languages',
    async () => {
      await site.advance(DAY_MS)
      await signInOnPage(window, OPERATOR, '/operator/bills')
      expect(await look(OPERATOR_PAGES, barriersAndWords)).toEqual([])
      await window.page.evaluate(() => localStorage.setItem('language', 'en'))
      expect(await look(OPERATOR_PAGES, words)).toEqual([])
    },
    LONG_MS,
  )
})

describe.each(['zh-CN', 'en'] as const)('a window of 768 px in %s', (language) => {
  let window: Window
  beforeAll(async () => {
    window = await openWindow(browser, { device: 'desktop', language })
    await window.page.setViewportSize({ width: 768, height: 1024 })
    await site.advance(DAY_MS)
    await signInOnPage(window, BUYER, '/home')
  })
  afterAll(() => closeWindow(window))

  test.each([
    '/home',
    '/computingPower',
    '/workCodeForce',
    '/manpower',
    '/computingPowerMarket/hub',
    '/computingPowerMarket/computing-list',
    '/codeForce/codeForceList',
    '/personal-center',
    '/personal-center/my-order/consume/calculateOrder',
  ])('%s has whole words on a line, and nothing has to be moved sideways', async (path) => {
    await window.open(path)
    expect(
      await lookAt(window, async () => [...(await findStacked(window.page)), ...(await findSideways(window.page))]),
    ).toEqual([])
  })

  test('the cards of machines stand two in a row', async () => {
    await window.open('/computingPowerMarket/computing-list')
    const card = window.page.locator(`a[href*="${freeOfferId}"]`)
    const grid = window.page.locator('ul[class*=_grid_]', { has: card })
    await grid.waitFor()
    const [whole, one] = await Promise.all([grid.boundingBox(), grid.locator('> *').first().boundingBox()])
    expect(Math.floor(whole!.width / one!.width)).toBe(2)
  })
})

test.each(['zh-CN', 'en'] as const)(
  'a stranger’s window of a desk in %s has nothing to be moved sideways, however narrow it is',
  async (language) => {
    const window = await openWindow(browser, { device: 'desktop', language })
    // A narrow window alone would be taken for a phone.
    await window.context.addInitScript(() => localStorage.setItem('device', 'pc'))
    for (const path of ['/home', '/computingPower', '/404']) {
      await window.open(path)
      for (const width of [600, 480, 320]) {
        await window.page.setViewportSize({ width, height: 800 })
        expect([path, width, await lookAt(window, () => findSideways(window.page))]).toEqual([path, width, []])
      }
    }
    await closeWindow(window)
  },
)

describe('a phone in English', () => {
  let window: Window
  beforeAll(async () => {
    window = await openWindow(browser, { device: 'phone', language: 'en' })
    // A number is sent some codes an hour.
    await site.advance(DAY_MS)
    await signInOnPage(window, BUYER, '/computingPowerMarket/hub')
  })
  afterAll(() => closeWindow(window))

  test.each([
    [320, '1000.00'],
    [320, '99999.99'],
    [390, '1000.00'],
    [390, '1000000000.00'],
  ])(
    'of %d px has the amount of ¥%s and the button to pay it beside or below each other, both whole',
    async (width, price) => {
      const { page, t } = window
      await page.setViewportSize({ width, height: 700 })
      await page.route('**/api/computing/product/query/**', async (route) => {
        const answer = await route.fetch()
        const { data, ...rest } = await answer.json()
        await route.fulfill({ json: { ...rest, data: { ...data, price, isAvailable: true, unavailableReason: null } } })
      })
      await window.open(`/computingPowerMarket/computing-check/${offerId}`)
      const button = page.getByRole('button', { name: t(market.checkout.pay) })
      await button.waitFor()
      await settle(window)
      const bar = page.locator('[class*=_bar_]', { has: button })
      expect(await bar.textContent()).toContain(Number(price).toLocaleString('en-US').split('.')[0])
      const places = await Promise.all(
        [bar.locator('[class*=_sum_]').first(), button].map((part) => part.boundingBox()),
      )
      const [amount, pay] = places.map((box) => box!) as [Box, Box]
      for (const box of [amount, pay]) {
        expect(box.x).toBeGreaterThanOrEqual(0)
        expect(box.x + box.width).toBeLessThanOrEqual(width)
      }
      const isApart = amount.x + amount.width <= pay.x || amount.y + amount.height <= pay.y
      expect([amount, pay, isApart]).toEqual([amount, pay, true])
      await page.unroute('**/api/computing/product/query/**')
    },
  )
})

test.each(['zh-CN', 'en'] as const)(
  'each figure of a certificate stands on one line, on any phone in %s',
  async (language) => {
    const window = await openWindow(browser, { device: 'phone', language })
    const { page, t } = window
    const many = { days: 7, checks: 28, reached: 27 }
    await page.route('**/api/computing/product/certificate/**', async (route) => {
      const answer = await route.fetch()
      const { data, ...rest } = await answer.json()
      const windows = [many, { ...many, days: 1 }, { days: 30, checks: 120, reached: 119 }]
      await route.fulfill({ json: { ...rest, data: { ...data, certificate: { ...data.certificate, windows } } } })
    })
    await window.open(`/computingPowerMarket/certificate/${offerId}`)
    await page.getByText(t(certificate.reached, many), { exact: true }).first().waitFor()
    await settle(window)
    for (const width of [320, 390]) {
      await page.setViewportSize({ ...NARROW, width })
      const found = [width, await page.evaluate(FIGURES_SCRIPT), await findSideways(page)]
      expect(found).toEqual([width, Array(3).fill({ lines: 1, over: 0 }), []])
    }
    await closeWindow(window)
  },
)

test.each(['/home', '/computingPowerMarket/computing-list', '/personal-center/my-purse'])(
  'a browser without JavaScript is told so on %s, in the language of the page',
  async (path) => {
    for (const [locale, word] of [
      ['zh-CN', common.noScript.zh],
      ['en-GB', common.noScript.en],
    ] as const) {
      const context = await browser.newContext({ javaScriptEnabled: false, locale })
      const page = await context.newPage()
      await page.goto(facts.site + path)
      const told = page.locator('noscript p')
      expect([await told.textContent(), await told.isVisible()]).toEqual([word, true])
      await context.close()
    }
  },
)
