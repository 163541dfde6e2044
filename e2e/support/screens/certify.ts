import { certification } from '@trove/messages/people/certification'
import { profile } from '@trove/messages/people/profile'
import { factors } from '@trove/messages/people/second-factor'
import { common } from '@trove/messages/site/common'
import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { pressByKeys, tabTo, type Window } from './browse.ts'
import type { Picture } from './make-pictures.ts'
import { choose } from './seller.ts'
import { press } from './wallet.ts'

/** Becoming a certified expert, and the reviewers' desk, click by click. */

export const CERTIFICATION = '/personal-center/authentication'

/** Chooses a technology type and skills of it, and goes on to the form. */
export async function chooseSkills(window: Window, type: string, skills: string[]): Promise<void> {
  const { page, t } = window
  for (const name of [type, ...skills]) await page.getByText(name, { exact: true }).click()
  await press(window, certification.labels.next)
  await page.getByRole('textbox', { name: t(certification.form.realName) }).waitFor()
}

/** Uploads a square photo of oneself. */
export async function uploadHead(window: Window, picture: Picture): Promise<void> {
  const { page, t } = window
  await press(window, certification.form.headUpload)
  const dialog = page.getByRole('dialog', { name: t(profile.cropTitle) })
  await dialog.locator('input[type=file]').setInputFiles(picture)
  await dialog.getByRole('slider').waitFor()
  await press(window, common.save, dialog)
  await dialog.waitFor({ state: 'detached' })
}

/** The photo is refused by a connection that breaks off: the page says so in the specification's words, and the dialog stays. */
export async function expectHeadFails(window: Window, picture: Picture): Promise<void> {
  const { page, t } = window
  await page.route('**/minio/upload/head', (route) => route.abort())
  await press(window, certification.form.headUpload)
  const dialog = page.getByRole('dialog', { name: t(profile.cropTitle) })
  await dialog.locator('input[type=file]').setInputFiles(picture)
  await dialog.getByRole('slider').waitFor()
  await press(window, common.save, dialog)
  await page.getByText(window.language === 'en' ? 'The photo could not be uploaded' : '认证头像上传失败').waitFor()
  await page.unroute('**/minio/upload/head')
  await press(window, common.close, dialog)
  await dialog.waitFor({ state: 'detached' })
}

/** The photo in the form was cropped to a square, whatever was chosen. */
export async function expectSquareHead({ page }: Window): Promise<void> {
  const head = page.locator('form img').first()
  await head.waitFor()
  const [width, height] = await head.evaluate(async (image) => {
    const picture = image as unknown as { decode(): Promise<void>; naturalWidth: number; naturalHeight: number }
    await picture.decode()
    return [picture.naturalWidth, picture.naturalHeight]
  })
  expect(width).toBeGreaterThan(0)
  expect(width).toBe(height)
}

/** The pictures of certificates in the form. */
export function papersOf({ page, t }: Window): Locator {
  return page.getByRole('group', { name: t(certification.form.certificates) })
}

export type Person = { realName: string; identity: string; workExp: string }

/** Fills in who one is, and sends pictures of certificates. */
export async function fillPerson(window: Window, person: Person, papers: Picture[]): Promise<void> {
  const { page, t } = window
  await page.getByRole('textbox', { name: t(certification.form.realName) }).fill(person.realName)
  await page.getByRole('combobox', { name: t(certification.form.identity) }).fill(person.identity)
  await page.keyboard.press('Tab')
  await choose(window, page.locator('form'), t(certification.form.workExp), person.workExp)
  await papersOf(window).locator('input[type=file]').setInputFiles(papers)
  await papersOf(window)
    .locator('img')
    .nth(papers.length - 1)
    .waitFor()
  await papersOf(window).locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
}

/** Agrees and applies. */
export async function apply(window: Window): Promise<void> {
  const { page, t } = window
  await page.getByRole('checkbox', { name: t(certification.form.consent).slice(0, 12) }).check()
  await press(window, certification.form.submit)
  await page.waitForURL('**/personalCenter')
}

/** Listens for papers that come from the server, and answers the bytes of so many once they are there. */
export function watchPapers({ page }: Window): (count: number) => Promise<Buffer[]> {
  const papers: Promise<Buffer>[] = []
  page.on('response', (response) => {
    if (response.url().includes('/api/file/download/')) papers.push(response.body())
  })
  return async (count) => {
    // The picture may be on the page before its answer is told here.
    await expect.poll(() => papers.length).toBeGreaterThanOrEqual(count)
    return Promise.all(papers)
  }
}

/**
 * A reviewer opens the application of an identity, by keys alone; the first time today the authenticator's code is asked for.
 */
export async function openApplication(window: Window, identity: string, codeOfApp?: () => string): Promise<Locator> {
  const { page, t } = window
  await window.open('/operator/certification')
  await tabTo(window, page.locator('[data-row]').filter({ hasText: identity }).getByRole('link'))
  await page.keyboard.press('Enter')
  if (codeOfApp) {
    await tabTo(window, page.getByLabel(t(factors.codeLabel)))
    await page.keyboard.type(codeOfApp())
    await pressByKeys(window, factors.prove)
  }
  const dialog = page.getByRole('dialog', { name: t(certification.desk.title) })
  await dialog.getByRole('heading', { name: t(certification.desk.papers) }).waitFor()
  return dialog
}

/** Looks at every paper of an open application, by keys alone. */
export async function viewPapers(window: Window, dialog: Locator, count: number): Promise<void> {
  const papers = dialog.getByRole('button', { name: window.t(certification.desk.view, { name: '' }).trim() })
  for (let left = count; left > 0; left--) {
    await tabTo(window, papers.first())
    await window.page.keyboard.press('Enter')
    await papers.nth(left - 1).waitFor({ state: 'detached' })
  }
}

/** Refuses an open application with a reason, by keys alone. */
export async function refuseApplication(window: Window, dialog: Locator, reason: string): Promise<void> {
  const { page, t } = window
  await pressByKeys(window, certification.desk.refuse, dialog)
  const asking = dialog.getByRole('group', { name: t(certification.desk.refuseTitle) })
  await tabTo(window, asking.getByLabel(t(certification.desk.reason)))
  await page.keyboard.insertText(reason)
  await pressByKeys(window, certification.desk.refuse, asking)
  await page.getByText(t(certification.desk.refused)).waitFor()
}

/** Approves an open application, by keys alone. */
export async function approveApplication(window: Window, dialog: Locator): Promise<void> {
  await pressByKeys(window, certification.desk.approve, dialog)
  await window.page.getByText(window.t(certification.desk.approved)).waitFor()
}
