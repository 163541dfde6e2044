import { noticeKinds } from '@trove/messages/people/notices'
import { factors } from '@trove/messages/people/second-factor'
import { disputes } from '@trove/messages/talent/disputes'
import { talent } from '@trove/messages/talent/talent'
import type { Window } from './browse.ts'
import { seeNotice } from './inbox.ts'
import { press } from './wallet.ts'

/** Other ends of a hire than being accepted, click by click. */

/** The buyer asks on the open hire that so many hours go back. */
export async function askHoursBack(window: Window, hours: number, reason: string): Promise<void> {
  const { page, t } = window
  await press(window, talent.back.ask)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t(talent.back.hours)).fill(String(hours))
  await dialog.getByLabel(t(talent.back.reason)).fill(reason)
  await press(window, talent.back.send, dialog)
  await dialog.waitFor({ state: 'detached' })
  await page.getByText(t(talent.back.states.open), { exact: true }).first().waitFor()
}

/** The expert agrees on the open hire to what was asked. */
export async function agreeHoursBack(window: Window): Promise<void> {
  const { page, t } = window
  await press(window, talent.back.agree)
  await press(window, talent.back.agree, page.getByRole('alertdialog'))
  await page.getByText(t(talent.back.states.agreed), { exact: true }).first().waitFor()
}

/** The buyer hands the open hire over to the staff. */
export async function openDispute(window: Window, hours: number, words: string): Promise<void> {
  const { page, t } = window
  await press(window, disputes.open)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t(disputes.hours)).fill(String(hours))
  await dialog.getByLabel(t(disputes.words)).fill(words)
  await press(window, disputes.send, dialog)
  await dialog.waitFor({ state: 'detached' })
  await page.getByText(words).waitFor()
}

export type Ruling = { words: string; hours: number; left: number; reason: string; codeOfApp: () => string }

/** One of the staff reads the only dispute that waits, and rules. */
export async function ruleOnDesk(window: Window, { words, hours, left, reason, codeOfApp }: Ruling): Promise<void> {
  const { page, t } = window
  await window.open('/operator/disputes')
  await page.locator('[data-row]').getByRole('link').click()
  const dialog = page.getByRole('dialog')
  // A factor that was shown more than ten minutes ago is asked for again.
  const asked = page.getByLabel(t(factors.codeLabel))
  await asked.or(dialog.getByText(words)).first().waitFor()
  if (await asked.isVisible()) {
    await asked.fill(codeOfApp())
    await press(window, factors.prove)
  }
  await dialog.getByText(words).waitFor()
  await dialog.getByLabel(t(disputes.desk.hours, { left })).fill(String(hours))
  await dialog.getByLabel(t(disputes.desk.reason)).fill(reason)
  await press(window, disputes.desk.rule, dialog)
  await press(window, disputes.desk.rule, dialog.getByRole('group'))
  await page.getByText(t(disputes.desk.none)).waitFor()
}

/** Waits until the inbox says that an order will be accepted in so many days. */
export async function seeWarning(window: Window, orderNumber: string, days: number): Promise<void> {
  await seeNotice(window, window.t(noticeKinds['orders.accept-soon'], { orderNumber, days }))
}
