import { code } from '@trove/messages/code/code'
import { codeOrders } from '@trove/messages/code/code-orders'
import { codeRights } from '@trove/messages/code/code-rights'
import { codeScan } from '@trove/messages/code/code-scan'
import { noticeKinds } from '@trove/messages/people/notices'
import { market } from '@trove/messages/site/market'
import { reviews } from '@trove/messages/site/reviews'
import { expect } from 'vitest'
import { until } from '../until.ts'
import type { Window } from './browse.ts'
import { payOnPages } from './buyer.ts'
import { seeNotice } from './inbox.ts'
import type { Picture } from './make-pictures.ts'
import { settle } from './page-checks.ts'
import { choose } from './seller.ts'
import { press } from './wallet.ts'

/** The code market as authors and buyers walk it, click by click. */

export const PUBLISH = '/codeForce/publishProduct'
export const WORKS = '/codeForce/codeForceList'

export type Words = { title: string; label: string; language: string; environment: string; intro: string; yuan: string }

/** Fills the publish form; it saves itself as a draft, and its address gets an id. */
export async function describeWork(window: Window, words: Words, picture: Picture): Promise<void> {
  const { page, t } = window
  const form = page.locator('form')
  const field = (name: string) => form.getByRole('textbox', { name })
  await field(t(code.form.title)).fill(words.title)
  await form.getByRole('combobox', { name: t(code.form.labels) }).fill(words.label)
  await page.keyboard.press('Enter')
  await choose(window, form, t(code.form.language), words.language)
  await field(t(code.form.environment)).fill(words.environment)
  await field(t(code.form.intro)).fill(words.intro)
  await field(t(code.detail.licence.personal)).fill(words.yuan)
  const shots = form.getByRole('list', { name: t(code.detail.kinds.project) })
  await shots.locator('input[type=file]').setInputFiles(picture)
  await shots.getByRole('img').first().waitFor()
}

/** Uploads an archive as the next version, which is of this number. */
export async function uploadArchive({ page, t }: Window, archive: Picture, number = 1): Promise<void> {
  await page.locator('input[type=file][accept*=".zip"]').setInputFiles(archive)
  await page.getByText(t(code.form.uploaded, { number })).waitFor()
}

/** Adds the film of the work running, and waits until the form shows it. */
export async function addFilm({ page, t }: Window, film: Picture): Promise<void> {
  await page.locator('input[type=file][accept*="video/webm"]').setInputFiles(film)
  await page
    .locator('video')
    .and(page.getByLabel(t(code.detail.video)))
    .waitFor()
}

/** What is asked of the page's video element; programs of Node do not know its type. */
type Film = {
  paused: boolean
  muted: boolean
  controls: boolean
  videoWidth: number
  currentTime: number
  play(): Promise<void>
}

/** Reads the report of the automatic checks on the open page of a work, once there is one. */
export async function readScan(window: Window, number: number): Promise<string> {
  const { page, t } = window
  const report = page.locator('section').filter({ has: page.getByRole('heading', { name: t(codeScan.title) }) })
  const [beginning] = t(codeScan.of, { number, when: '@' }).split('@')
  return await until(
    'the report of the checks',
    async () => {
      await page.reload()
      await settle(window)
      return (await report.count()) > 0 ? ((await report.first().textContent()) ?? '') : ''
    },
    (text) => text.includes(beginning!),
    180_000,
  )
}

/** Revokes the newest token on the open page. */
export async function revokeToken(window: Window): Promise<void> {
  const { page, t } = window
  await page
    .getByRole('button', { name: t(code.tokens.revoke) })
    .first()
    .click()
  await page.getByText(t(code.tokens.revoked)).waitFor()
}

/** Plays the film on the open page of a work, until a picture of it is shown. The windows want no motion by itself. */
export async function playFilm({ page, t }: Window): Promise<void> {
  const film = page.locator('video').and(page.getByLabel(t(code.detail.video)))
  await film.waitFor()
  expect(await film.evaluate((video: Film) => [video.paused, video.muted, video.controls])).toEqual([true, true, true])
  await film.evaluate((video: Film) => video.play())
  await until(
    'a moving picture',
    () => film.evaluate((video: Film) => video.videoWidth > 0 && video.currentTime > 0.1),
    (isMoving) => isMoving,
  )
}

