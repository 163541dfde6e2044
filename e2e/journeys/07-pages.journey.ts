import { listOffers } from '@trove/contract/compute'
import { memberInfo } from '@trove/contract/identity'
import { getOrder } from '@trove/contract/orders'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inOrder } from '../support/in-order.ts'
import { closeWindow, type Device, keepEvidence, launch, openWindow, type Window } from '../support/screens/browse.ts'
import {
  findBarriers,
  findForeignWords,
  findRawWords,
  follow,
  listWords,
  lookAt,
} from '../support/screens/page-checks.ts'
import { signInOnPage } from '../support/screens/sign-in-page.ts'
import { listPages } from '../support/screens/site-pages.ts'
import { DAY_MS, orderMachine, payAtProvider, publishVerified } from '../support/steps.ts'
import { until } from '../support/until.ts'
import { facts, site } from '../support/world/world.ts'

/** Every page on both devices: axe finds nothing serious, no text is missing in either language (issue 3, Done when 4). */

const SELLER = '13800000001'
const BUYER = '13800000002'
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
/** Without a bound account it goes on to the provider's page, where the provider's words stand. */
const LEAVING = '/bind/alipay'
/** Only ends what would never come: some forty pages are looked at in one test. */
const LONG_MS = 900_000

let browser: Browser
let pages: string[]
/** What people wrote or are called; it is theirs, in whatever language. */
let written: string[]

beforeAll(async () => {
  browser = await launch()
  await site.advance(DAY_MS)
  const seller = await site.signIn(SELLER)
  const buyer = await site.signIn(BUYER)
  const terms = { price: '128.00', servePeriod: 30, description: REMARKS }
  const offerId = await publishVerified(site, seller, facts.machines[4]!, terms)
  const order = await orderMachine(site, buyer, offerId)
  await payAtProvider(site, order)
  const detail = () => site.call(getOrder, { params: { id: order.orderId } }, { as: buyer })
  await until('a machine in service', detail, (found) => found.superPointsStatus === 1)
  pages = listPages({ offerId, orderId: order.orderId })
  const names = await Promise.all([seller, buyer].map((as) => site.call(memberInfo, {}, { as })))
  const { products } = await site.call(listOffers, { query: { size: 100 } })
  written = [
    ...names.map(({ username }) => username),
    ...products.content.flatMap(({ uploaderNickName, description }) => [uploaderNickName, description ?? '']),
    '嘉木',
    '陈*木',
  ].filter(Boolean)
}, 120_000)
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
  const barriersAndWords = async () => [
    ...(await findBarriers(window.page)),
    ...(isAtHome() ? findRawWords(await listWords(window.page)) : []),
  ]
  const words = async () => {
    if (!isAtHome()) return []
    const all = await listWords(window.page)
    return [...findRawWords(all), ...findForeignWords(all, written)]
  }

  test(
    'nothing keeps anybody out of a stranger’s pages',
    async () => {
      expect(await look(['/home', '/computingPower', '/workCodeForce', '/login', '/404'], barriersAndWords)).toEqual([])
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
    'and in English nothing is left in Chinese',
    async () => {
      await window.page.evaluate(() => localStorage.setItem('language', 'en'))
      expect(await look(pages, words)).toEqual([])
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
    },
    LONG_MS,
  )
})
