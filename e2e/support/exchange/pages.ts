import { join } from 'node:path'
import { agents } from '@trove/messages/compute/agents'
import { compute } from '@trove/messages/compute/compute'
import { machines } from '@trove/messages/compute/machines'
import { publishing } from '@trove/messages/compute/publishing'
import { sshKeys } from '@trove/messages/compute/ssh-keys'
import { orders } from '@trove/messages/money/orders'
import { market } from '@trove/messages/site/market'
import { expect } from 'vitest'
import type { Window } from '../screens/browse.ts'
import { payOnPages } from '../screens/buyer.ts'
import { choose, openShare } from '../screens/seller.ts'
import type { MachineLogin } from '../steps.ts'
import { type Program, startProgram } from '../world/children.ts'
import { systemEnv } from '../world/start-world.ts'

/** What a person does on the exchange for machines, click by click, beside what every buyer and seller does. */

const AGENT = join(import.meta.dirname, '../../../apps/compute-agent/src/main.ts')
/** What every fleet machine passes, however busy the computer is. */
const BANDWIDTH = '5'
const OTHER_LINUX = { zh: '其他 Linux', en: 'Other Linux' }
const MONTH = { zh: '1 个月', en: '1 month' }

const formOf = ({ page }: Window) => page.locator('form')
const fieldOf = (window: Window, name: string) => formOf(window).getByRole('textbox', { name, exact: true })

/** Opens the form and pastes the command one logs in with, which fills in address, port and user. */
export async function pasteLogin(window: Window, { host, port, username }: MachineLogin): Promise<void> {
  const { page, t } = window
  await window.open('/computingPowerMarket/shared-computing')
  await fieldOf(window, t(publishing.line.label)).fill(`ssh ${username}@${host} -p ${port}`)
  await page.getByText(t(publishing.line.filledUser, { user: username, host, port })).waitFor()
  expect(await fieldOf(window, t(machines.form.ip)).inputValue()).toBe(host)
}

/** Has the machine read: what it has is filled in and said. */
export async function readMachine(window: Window, password: string, has: { cores: string; ram: string }) {
  const { page, t } = window
  await fieldOf(window, t(machines.form.password)).fill(password)
  await page.getByRole('button', { name: t(publishing.read.button), exact: true }).click()
  await page.getByText(t(publishing.read.done)).waitFor()
  expect(await fieldOf(window, t(machines.form.cpu)).inputValue()).toBe(has.cores)
  expect(await fieldOf(window, t(machines.form.ram)).inputValue()).toBe(has.ram)
}

type Advised = { from: string; to: string; machines: number; perDay: string; price: string }

/** Sees what like machines ask, and takes the advice. */
export async function takeAdvice(window: Window, { price, perDay, ...asks }: Advised): Promise<void> {
  const { page, t } = window
  await choose(window, formOf(window), t(machines.form.period), t(MONTH))
  const advice = page.getByRole('region', { name: t(publishing.advice.title) })
  await advice.getByText(t(publishing.advice.asks, asks)).waitFor()
  await advice.getByRole('button', { name: t(publishing.advice.use, { amount: perDay }) }).click()
  expect(await fieldOf(window, t(machines.form.price)).inputValue()).toBe(price)
  await page.getByText(t(publishing.advice.month, { amount: `¥${price}`, fee: '¥0.00' })).waitFor()
}

/** Sends the form, and sees on the share's card that the machine was verified. */
export async function publishAndVerify(window: Window, words: { hourPrice: string; remarks: string }): Promise<void> {
  const { page, t } = window
  await fieldOf(window, t(machines.form.bandwidth)).fill(BANDWIDTH)
  await choose(window, formOf(window), t(machines.form.os), t(OTHER_LINUX))
  await fieldOf(window, t(machines.form.hourPrice)).fill(words.hourPrice)
  await fieldOf(window, t(machines.form.remarks)).fill(words.remarks)
  await formOf(window)
    .getByRole('button', { name: t(machines.form.submit), exact: true })
    .click()
  await page.waitForURL('**/computingPowerMarket/storage-resources?tab=computing')
  await openShare(window, words.remarks)
  const share = page.getByRole('listitem').filter({ hasText: words.remarks })
  // The page follows the check by itself.
  await share.getByText(t(compute.verification.verified)).first().waitFor({ timeout: 180_000 })
}

/** Searches the list, ticks machines in its table and opens them side by side. */
export async function compareMachines(window: Window, search: string, ids: string[]): Promise<void> {
  const { page, t } = window
  await window.open('/computingPowerMarket/computing-list')
  await page.getByRole('searchbox', { name: t(market.search) }).fill(search)
  await page.waitForURL(/keyword=/)
  await page.getByRole('button', { name: t(market.view.table), exact: true }).click()
  for (const [i, id] of ids.entries()) {
    // The address carries the ticks, so a box follows its click a moment later.
    await page.getByRole('checkbox', { name: t(market.compare.pick, { name: id }) }).click()
    await page.getByText(t(market.compare.chosen, { count: i + 1 })).waitFor()
  }
  await page
    .getByRole('region', { name: t(market.compare.title) })
    .getByRole('link', { name: t(market.compare.open) })
    .click()
  await page.waitForURL('**/computingPowerMarket/compare/**')
  for (const id of ids) await page.getByRole('columnheader').getByRole('link', { name: id }).waitFor()
}

