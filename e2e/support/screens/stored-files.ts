import { chainWallet } from '@trove/messages/money/chain-wallet'
import { storage } from '@trove/messages/storage/storage'
import type { Locator } from 'playwright-core'
import type { Window } from './browse.ts'
import { press } from './wallet.ts'

/** What a person does with stored files, click by click. */

/** Only ends what would never come: a large file is sealed and sent meanwhile, or a block is waited for. */
export const STEP_MS = 280_000

/** Sets the vault up on the page that asks for it: passphrase, words written down and asked for. Answers the words. */
export async function setUpVault(window: Window, passphrase: string): Promise<string[]> {
  const { page, t } = window
  await page.getByText(t(storage.vault.warning)).first().waitFor()
  await page.getByLabel(t(storage.vault.passphrase)).first().fill(passphrase)
  await page.locator('input[type=password]').nth(1).fill(passphrase)
  await page.getByRole('checkbox', { name: t(storage.vault.understood) }).check()
  await press(window, storage.vault.next)
  const words = await page.locator('[data-words] li').allInnerTexts()
  await press(window, storage.vault.next)
  for (const label of await page.locator('label').allInnerTexts()) {
    const place = Number(/\d+/.exec(label)?.[0])
    await page
      .getByRole('textbox', { name: t(storage.vault.wordNumber, { number: place }), exact: true })
      .fill(words[place - 1]!.trim())
  }
  await press(window, storage.vault.finish)
  await page.getByText(t(storage.upload.drop)).waitFor()
  return words
}

/** Opens the vault of somebody who has one, after the page was loaded anew. */
export async function openVault(window: Window, passphrase: string): Promise<void> {
  await window.page.getByLabel(window.t(storage.vault.passphrase)).fill(passphrase)
  await press(window, storage.vault.open)
}

/** Drops files or folders of this machine, as a hand at a desk does. */
export async function dropFiles({ page, context, t }: Window, files: string[]): Promise<void> {
  const box = await page.getByText(t(storage.upload.drop)).boundingBox()
  const place = { x: box!.x + box!.width / 2, y: box!.y + box!.height / 2 }
  const session = await context.newCDPSession(page)
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, ...place, data: { items: [], files, dragOperationsMask: 1 } })
  await session.detach()
}

/** Signs the order of one file that lies ready, once: with the password of an imported key, or by the extension. */
export async function signOrder(window: Window, upload: Locator, password?: string): Promise<void> {
  const { page, t } = window
  await press(window, storage.upload.sign, upload)
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Market.create_order').waitFor({ state: 'attached' })
  if (password) await dialog.getByLabel(t(chainWallet.keystore.password)).first().fill(password)
  await press(window, chainWallet.signing.confirm, dialog)
  await dialog.waitFor({ state: 'detached' })
}
