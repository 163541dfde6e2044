import { login } from '@trove/messages/people/login'
import { interests } from '@trove/messages/people/profile'
import { until } from '../until.ts'
import { site } from '../world/world.ts'
import type { Window } from './browse.ts'

const INTERESTS = '/interest/tag/login'

/** Signs in on the login page as a person: number, code from the text message, agreement; who is new skips the interests. Ends on the page wanted. */
export async function signInOnPage(window: Window, mobile: string, next: string): Promise<void> {
  const { page, t } = window
  await window.open(`/login?next=${encodeURIComponent(next)}`)
  await page.getByLabel(t(login.phone)).fill(mobile)
  const before = await site.listMessages(mobile)
  await page.getByRole('button', { name: t(login.getCode) }).click()
  const isNew = (messages: { at: string }[]) => messages.length > 0 && messages[0]?.at !== before[0]?.at
  const messages = await until('the text message', () => site.listMessages(mobile), isNew)
  await page.getByLabel(t(login.code)).fill(messages[0]?.code ?? '')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: t(login.submit), exact: true }).click()
  await page.waitForURL(({ pathname, search }) => pathname === INTERESTS || pathname + search === next)
  if (new URL(page.url()).pathname === INTERESTS) await page.getByRole('button', { name: t(interests.skip) }).click()
  await page.waitForURL(`**${next}`)
}
