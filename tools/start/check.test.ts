import { execFile } from 'node:child_process'
import { copyFileSync, linkSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const CHECK = join(import.meta.dirname, '../check.ts')

test('the checks run on Windows, whose Node lies in a folder with a space in its name', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'trove Program Files '))
  try {
    const [node, windows] = [join(folder, 'node'), join(folder, 'windows.cjs')]
    writeFileSync(windows, `Object.defineProperty(process, 'platform', { value: 'win32' })`)
    try {
      linkSync(process.execPath, node)
    } catch {
      // On another disk.
      copyFileSync(process.execPath, node)
    }
    const { stdout } = await promisify(execFile)(node, ['--require', windows, CHECK, 'circles'])
    expect(stdout).toContain('checks: 1 passed, 0 failed')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
