import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { chainWallet } from '@trove/messages/money/chain-wallet'
import { storage } from '@trove/messages/storage/storage'
import { storageErrors } from '@trove/messages/storage/storage-errors'
import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { exportKeystore, makeAccount } from '../support/chain.ts'
import { inOrder } from '../support/in-order.ts'
import { closeWindow, keepEvidence, launch, openWindow, type Setting, type Window } from '../support/screens/browse.ts'
import { findBarriers } from '../support/screens/page-checks.ts'
import { signInOnPage } from '../support/screens/sign-in-page.ts'
import { dropFiles, openVault, STEP_MS, setUpVault, signOrder } from '../support/screens/stored-files.ts'
import { addExtension, chooseWay, giveFile, PURSE, press } from '../support/screens/wallet.ts'
import { DAY_MS } from '../support/steps.ts'
import { isWhole, viewsOf } from '../support/views.ts'
import { filesThatHold } from '../support/world/disk.ts'
import type { Person } from '../support/world/site.ts'
import { facts, site } from '../support/world/world.ts'

/**
 * A folder and a large file, left in the middle and returned to, signed for once each, kept by three storage nodes, read
 * back byte by byte, of no use to another account, and shared by a link that ends.
 */

const STORAGE = '/personal-center/my-storage'
const PASSPHRASE = 'four unrelated 词 here'
const PASSWORD = 'a long password of a key'
/** Several parts; with `E2E_ALL=1` as large as the market is meant for. `STORED_MIB` makes it another size. */
const BYTES = Number(process.env.STORED_MIB ?? (isWhole ? 200 : 64)) * 2 ** 20
/** Stands in the plain bytes every 64 KiB. */
const MARK = Buffer.from('this-is-the-plain-text-of-the-journey')
const BIG = 'whole film.bin'
const FOLDER = 'trip 旅行'
const NOTE = `${FOLDER}/note.txt`
/** What nobody else may read: names as well as bytes. */
const PLAIN = [MARK.toString(), 'left at the tea house', BIG, FOLDER]

/** The large file takes its time: the other views have it with `E2E_ALL=1` only. */
const SMALL = isWhole ? [BIG, NOTE] : [NOTE]
const OTHER_MOBILE = '13900080016'
/** So much of a stored file is looked for on the disks of nodes. */
const PIECE_BYTES = 64

type Whole = Setting & { mobile: string; seed: string; wallet: 'extension' | 'keystore'; names: string[] }
const WHOLE: Whole[] = [
  { device: 'desktop', language: 'en', mobile: '13900080012', seed: 'Eve', wallet: 'extension', names: [BIG, NOTE] },
  { device: 'phone', language: 'zh-CN', mobile: '13900080013', seed: 'Ferdie', wallet: 'keystore', names: SMALL },
]
const OTHERS: Whole[] = [
  { device: 'desktop', language: 'zh-CN', mobile: '13900080014', seed: 'Bob', wallet: 'keystore', names: SMALL },
  { device: 'phone', language: 'en', mobile: '13900080015', seed: 'Charlie', wallet: 'extension', names: SMALL },
]
const VIEWS = viewsOf(WHOLE, OTHERS)

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

const sha256 = async (path: string) =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex')

/** The card of a file of which all three copies are kept, found by its name; the page looks again by itself. */
async function servedCard({ page, t }: Window, path: string): Promise<Locator> {
  const name = basename(path)
  await page.getByLabel(t(storage.files.search)).fill(name)
  const card = page.locator('article[data-standing=serving]').filter({ hasText: name }).filter({ hasText: '3 / 3' })
  await card.waitFor({ timeout: STEP_MS })
  return card
}

/** @returns where the browser put what it downloaded */
async function downloaded(within: Locator, label: string): Promise<string> {
  const download = within.page().waitForEvent('download', { timeout: STEP_MS })
  await within.getByRole('button', { name: label, exact: true }).click()
  return (await download).path()
}

/** Makes a link on the page of a file; the whole of it is in the clipboard then. */
async function newLink({ page, t }: Window): Promise<string> {
  const live = await page.locator('li[data-share=live]').count()
  await page.getByRole('button', { name: t(storage.share.create) }).click()
  await expect.poll(() => page.locator('li[data-share=live]').count()).toBe(live + 1)
  return page.evaluate('navigator.clipboard.readText()')
}

/** What the gateway gives of a file: its bytes, its blocks, an archive. */
const FORMS = [
  (cid: string) => `/ipfs/${cid}`,
  (cid: string) => `/ipfs/${cid}?format=car`,
  (cid: string) => `/api/v0/get?arg=${cid}`,
]

