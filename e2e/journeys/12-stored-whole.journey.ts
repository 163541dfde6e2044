import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chainWallet } from '@trove/messages/chain-wallet'
import { storage } from '@trove/messages/storage'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { exportKeystore, makeAccount } from '../support/chain.ts'
import { inOrder } from '../support/in-order.ts'
import { closeWindow, keepEvidence, launch, openWindow, type Setting, type Window } from '../support/screens/browse.ts'
import { signInOnPage } from '../support/screens/sign-in-page.ts'
import { openVault, STEP_MS, setUpVault, signOrder } from '../support/screens/stored-files.ts'
import { addExtension, chooseWay, giveFile, PURSE, press } from '../support/screens/wallet.ts'

/** A folder and a large file, left in the middle and returned to, up to one signature each (issue 13, Done when 1). */

const STORAGE = '/personal-center/my-storage'
const PASSPHRASE = 'four unrelated 词 here'
const PASSWORD = 'a long password of a key'
/** 200 MiB; `STORED_MIB` makes it another. */
const BYTES = Number(process.env.STORED_MIB ?? 200) * 2 ** 20
/** Stands in the plain bytes every 64 KiB. */
const MARK = Buffer.from('this-is-the-plain-text-of-the-journey')
const BIG = 'whole film.bin'
const FOLDER = 'trip 旅行'
const NOTE = `${FOLDER}/note.txt`

type Whole = Setting & { mobile: string; seed: string; wallet: 'extension' | 'keystore'; names: string[] }
const WHOLE: Whole[] = [
  { device: 'desktop', language: 'en', mobile: '13900080012', seed: 'Eve', wallet: 'extension', names: [BIG, NOTE] },
  { device: 'phone', language: 'zh-CN', mobile: '13900080013', seed: 'Ferdie', wallet: 'keystore', names: [NOTE] },
]

let browser: Browser
let folder: string
const fileOf = (name: string) => join(folder, name)

beforeAll(async () => {
  browser = await launch()
  folder = mkdtempSync(join(tmpdir(), 'trove-stored-'))
  mkdirSync(fileOf(FOLDER))
  writeFileSync(fileOf(NOTE), `left at the tea house ${MARK}`)
  const block = Buffer.alloc(2 ** 20)
  for (let at = 0; at < block.length; at += 65_536) MARK.copy(block, at)
  const file = await open(fileOf(BIG), 'w')
  for (let at = 0; at < BYTES; at += block.length) {
    block.writeUInt32LE(at / block.length, 64)
    await file.write(block)
  }
  await file.close()
})
afterAll(async () => {
  await browser?.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(inOrder)
beforeEach(({ onTestFailed, task }) => onTestFailed(() => keepEvidence(task.name)))

describe.each(WHOLE)('on a $device in $language with the $wallet', (it) => {
  let window: Window
  const rows = () => window.page.locator('li[data-stage]')
  const text = (given: { zh: string; en: string }) => window.page.getByText(window.t(given)).first()

  beforeAll(async () => {
    window = await openWindow(browser, it)
  })
  afterAll(() => closeWindow(window))

  test('a vault is set up for a connected account', async () => {
    const pair = await makeAccount(it.seed)
    if (it.wallet === 'extension') Object.assign(await addExtension(window, pair), { accounts: 'one', isSigning: true })
    await signInOnPage(window, it.mobile, PURSE)
    const dialog = await chooseWay(window, it.wallet)
    if (it.wallet === 'extension') await dialog.getByText('Stub').click()
    else {
      await giveFile(window, 'account.json', JSON.stringify(exportKeystore(pair, PASSWORD)))
      await dialog.getByLabel(window.t(chainWallet.keystore.password)).first().fill(PASSWORD)
      await press(window, chainWallet.keystore.confirm, dialog)
    }
    await text(it.wallet === 'extension' ? chainWallet.byExtension : chainWallet.byKeystore).waitFor()
    await window.open(`${STORAGE}?upload=1`)
    expect(await setUpVault(window, PASSPHRASE)).toHaveLength(24)
  })

  test('a folder and a file are sealed and sent, also over a reload in the middle, and signed for once each', async () => {
    const { page } = window
    // The large one first: while it is on its way, the page is left.
    if (it.names.includes(BIG)) {
      await page.getByLabel(window.t(storage.upload.choose)).setInputFiles(fileOf(BIG))
      await page.locator('li[data-stage=sealing], li[data-stage=sending]').first().waitFor({ timeout: STEP_MS })
    }
    await page.getByLabel(window.t(storage.upload.chooseFolder)).setInputFiles(fileOf(FOLDER))
    await expect.poll(() => rows().count(), { timeout: STEP_MS }).toBe(it.names.length)
    await page.reload()
    await openVault(window, PASSPHRASE)
    await expect
      .poll(() => page.locator('li[data-stage=ready]').count(), { timeout: STEP_MS, interval: 1_000 })
      .toBe(it.names.length)
    for (const _ of it.names) {
      const left = await rows().count()
      await signOrder(
        window,
        page.locator('li[data-stage=ready]').first(),
        it.wallet === 'keystore' ? PASSWORD : undefined,
      )
      await expect.poll(() => rows().count(), { timeout: STEP_MS }).toBe(left - 1)
    }
  })
})
