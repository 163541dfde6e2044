import { mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { restoreLinks } from './binaries.ts'

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
