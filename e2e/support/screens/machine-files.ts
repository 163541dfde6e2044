import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { machineFiles } from '@trove/messages/compute/machine-files'
import { expect } from 'vitest'
import { runOverSsh } from '../machine-login.ts'
import type { MachineLogin } from '../steps.ts'
import type { Window } from './browse.ts'

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** In the open cockpit: a file goes up into a folder made there, is the same on the machine, and comes down the same. */
export async function moveFile(window: Window, login: MachineLogin, bytes: number): Promise<void> {
  const { page, t } = window
  const [content, name] = [randomBytes(bytes), `数据 data ${window.language}.bin`]
  const panel = page.getByRole('region', { name: t(machineFiles.title), exact: true })
  await panel.getByRole('button', { name: t(machineFiles.open), exact: true }).click()
  await panel.getByRole('button', { name: t(machineFiles.makeFolder) }).click()
  await page.getByRole('textbox', { name: t(machineFiles.folderName) }).fill('work')
  await page.getByRole('button', { name: t(machineFiles.make), exact: true }).click()
  await panel.getByRole('button', { name: t(machineFiles.openFolder, { name: 'work' }) }).click()
  await panel.getByText(t(machineFiles.empty)).waitFor()
  await panel
    .getByLabel(t(machineFiles.choose))
    .and(page.locator('input'))
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: content })
  const file = panel.getByRole('button', { name: t(machineFiles.download, { name }) })
  await file.waitFor()
  expect(await runOverSsh(login, `sha256sum 'work/${name}' | cut -d ' ' -f 1; ls -A work`)).toBe(
    `${sha256(content)}\n${name}\n`,
  )
  const download = page.waitForEvent('download')
  await file.click()
  const came = await download
  expect(came.suggestedFilename()).toBe(name)
  expect(sha256(await readFile(await came.path()))).toBe(sha256(content))
  await panel.getByRole('button', { name: t(machineFiles.remove, { name }) }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t(machineFiles.delete) })
    .click()
  await panel.getByText(t(machineFiles.empty)).waitFor()
  // The next lease of the same machine makes this folder, too.
  expect(await runOverSsh(login, 'ls -A work; rmdir work')).toBe('')
}
