import { readFile } from 'node:fs/promises'
import { compute } from '@trove/messages/compute/compute'
import { conversations } from '@trove/messages/site/conversations'
import { expect } from 'vitest'
import type { Window } from './browse.ts'

/** Two people in a conversation, click by click. */

/** From the machine's page into the conversation with its seller. */
export async function askSeller(window: Window, offerPath: string): Promise<void> {
  const { page, t } = window
  await window.open(offerPath)
  await page.getByRole('link', { name: t(compute.detail.ask) }).click()
  await page.getByRole('textbox', { name: t(conversations.placeholder) }).waitFor()
}

/** Opens the conversation that has something unread. */
export async function openUnread(window: Window): Promise<void> {
  const { page, t } = window
  await window.open('/personal-center/conversations')
  const list = page.getByRole('navigation', { name: t(conversations.list) })
  await list
    .getByRole('link')
    .filter({ hasText: t(conversations.unread, { amount: 1 }) })
    .first()
    .click()
  await page.getByRole('textbox', { name: t(conversations.placeholder) }).waitFor()
}

/** Writes and sends, with a file or without. */
export async function sayOnPage(window: Window, text: string, file?: { name: string; content: string }): Promise<void> {
  const { page, t } = window
  const field = page.getByRole('textbox', { name: t(conversations.placeholder) })
  await field.fill(text)
  if (file) {
    const buffer = Buffer.from(file.content)
    await page.locator('form input[type=file]').setInputFiles({ name: file.name, mimeType: 'text/plain', buffer })
  }
  await field.press('Enter')
  await expectSaid(window, text)
}

/** Waits until the words stand in the conversation, without anybody loading the page again. */
export async function expectSaid({ page, t }: Window, text: string): Promise<void> {
  await page
    .getByRole('region', { name: t(conversations.messages) })
    .getByText(text, { exact: true })
    .waitFor()
}

/** Downloads a file that was passed on and compares it. */
export async function expectFile({ page, t }: Window, file: { name: string; content: string }): Promise<void> {
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: `${t(conversations.download, { name: '' }).trim()} ${file.name}` }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe(file.name)
  expect(await readFile(await download.path(), 'utf8')).toBe(file.content)
}

/** Waits until one's last words are marked as read by the other. */
export async function expectRead({ page, t }: Window): Promise<void> {
  const said = page.getByRole('region', { name: t(conversations.messages) })
  await said
    .getByText(`· ${t(conversations.read)}`)
    .first()
    .waitFor()
}
