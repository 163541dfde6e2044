import { common } from '@trove/messages/site/common'
import { conversations } from '@trove/messages/site/conversations'
import { market } from '@trove/messages/site/market'
import { freeHours } from '@trove/messages/talent/free-hours'
import { talent } from '@trove/messages/talent/talent'
import { talentList } from '@trove/messages/talent/talent-list'
import type { Locator } from 'playwright-core'
import { until } from '../until.ts'
import type { Window } from './browse.ts'
import { payOnPages } from './buyer.ts'
import type { Picture } from './make-pictures.ts'
import { follow } from './page-checks.ts'
import { choose } from './seller.ts'
import { press } from './wallet.ts'

/** The talent market as experts and their buyers walk it, click by click. */

export const EXPERTS = '/manpower?tab=experts'

/** Sets what an hour costs, from one's own homepage and back to it. */
export async function setSalary(window: Window, yuan: string): Promise<void> {
  const { page, t } = window
  await window.open('/manpower')
  await page.getByRole('link', { name: t(talent.changeSalary) }).click()
  await page.getByRole('textbox', { name: t(talent.salary.label), exact: true }).fill(yuan)
  await press(window, talent.salary.confirm)
  await page.getByText(t(talent.salary.saved)).waitFor()
  await page.waitForURL('**/manpower')
}

/** Adds a case with a picture and a link to one's homepage. */
export async function addCase(window: Window, name: string, link: string, picture: Picture): Promise<void> {
  const { page, t } = window
  await page.getByRole('link', { name: t(talent.cases.add) }).click()
  await page.getByLabel(t(talent.cases.name)).fill(name)
  await page.getByLabel(t(talent.cases.link)).fill(link)
  await page.locator('input[type=file]').setInputFiles(picture)
  await page.getByRole('img', { name: t(talent.cases.picture) }).waitFor()
  await press(window, talent.cases.save)
  await page.waitForURL('**/manpower')
  await page.getByText(name, { exact: true }).waitFor()
}

/** Marks working days as free, from one's own homepage and back to it. */
export async function markWorkdays(window: Window): Promise<void> {
  const { page, t } = window
  await window.open('/manpower')
  await page.getByRole('link', { name: t(freeHours.edit) }).click()
  await press(window, freeHours.workdays)
  await press(window, freeHours.save)
  await page.getByText(t(freeHours.saved)).waitFor()
  await page.waitForURL('**/manpower')
  await page.getByText('09:00–18:00').first().waitFor()
}

/** `free`: a date, at ten o'clock. */
export type ExpertFilter = { name?: string; skill?: string; from?: string; to?: string; free?: string }
const ADDRESS_OF = { name: 'name', skill: 'skill', from: 'minPrice', to: 'maxPrice', free: 'free' } as const

/** Fills in the filter of experts: beside the list at a desk, in a sheet on a phone. */
async function filterExperts(window: Window, filter: ExpertFilter): Promise<Locator> {
  const { page, t } = window
  // As a link does, once the site is open: loading it anew for each search is most of the time.
  if (page.url().includes('/manpower')) {
    await follow(window, EXPERTS)
    // The address changes first: what is filled in before the page has drawn it belongs to the search before.
    await page
      .getByRole('button', { name: t(market.filter.clearAll), exact: true })
      .first()
      .waitFor({ state: 'detached' })
  } else await window.open(EXPERTS)
  const isBeside = window.device === 'desktop'
  if (!isBeside) await page.getByRole('button', { name: t(market.filter.title), exact: true }).click()
  const dialog = isBeside ? page.getByRole('complementary', { name: t(market.filter.title) }) : page.getByRole('dialog')
  if (isBeside)
    for (const label of [
      talentList.filter.name,
      talentList.filter.minPrice,
      talentList.filter.maxPrice,
      freeHours.filterDay,
    ])
      await until(
        'an empty filter',
        () => dialog.getByLabel(t(label)).inputValue(),
        (value) => value === '',
      )
  if (filter.name) await dialog.getByLabel(t(talentList.filter.name)).fill(filter.name)
  if (filter.skill) await choose(window, dialog, t(talentList.filter.skill), filter.skill)
  if (filter.from) await dialog.getByLabel(t(talentList.filter.minPrice)).fill(filter.from)
  if (filter.to) await dialog.getByLabel(t(talentList.filter.maxPrice)).fill(filter.to)
  if (filter.free) await dialog.getByLabel(t(freeHours.filterDay)).fill(filter.free)
  return dialog
}

