import { deleteOffer, listOffers } from '@trove/contract/compute/routes'
import { cancelOrder } from '@trove/contract/order-lists/routes'
import { compute } from '@trove/messages/compute/compute'
import { machines } from '@trove/messages/compute/machines'
import { orders } from '@trove/messages/money/orders'
import { login as loginTexts } from '@trove/messages/people/login'
import { common } from '@trove/messages/site/common'
import { market } from '@trove/messages/site/market'
import { shell, titles } from '@trove/messages/site/shell'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inOrder } from '../support/in-order.ts'
import { canLogIn } from '../support/machine-login.ts'
import { closeWindow, keepEvidence, launch, openWindow, type Window } from '../support/screens/browse.ts'
import { buyOnPages, filterTo, openPurchase, readLogin, useTerminal } from '../support/screens/buyer.ts'
import { bindOnPages, clearOnPage, expectPaidOut, openShare, publishOnPage } from '../support/screens/seller.ts'
import { signInOnPage } from '../support/screens/sign-in-page.ts'
import { DAY_MS, orderMachine, payAtProvider, publishVerified } from '../support/steps.ts'
import { until } from '../support/until.ts'
import { facts, site } from '../support/world/world.ts'

/** The buyer's half and the seller's half on the other two pairs of device and language (issue 3, Done when 2). */

let browser: Browser
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser?.close())
beforeEach(inOrder)
beforeEach(({ onTestFailed, task }) => onTestFailed(() => keepEvidence(task.name)))

describe('the buyer’s half on a desktop in English', () => {
  const remarks = 'Half of a buyer'
  let buyer: Window
  let productId: string
  beforeAll(async () => {
    buyer = await openWindow(browser, { device: 'desktop', language: 'en' })
  })
  afterAll(() => closeWindow(buyer))

  test('a stranger looks at a machine, is asked to sign in to buy it, and goes on to the checkout', async () => {
    const seller = await site.signIn('13800000001')
    const terms = { price: '60.00', servePeriod: 60, description: remarks }
    productId = await publishVerified(site, seller, facts.machines[1]!, terms)
    await buyer.open(`/computingPowerMarket/offer/${productId}`)
    await buyer.page.getByText(remarks).waitFor()
    await buyer.page.getByRole('button', { name: buyer.t(compute.buyNow) }).click()
    await buyer.page.getByRole('dialog').getByLabel(buyer.t(loginTexts.phone)).waitFor()
    await signInOnPage(buyer, '13900040002', `/computingPowerMarket/computing-check/${productId}`)
    await buyer.page.getByRole('button', { name: buyer.t(market.checkout.pay) }).waitFor()
  })

  test('the buyer filters, pays, reads the login and uses the terminal', async () => {
    const card = await filterTo(buyer, '2 months', remarks)
    await buyOnPages(buyer, card)
    const login = await readLogin(buyer, await openPurchase(buyer))
    expect(await canLogIn(login)).toBe(true)
    await useTerminal(buyer)
  })

  test('the order’s page tells the steps, and leaving the cashier can be made good', async () => {
    await buyer.open('/personal-center/my-order/consume/calculateOrder')
    await buyer.page.getByRole('article').first().getByRole('link').first().click()
    await buyer.page.waitForURL('**/my-order/detail/**')
    for (const step of [orders.steps.created, orders.steps.paid, orders.machineSteps.serving])
      await buyer.page.getByText(buyer.t(step), { exact: true }).first().waitFor()
  })

  test('the language is switched in the menu and kept; signing out ends the session', async () => {
    const { page } = buyer
    await page.getByRole('button', { name: new RegExp(`^${buyer.t(shell.language)}`) }).click()
    await page.getByRole('menuitem', { name: shell.otherLanguage.en }).click()
    await page.getByRole('heading', { name: titles.orderDetail.zh }).waitFor()
    await page.getByRole('button', { name: new RegExp(`^${shell.account.zh}`) }).click()
    await page.getByRole('menuitem', { name: shell.logOut.zh }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: common.ok.zh }).click()
    await page.getByRole('banner').getByRole('link', { name: shell.register.zh }).waitFor()
    expect(buyer.bugs).toEqual([])
  })
})

describe('the seller’s half on a phone in Chinese', () => {
  const remarks = '卖家的一半'
  const price = '9.00'
  let seller: Window
  beforeAll(async () => {
    seller = await openWindow(browser, { device: 'phone', language: 'zh-CN' })
  })
  afterAll(() => closeWindow(seller))

  test('the seller signs in, binds and publishes', async () => {
    await signInOnPage(seller, '13900050001', '/computingPowerMarket/shared-computing')
    await bindOnPages(seller, 'buyer', '13900050001')
    await publishOnPage(seller, { price, period: '3 个月', system: '其他 Linux', remarks }, facts.machines[2]!)
    await openShare(seller, remarks)
    await seller.page.getByText(compute.verification.verified.zh).first().waitFor({ timeout: 180_000 })
  })

  test('the seller takes it offline and online again', async () => {
    const card = await openShare(seller, remarks)
    await card.getByRole('button', { name: machines.share.offline.zh, exact: true }).click()
    const question = seller.page.getByRole('alertdialog')
    await question.getByRole('button', { name: machines.share.offline.zh, exact: true }).click()
    await card.getByText(machines.share.offlineState.zh).waitFor()
    await card.getByRole('button', { name: machines.share.bringOnline.zh, exact: true }).click()
    await card.getByText(machines.share.status0.zh).waitFor()
  })

  test('a rented machine earns, and its income is cleared and paid out', async () => {
    const buyer = await site.signIn('13900050002')
    const { products } = await site.call(listOffers, { query: { servePeriod: 90 } }, { as: buyer })
    const product = products.content.find(({ description }) => description === remarks)
    const dropped = await orderMachine(site, buyer, product!.id)
    await site.call(cancelOrder, { params: { id: dropped.orderId } }, { as: buyer })
    await payAtProvider(site, await orderMachine(site, buyer, product!.id))
    const untilShown = (state: string) =>
      until(
        state,
        async () => (await openShare(seller, remarks)).textContent(),
        (text) => text?.includes(state),
      )
    await untilShown(machines.share.status1.zh)
    await site.advance(91 * DAY_MS)
    await untilShown(machines.share.status2.zh)
    await clearOnPage(seller)
    await expectPaidOut(seller, price)
    await site.call(deleteOffer, { params: { id: product!.id } }, { as: await site.signIn('13900050001') })
    expect(seller.bugs).toEqual([])
  })
})
