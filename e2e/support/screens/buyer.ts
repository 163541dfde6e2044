import { cockpit } from '@trove/messages/compute/cockpit'
import { compute } from '@trove/messages/compute/compute'
import { machines } from '@trove/messages/compute/machines'
import { orders } from '@trove/messages/money/orders'
import { common } from '@trove/messages/site/common'
import { market } from '@trove/messages/site/market'
import type { Locator } from 'playwright-core'
import type { MachineLogin } from '../steps.ts'
import type { Window } from './browse.ts'
import { choose } from './seller.ts'

/** What a buyer does on the site, click by click. */

const CONTINUE = { zh: '用此账户继续', en: 'Continue with this account' }
const PAY = { zh: '确认付款', en: 'Pay' }
const BUYER = '林晚'

/** Filters the market to a period and answers the card of the machine. */
export async function filterTo(window: Window, period: string, remarks: string): Promise<Locator> {
  const { page, t } = window
  await window.open('/computingPowerMarket/storage-resources?tab=computing')
  if (window.device === 'desktop') {
    // At a desk the choices stand beside the list, and apply by themselves.
    const rail = page.getByRole('complementary', { name: t(market.filter.title) })
    await choose(window, rail, t(compute.facts.period), period)
  } else {
    await page.getByRole('button', { name: t(market.filter.title), exact: true }).click()
    const dialog = page.getByRole('dialog')
    await choose(window, dialog, t(compute.filter.period), period)
    const show = t(compute.filter.show, { shown: '[\\d,]+' }).replace(' ', '\\s?').replace(/s$/, 's?')
    await dialog.getByRole('button', { name: new RegExp(`^${show}`) }).click()
  }
  await page.waitForURL('**servePeriod=**')
  const card = page.getByRole('article').filter({ hasText: remarks })
  await card.waitFor()
  return card
}

/** From the card over the settlement desk and the provider's cashier to the page that says paid. */
export async function buyOnPages(window: Window, card: Locator): Promise<void> {
  const { page, t } = window
  await card.getByRole('button', { name: t(compute.buyNow) }).click()
  await page.waitForURL('**/computing-check/**')
  await payOnPages(window)
}

/** From the settlement desk of any market to the page that says paid. */
export async function payOnPages({ page, t }: Window): Promise<void> {
  await page.getByRole('checkbox', { name: t(market.checkout.confirm) }).check()
  await page.getByRole('button', { name: t(market.checkout.pay) }).click()
  await page.waitForURL('**/cashier/**')
  await page.getByRole('radio', { name: BUYER }).check()
  await page.getByRole('button', { name: t(CONTINUE) }).click()
  await page.getByRole('button', { name: new RegExp(`^${t(PAY)}\\s`) }).click()
  await page.waitForURL('**/pay/result/**')
  await page.getByRole('heading', { name: t(orders.result.paid) }).waitFor()
}

/** The buyer's card of the newest machine once it serves. */
export async function openPurchase(window: Window): Promise<Locator> {
  const { page, t } = window
  await page
    .getByRole('main')
    .getByRole('link', { name: t(orders.result.myCompute) })
    .click()
  await page.waitForURL('**/personal-center/my-calculate')
  const card = page.getByRole('article').first()
  // The page follows the hand-over by itself.
  await card.getByRole('button', { name: t(machines.check) }).waitFor({ timeout: 180_000 })
  return card
}

/** Opens the dialog of a machine's login, and reads where to log in. */
async function readPlace({ page, t }: Window, card: Locator) {
  await card.getByRole('button', { name: t(machines.check) }).click()
  const dialog = page.getByRole('dialog')
  const line = (label: string) => dialog.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) })
  const text = async (label: string) => (await line(label).locator('code').first().textContent()) ?? ''
  const place = {
    host: await text(t(machines.access.address)),
    port: Number(await text(t(machines.access.port))),
    username: await text(t(machines.access.user)),
  }
  return { dialog, text, place }
}

/** Reads the login in its dialog. */
export async function readLogin(window: Window, card: Locator): Promise<MachineLogin> {
  const { t } = window
  const { dialog, text, place } = await readPlace(window, card)
  await dialog.getByRole('button', { name: t(common.showPassword) }).click()
  return { ...place, password: await text(t(machines.access.password)) }
}

/** The same of a machine that has one's key in place of a password. */
export async function readKeyLogin(window: Window, card: Locator): Promise<Omit<MachineLogin, 'password'>> {
  const { dialog, place } = await readPlace(window, card)
  await dialog.getByText(window.t(machines.access.keyInstead)).waitFor()
  return place
}

/** Opens the terminal from the open dialog, types a command and waits for what it says. */
export async function useTerminal(window: Window): Promise<void> {
  const { page, t } = window
  await page
    .getByRole('dialog')
    .getByRole('link', { name: t(machines.openTerminal) })
    .click()
  await page.waitForURL('**/my-calculate/terminal/**')
  await page.getByText(t(machines.terminal.connected)).waitFor()
  await page.keyboard.type('echo $((40 + 2))-in-the-browser\n')
  await page.locator('.xterm-rows').getByText('42-in-the-browser').first().waitFor()
  if (window.device === 'phone') {
    const keys = page.getByRole('toolbar', { name: t(machines.terminal.keys) })
    await keys.getByRole('button', { name: 'Ctrl' }).click()
    await page.keyboard.type('d')
  } else {
    await page.keyboard.type('exit\n')
  }
  await page.getByRole('alert').getByText(t(machines.terminal.reason.exit)).waitFor()
}

/** Opens the cockpit of the lease and sees what the machine does right now, and the line to log in with. */
export async function useCockpit(window: Window, login: MachineLogin): Promise<void> {
  const { page, t } = window
  await window.open('/personal-center/my-calculate')
  const card = page.getByRole('article').first()
  await card.getByRole('button', { name: t(machines.share.more) }).click()
  await page.getByText(t(cockpit.open), { exact: true }).click()
  await page.waitForURL('**/my-calculate/lease/**')
  await page.getByText(t(cockpit.live)).waitFor()
  const gauge = (name: { zh: string; en: string }) => page.locator('dl > div').filter({ hasText: t(name) })
  for (const name of [cockpit.gauge.cpu, cockpit.gauge.memory, cockpit.gauge.disk])
    await gauge(name).getByText(/\d %/).waitFor()
  await gauge(cockpit.gauge.network).getByText(/\/s/).first().waitFor()
  await page.getByRole('button', { name: t(cockpit.showLines) }).click()
  await page.getByText(`ssh ${login.username}@${login.host} -p ${login.port}`, { exact: true }).waitFor()
}

/** The standing that the buyer's newest order shows in the list. */
export async function readStanding(window: Window): Promise<string | null> {
  await window.open('/personal-center/my-order/consume/calculateOrder')
  const card = window.page.getByRole('article').first()
  await card.waitFor()
  return card.getAttribute('data-standing')
}
