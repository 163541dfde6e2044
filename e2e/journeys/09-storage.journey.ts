import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { chainWallet } from '@trove/messages/money/chain-wallet'
import { storage } from '@trove/messages/storage/storage'
import { storageEntry } from '@trove/messages/storage/storage-entry'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeAccount } from '../support/chain.ts'
import { inOrder } from '../support/in-order.ts'
import { closeWindow, keepEvidence, launch, openWindow, type Window } from '../support/screens/browse.ts'
import { signInOnPage } from '../support/screens/sign-in-page.ts'
import { addExtension, chooseWay, PURSE, press } from '../support/screens/wallet.ts'

/** Storing a file in Chromium: vault, upload, one signature, and the bytes back. */

const MOBILE = '13900080009'
const PASSPHRASE = 'four unrelated 词 here'
const NAME = '相片 holiday.bin'
const BLOCK_MS = 240_000

let browser: Browser
let window: Window
const bytes = randomBytes(9_000_000)
const say = (text: Parameters<Window['t']>[0]) => window.page.getByText(window.t(text)).first()

beforeAll(async () => {
  browser = await launch()
  window = await openWindow(browser, { device: 'desktop', language: 'en' })
})
afterAll(async () => {
  if (window) await closeWindow(window)
  await browser?.close()
})
beforeEach(inOrder)
beforeEach(({ onTestFailed, task }) => onTestFailed(() => keepEvidence(task.name)))

test('without an account uploading warns; with one it is connected', async () => {
  // A development account of the embedded chain: it has TTC, and nobody else signs with it while the world starts.
  const extension = await addExtension(window, await makeAccount('Bob'))
  Object.assign(extension, { accounts: 'one', isSigning: true })
  await signInOnPage(window, MOBILE, '/personal-center/my-storage')
  const { page, t } = window
  // It says before the press what it needs, and a press is answered all the same.
  await page.getByRole('button', { name: t(storageEntry.upload), exact: true, disabled: true }).click({ force: true })
  await say(storageEntry.connectFirst).waitFor()
  await page.getByRole('link', { name: t(storageEntry.connect), exact: true }).click()
  await page.waitForURL((url) => url.pathname === PURSE)
  const dialog = await chooseWay(window, 'extension')
  await dialog.getByText('Stub').click()
  await say(chainWallet.byExtension).waitFor()
})

test('a vault is set up with passphrase and words, which are asked for', async () => {
  const { page, t } = window
  await window.open('/personal-center/my-storage?upload=1')
  await say(storage.vault.warning).waitFor()
  await page.getByLabel(t(storage.vault.passphrase)).first().fill(PASSPHRASE)
  await page.locator('input[type=password]').nth(1).fill(PASSPHRASE)
  await page.getByRole('checkbox').check()
  await press(window, storage.vault.next)
  const words = await page.locator('[data-words] li').allInnerTexts()
  expect(words).toHaveLength(24)
  await press(window, storage.vault.next)
  for (const label of await page.locator('label').allInnerTexts()) {
    const place = Number(/\d+/.exec(label)?.[0])
    await page
      .getByRole('textbox', { name: t(storage.vault.wordNumber, { number: place }), exact: true })
      .fill(words[place - 1]!.trim())
  }
  await press(window, storage.vault.finish)
  await say(storage.upload.drop).waitFor()
})

test(
  'a file is sealed, uploaded and signed for once; it is pending, and comes back byte by byte',
  async () => {
    const { page, t } = window
    const file = { name: NAME, mimeType: 'application/octet-stream', buffer: bytes }
    await page.locator('input[type=file]').first().setInputFiles(file)
    await say(storage.stage.ready).waitFor({ timeout: BLOCK_MS })
    await press(window, storage.upload.sign)
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Market.create_order').waitFor({ state: 'attached' })
    await press(window, chainWallet.signing.confirm, dialog)
    const card = page.locator('article').filter({ hasText: NAME })
    await card.waitFor({ timeout: BLOCK_MS })
    expect(['pending', 'serving']).toContain(await card.getAttribute('data-standing'))
    const download = page.waitForEvent('download')
    await card.getByRole('button', { name: new RegExp(`^${t(storage.files.download)}`) }).click()
    const path = await (await download).path()
    expect((await readFile(path)).equals(bytes)).toBe(true)
  },
  3 * BLOCK_MS,
)