/** Which of the compared machines is marked as the best in a line, counted from 0. */
export async function bestIn({ page, t }: Window, label: string): Promise<number[]> {
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: label, exact: true }) })
  const cells = await row.getByRole('cell').all()
  const marks = await Promise.all(cells.map((cell) => cell.getByLabel(t(market.compare.best)).count()))
  return marks.flatMap((count, i) => (count > 0 ? [i] : []))
}

/** From the comparison over the machine's page to the settlement desk, there two hours, and over the cashier. */
export async function buyTwoHours(window: Window, authId: string, price: string): Promise<void> {
  const { page, t } = window
  const column = page.getByRole('columnheader').getByRole('link', { name: authId })
  await column.click()
  // The comparison has a button for each machine; its own page has one.
  await column.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: t(compute.buyNow) }).click()
  await page.waitForURL('**/computing-check/**')
  // As with the ticks, the address carries the choice.
  await page.getByRole('radio', { name: new RegExp(t(compute.term.byHourShort), 'i') }).click()
  expect(await page.getByRole('textbox', { name: t(compute.term.hours) }).inputValue()).toBe('2')
  await page.getByText(`¥${price}`, { exact: true }).first().waitFor()
  await payOnPages(window)
}

/** In the open cockpit: two more hours, paid like the first ones. */
export async function renewInCockpit(window: Window, price: string): Promise<void> {
  const { page, t } = window
  await page.getByRole('link', { name: t(machines.renew.for, { amount: `¥${price}` }), exact: true }).click()
  await page.getByRole('heading', { name: t(machines.renew.title) }).waitFor()
  await payOnPages(window)
  await page.getByText(t(orders.next.buyer.waiting)).waitFor()
}

/** Adds a machine that has no public address, runs the shown command on it, and chooses its address for the form. */
export async function addHiddenMachine(window: Window, name: string, sshPort: number, folder: string) {
  const { page, t } = window
  await window.open('/computingPowerMarket/shared-computing')
  await page.getByRole('button', { name: t(agents.open) }).click()
  const dialog = page.getByRole('dialog', { name: t(agents.title) })
  await dialog.getByRole('textbox', { name: t(agents.name) }).fill(name)
  await dialog.getByRole('button', { name: t(agents.add) }).click()
  const command = await dialog.locator('pre').textContent()
  const agent = await runAgent(command ?? '', sshPort, folder)
  await dialog.getByText(t(agents.command.connected)).waitFor()
  await dialog.getByRole('button', { name: t(agents.use) }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText(t(machines.form.ipRelayed)).waitFor()
  return agent
}

/** Starts the agent with the relay and the token of the command a seller was shown. */
function runAgent(command: string, sshPort: number, folder: string): Promise<Program> {
  const [, relayUrl, token] = /node trove-agent\.mjs (\S+) (\S+)$/.exec(command) ?? []
  const args = [relayUrl!, token!, '--ssh-port', String(sshPort)]
  const env = { ...systemEnv(), TROVE_AGENT_DIR: folder, AGENT_PARENT_WATCH: '1' }
  return startProgram(AGENT, env, (line) => line.startsWith('{"ready":true'), 60_000, args)
}

/** Saves a public key under a name. */
export async function saveKey(window: Window, name: string, publicKey: string): Promise<void> {
  const { page, t } = window
  await window.open('/personal-center/my-calculate?key=1')
  const dialog = page.getByRole('dialog', { name: t(sshKeys.title) })
  await dialog.getByRole('textbox', { name: t(sshKeys.name) }).fill(name)
  await dialog.getByRole('textbox', { name: t(sshKeys.field) }).fill(publicKey)
  await dialog.getByRole('button', { name: t(sshKeys.add), exact: true }).click()
  await dialog
    .getByRole('list', { name: t(sshKeys.list) })
    .getByText(name)
    .waitFor()
}

/** Ends the running lease of the newest purchase, and sees what goes back. */
export async function endLease(window: Window, back: string): Promise<void> {
  const { page, t } = window
  await window.open('/personal-center/my-calculate')
  const card = page.getByRole('article').first()
  await card.getByRole('button', { name: t(machines.share.more) }).click()
  await page.getByText(t(machines.stop.open), { exact: true }).click()
  const dialog = page.getByRole('dialog', { name: t(machines.stop.title) })
  await dialog.getByRole('button', { name: t(machines.stop.confirm), exact: true }).click()
  await page.getByText(t(machines.stop.done, { amount: back })).waitFor()
}
