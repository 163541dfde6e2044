import { machines } from '@trove/messages/compute/machines'
import { orders } from '@trove/messages/money/orders'
import { wallet } from '@trove/messages/money/wallet'
import { login } from '@trove/messages/people/login'
import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { type MachineLogin, PAYEES, type Payee } from '../steps.ts'
import { until } from '../until.ts'
import { site } from '../world/world.ts'
import type { Window } from './browse.ts'

/** What a seller does on the site, click by click. */

/** The provider's pages carry their own words. */
const AGREE = { zh: '同意授权', en: 'Agree' }

/** From the dialog of the publish page over the provider's authorisation to a bound account. */
export async function bindOnPages(window: Window, payee: Payee, mobile: string): Promise<void> {
  const { page, t } = window
  const form = new URL(page.url()).pathname
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t(wallet.gate.alipay) })
    .click()
  await page.waitForURL('**/oauth2/publicAppAuthorize.htm**')
  await page.getByRole('radio', { name: PAYEES[payee] }).check()
  await page.getByRole('button', { name: t(AGREE), exact: true }).click()
  await page.waitForURL('**/bind/alipay**')
  await page.getByRole('textbox', { name: t(wallet.binding.realName) }).fill(PAYEES[payee])
  await fillOwnCode(window, mobile)
  await page.getByRole('button', { name: t(wallet.binding.confirm) }).click()
  // Back at the form that asked for it, which asks no more.
  await page.waitForURL(`**${form}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
}

/** Asks for a code to one's own phone and types it. */
async function fillOwnCode({ page, t }: Window, mobile: string): Promise<void> {
  // A number gets one code a minute, and the last may have been for signing in.
  await site.advance(61_000)
  const before = await site.listMessages(mobile)
  await page.getByRole('button', { name: t(login.getCode) }).click()
  await until(
    'the code',
    () => site.listMessages(mobile),
    (messages) => messages.length > before.length,
  )
  await page.getByPlaceholder(t(login.codePlaceholder)).fill(await site.readCode(mobile))
}

/** Chooses in a drop-down by its words; how many match it may stand beside them. */
export async function choose({ page }: Window, scope: Locator, label: string, option: string): Promise<void> {
  await scope.getByRole('combobox', { name: label }).click()
  await page
    .getByRole('option')
    .filter({ has: page.getByText(option, { exact: true }) })
    .click()
}

export type OfferWords = { price: string; period: string; system: string; remarks: string }

/** Fills the publish form and sends it; `machine` is left out to take the demo machine with its button. */
export async function publishOnPage(window: Window, words: OfferWords, machine?: MachineLogin): Promise<void> {
  const { page, t } = window
  const form = page.locator('form')
  const field = (name: string) => form.getByRole('textbox', { name, exact: true })
  await window.open('/computingPowerMarket/shared-computing')
  if (machine) {
    await field(t(machines.form.ip)).fill(machine.host)
    await field(t(machines.form.port)).fill(String(machine.port))
    await field(t(machines.form.username)).fill(machine.username)
    await field(t(machines.form.password)).fill(machine.password)
    for (const name of ['cpu', 'ram', 'disk', 'bandwidth'] as const) await field(t(machines.form[name])).fill('1')
  } else {
    await page.getByRole('button', { name: t(machines.form.demo) }).click()
  }
  await choose(window, form, t(machines.form.os), words.system)
  await choose(window, form, t(machines.form.period), words.period)
  await field(t(machines.form.price)).fill(words.price)
  await field(t(machines.form.remarks)).fill(words.remarks)
  await form.getByRole('button', { name: t(machines.form.submit), exact: true }).click()
  await page.waitForURL('**/computingPowerMarket/storage-resources?tab=computing')
}

/** The seller's card of a machine, on the page of one's machines. */
export async function openShare(window: Window, remarks: string): Promise<Locator> {
  await window.open('/personal-center/my-calculate?tab=share')
  const card = window.page.getByRole('article').filter({ hasText: remarks })
  await card.waitFor()
  return card
}

/** The seller's card of the newest order, on the income page. */
export async function openIncome(window: Window): Promise<Locator> {
  await window.open('/personal-center/my-order/profit/calculateOrder')
  const card = window.page.getByRole('article').first()
  await card.waitFor()
  return card
}

/** Presses "clear" on the newest order and waits for the words that say it is done. */
export async function clearOnPage(window: Window): Promise<void> {
  const card = await openIncome(window)
  await card.getByRole('button', { name: window.t(orders.clear) }).click()
  const told = window.page.getByText(new RegExp(window.t(orders.cleared, { amount: '¥\\d+\\.\\d\\d' })))
  await told.first().waitFor()
}

/** Looks at the purse until the money has arrived. */
export async function expectPaidOut(window: Window, amount: string): Promise<void> {
  const { page, t } = window
  await expect
    .poll(
      async () => {
        await window.open('/personal-center/my-purse')
        const figure = page.getByRole('region', { name: t(wallet.amounts) }).locator('dl > div')
        return figure.filter({ hasText: t(wallet.paidOut) }).textContent()
      },
      { timeout: 120_000, interval: 500 },
    )
    .toContain(`¥${amount}`)
}

/** Takes the machine off for good. */
export async function deleteOnPage(window: Window, remarks: string): Promise<void> {
  const { page, t } = window
  const card = await openShare(window, remarks)
  await card.getByRole('button', { name: t(machines.share.more) }).click()
  await page.getByRole(window.device === 'phone' ? 'button' : 'menuitem', { name: t(machines.share.remove) }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t(machines.share.remove) })
    .click()
  await page.getByText(t(machines.share.removed)).waitFor()
}
