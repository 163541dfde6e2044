import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { certificate } from '@trove/messages/compute/certificate'
import { compute } from '@trove/messages/compute/compute'
import { facts } from '../world/world.ts'
import type { Window } from './browse.ts'

const SCRIPT = join(import.meta.dirname, '../../../docs/verify-certificate.mjs')
const KEYS = '/.well-known/trove-certificate-keys.json'

/**
 * Goes from an offer to the certificate of its machine, downloads it and verifies the file with the script of the docs.
 * @returns what the file states; undefined when the script calls it not good
 */
export async function verifyCertificate(
  window: Window,
  offerPath: string,
): Promise<Record<string, unknown> | undefined> {
  const { page, t } = window
  await window.open(offerPath)
  await page.getByRole('link', { name: t(compute.detail.certificate) }).click()
  await page.getByText(t(certificate.method)).waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: t(certificate.download) }).click(),
  ])
  const folder = mkdtempSync(join(tmpdir(), 'trove-journey-'))
  try {
    copyFileSync(await download.path(), join(folder, 'certificate.json'))
    writeFileSync(join(folder, 'keys.json'), await (await fetch(facts.site + KEYS)).text())
    const { status, stdout } = spawnSync(process.execPath, [SCRIPT, 'certificate.json', 'keys.json'], { cwd: folder })
    return status === 0 ? JSON.parse(stdout.toString()) : undefined
  } finally {
    rmSync(folder, { recursive: true })
  }
}