/** From the open page of a work to the certificate of a version, once the chain has it; answers what the page says. */
export async function readCertificate(window: Window, id: string, number: number, signer = codeRights.account) {
  const { page, t } = window
  await page.getByRole('link', { name: t(codeRights.open) }).click()
  await page.waitForURL(`**/codeForce/rights/${id}/${number}`)
  await until(
    'the anchored version',
    async () => {
      await page.reload()
      await settle(window)
      return await page.getByText(t(codeRights.states.revealed), { exact: true }).count()
    },
    (count) => count > 0,
    180_000,
  )
  const valueNamed = async (name: Parameters<Window['t']>[0]) => {
    const terms = page.locator('dl > div').filter({ has: page.getByText(t(name), { exact: true }) })
    return (await terms.locator('dd').textContent()) ?? ''
  }
  const contentHash = await valueNamed(codeRights.contentHash)
  const [committed, revealed] = [await valueNamed(codeRights.committedAt), await valueNamed(codeRights.revealedAt)].map(
    (text) => Number(/\d+/.exec(text)?.[0]),
  )
  expect(contentHash).toMatch(/^0x[0-9a-f]{64}$/)
  expect(revealed).toBeGreaterThan(committed!)
  await page.getByRole('heading', { name: t(codeRights.verify) }).waitFor()
  await page.getByText(`node verify-rights.mjs ${t(codeRights.nodeAddress)} ${contentHash}`).waitFor()
  return { contentHash, committed, account: await valueNamed(signer) }
}

/** Asks for the command that pushes, and answers the address in it. */
export async function pushAddress(window: Window): Promise<string> {
  await press(window, code.form.push)
  return addressIn(window, /git push (\S+) HEAD:main/)
}

/** Publishes, and answers the id of the work. */
export async function publishWork(window: Window): Promise<string> {
  await press(window, code.form.publish)
  await window.page.waitForURL('**/codeForce/codeDetails/**')
  return new URL(window.page.url()).pathname.split('/').at(-1)!
}

/** Searches the list by words. */
export async function searchWorks(window: Window, words: string): Promise<void> {
  const { page, t } = window
  await window.open(WORKS)
  await page.getByRole('searchbox', { name: t(market.search) }).fill(words)
  await page.waitForURL('**keyword=**')
}

/** Opens a file in the preview, and waits for a line of it. */
export async function previewFile({ page }: Window, path: string, line: string): Promise<void> {
  await page.getByRole('button', { name: path }).click()
  await page.getByRole('region', { name: path }).getByText(line).first().waitFor()
}

/** From the open work to the page that says paid, and on to the order. */
export async function buyWork(window: Window): Promise<void> {
  await press(window, codeOrders.choose)
  await window.page.waitForURL('**/codeForce/checkout/**')
  await payOnPages(window)
}

/** Opens the newest order of a work. */
export async function openCodeOrder(window: Window, side: 'consume' | 'profit'): Promise<void> {
  const { page } = window
  await window.open(`/personal-center/my-order/${side}/codeOrder`)
  await page.getByRole('article').first().getByRole('link').first().click()
  await page.locator('div[data-standing]').waitFor()
}

/** Makes a clone command on the open order, and answers the address in it. */
export async function cloneAddress(window: Window): Promise<string> {
  await press(window, codeOrders.goods.clone)
  return addressIn(window, /git clone (\S+)/)
}

async function addressIn({ page }: Window, command: RegExp): Promise<string> {
  const text = await page.getByText(command).first().textContent()
  const [, address] = command.exec(text ?? '') ?? []
  expect(address).toMatch(/^http:\/\/git:/)
  return address!
}

/** Presses a button that downloads, and answers the path of the file. */
export async function downloadBy(window: Window, text: Parameters<Window['t']>[0]): Promise<string> {
  const download = window.page.waitForEvent('download')
  await press(window, text)
  return (await download).path()
}

/** Waits for the notice of a version on the page of notices. */
export async function seeNoticeOf(window: Window, title: string, version: number): Promise<void> {
  await seeNotice(window, window.t(noticeKinds['code.new-version'], { title, version }))
}

/** Says what the buyer thinks of a work, on its page. */
export async function evaluateWork(window: Window, id: string, stars: number, words: string): Promise<void> {
  const { page, t } = window
  await window.open(`/codeForce/codeDetails/${id}`)
  const star = page.getByRole('radio', { name: t(reviews.stars, { count: stars }) })
  await page.locator('label', { has: star }).click()
  await page.getByLabel(t(code.evaluations.words)).fill(words)
  await press(window, code.evaluations.send)
  await page.getByText(t(code.evaluations.sent)).waitFor()
  await page.getByRole('listitem').filter({ hasText: words }).waitFor()
}

/** Gives the work of the open order back, because it does not run. */
export async function giveWorkBack(window: Window, words: string): Promise<void> {
  const { page, t } = window
  await press(window, codeOrders.goods.giveBack)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: t(codeOrders.goods.reasons['not-working']) }).check()
  await dialog.getByLabel(t(codeOrders.goods.words)).fill(words)
  await press(window, codeOrders.goods.giveBack, dialog)
  await dialog.waitFor({ state: 'detached' })
}