/** Filters the list of experts and answers its cards. */
export async function findExperts(window: Window, filter: ExpertFilter): Promise<Locator> {
  const { page, t } = window
  const dialog = await filterExperts(window, filter)
  if (window.device === 'desktop') {
    // What is chosen beside the list applies by itself, a moment later.
    const fields = Object.keys(filter).map((field) => ADDRESS_OF[field as keyof ExpertFilter])
    await page.waitForURL(({ searchParams }) => fields.every((field) => searchParams.has(field)))
    await page
      .getByRole('button', { name: t(market.filter.clearAll), exact: true })
      .first()
      .waitFor()
    return page.getByRole('article')
  }
  const shown = t(talentList.filter.show, { shown: '\\d+' }).replace(' ', '\\s?').replace(/s$/, 's?')
  await dialog.getByRole('button', { name: new RegExp(`^${shown}`) }).click()
  await dialog.waitFor({ state: 'detached' })
  return page.getByRole('article')
}

/** Waits until the filter says that nobody matches. */
export async function expectNoExperts(window: Window, filter: ExpertFilter): Promise<void> {
  const dialog = await filterExperts(window, filter)
  if (window.device === 'desktop') {
    await window.page.getByText(window.t(talentList.empty.filteredTitle)).waitFor()
    return
  }
  await dialog.getByRole('button', { name: window.t(talentList.filter.nothing) }).waitFor()
  await press(window, common.close, dialog)
  await dialog.waitFor({ state: 'detached' })
}

/** Hires an expert from the open homepage and pays. */
export async function hireOnPages(window: Window, hours: string, requirement: string): Promise<void> {
  const { page, t } = window
  await press(window, talentList.orderNow)
  await page.waitForURL('**/manpower/orderNow/**')
  await choose(window, page.getByRole('main'), t(talent.checkout.hours), hours)
  await page.getByLabel(t(talent.checkout.require)).fill(requirement)
  await page.getByRole('checkbox', { name: t(talent.checkout.agree) }).check()
  await payOnPages(window)
}

/** Into the conversation with the expert, from the open homepage. */
export async function askExpert(window: Window): Promise<void> {
  const { page, t } = window
  await press(window, talent.contact)
  await page.getByRole('link', { name: t(talent.consultant.chat) }).click()
  await page.getByRole('textbox', { name: t(conversations.placeholder) }).waitFor()
}

/** Opens the newest hire of a side. */
export async function openHire(window: Window, side: 'consume' | 'profit'): Promise<void> {
  const { page } = window
  await window.open(`/personal-center/my-order/${side}/manpowerOrder`)
  await page.getByRole('article').first().getByRole('link').first().click()
  await page.locator('div[data-standing]').waitFor()
}

/** Waits until the open order stands as it should. */
export function expectStanding({ page }: Window, standing: string): Promise<void> {
  return page.locator(`div[data-standing=${standing}]`).waitFor()
}

export type Work = { minutes: string; note: string; link: string }

/** Writes a line of the time-sheet. */
export async function logTime(window: Window, { minutes, note, link }: Work): Promise<void> {
  const { page, t } = window
  await page.getByRole('textbox', { name: t(talent.sheet.minutes), exact: true }).fill(minutes)
  await page.getByLabel(t(talent.sheet.note)).fill(note)
  await page.getByLabel(t(talent.sheet.link)).fill(link)
  await press(window, talent.sheet.add)
  await page.getByRole('link', { name: link }).waitFor()
}

/** The expert says what is delivered. */
export async function deliver(window: Window, note: string): Promise<void> {
  const { page, t } = window
  await press(window, talent.order.deliver)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t(talent.order.deliverNote)).fill(note)
  await press(window, talent.order.deliver, dialog)
  await dialog.waitFor({ state: 'detached' })
}

/** The buyer accepts what was delivered. */
export async function accept(window: Window): Promise<void> {
  await press(window, talent.order.accept)
  await press(window, talent.order.accept, window.page.getByRole('alertdialog'))
}

/** A figure of the order's money on the open page. */
export function moneyRow({ page }: Window, label: string): Locator {
  return page.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) })
}