/** Reads from the gateway as somebody who is signed in. */
async function readAs({ accessToken }: Person, path: string): Promise<Buffer> {
  const { addresses } = (await (await fetch(`${facts.site}/readyz`)).json()) as { addresses: { storage: string } }
  const answer = await fetch(`${addresses.storage}${path}`, { headers: { authorization: `Bearer ${accessToken}` } })
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

describe.each(VIEWS)('on a $device in $language with the $wallet', (it) => {
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

  test(
    'a folder and a file are sealed and sent, also over a reload in the middle, and signed for once each',
    async () => {
      const { page } = window
      // At a desk they are dropped; a phone has nothing to drop.
      const give = async (button: typeof storage.upload.choose, path: string) => {
        if (it.device === 'desktop') await dropFiles(window, [path])
        else await page.getByLabel(window.t(button), { exact: true }).setInputFiles(path)
      }
      // The large one first: while it is on its way, the page is left.
      if (it.names.includes(BIG)) {
        await give(storage.upload.choose, fileOf(BIG))
        await page.locator('li[data-stage=sending]').first().waitFor({ timeout: STEP_MS })
      }
      await give(storage.upload.chooseFolder, fileOf(FOLDER))
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
    },
    4 * STEP_MS,
  )

  test(
    'three storage nodes serve each of them, and each comes back byte by byte',
    async () => {
      const { t } = window
      await window.open(STORAGE)
      await openVault(window, PASSPHRASE)
      for (const name of it.names) {
        const card = await servedCard(window, name)
        expect(await sha256(await downloaded(card, t(storage.files.download)))).toBe(await sha256(fileOf(name)))
        // The one signature made one order.
        expect(await window.page.locator('article[data-standing]').count()).toBe(1)
      }
    },
    4 * STEP_MS,
  )

  test('another account gets ciphertext only, which is what lies on the disks of three nodes', async () => {
    const other = await site.signIn(OTHER_MOBILE)
    for (const name of it.names) {
      const cid = await (await servedCard(window, name)).locator('code').textContent()
      // The large one is read once: each form takes its time.
      const forms = name === BIG ? FORMS.slice(0, 1) : FORMS
      const given = await Promise.all(forms.map((form) => readAs(other, form(cid!))))
      for (const bytes of given) {
        expect(bytes.length).toBeGreaterThanOrEqual(statSync(fileOf(name)).size)
        for (const word of PLAIN) expect(bytes.includes(word)).toBe(false)
      }
      const piece = given[0]!.subarray(0, PIECE_BYTES)
      expect(await filesThatHold(join(facts.dataDir, 'storage-nodes'), [piece])).toHaveLength(3)
    }
    expect(await findBarriers(window.page)).toEqual([])
  })

  test('a link opens for somebody who is not signed in, and no more once it is revoked or over', async () => {
    const { page, t } = window
    await (await servedCard(window, NOTE)).getByRole('link', { name: t(storage.files.page) }).click()
    await page.waitForURL('**/my-storage/**')
    expect(await findBarriers(page)).toEqual([])
    const [first, second] = [await newLink(window), await newLink(window)]
    const secrets = [first, second].map((link) => new URL(link).hash.slice(1))
    const stranger = await openWindow(browser, { device: it.device, language: it.language })
    try {
      await stranger.open(first)
      await stranger.page.getByRole('button', { name: t(storage.files.download), exact: true }).waitFor()
      expect(await findBarriers(stranger.page)).toEqual([])
      const file = await downloaded(stranger.page.getByRole('main'), t(storage.files.download))
      expect((await readFile(file)).equals(await readFile(fileOf(NOTE)))).toBe(true)
      // The newest stands first: the older of the two is taken back.
      await page
        .locator('li[data-share=live]')
        .last()
        .getByRole('button', { name: t(storage.share.revoke) })
        .click()
      await page.locator('li[data-share=revoked]').waitFor()
      await stranger.page.reload()
      await stranger.page.getByText(t(storageErrors['storage.share-revoked'])).waitFor()
      await stranger.open(second)
      await stranger.page.getByRole('button', { name: t(storage.files.download), exact: true }).waitFor()
      await site.advance(8 * DAY_MS)
      await stranger.page.reload()
      await stranger.page.getByText(t(storageErrors['storage.share-expired'])).waitFor()
    } finally {
      await closeWindow(stranger)
    }
    expect(await filesThatHold(join(facts.dataDir, 'logs'), secrets)).toEqual([])
  })
})

test('no disk of ours or of a storage node holds a word of the plain bytes or their names', async () => {
  expect(await filesThatHold(folder, [MARK.toString()])).toHaveLength(2)
  expect(await filesThatHold(facts.dataDir, PLAIN)).toEqual([])
})
