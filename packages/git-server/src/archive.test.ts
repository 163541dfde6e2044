import { createHash } from 'node:crypto'
import { readFile, readlink, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { type GitSite, startGitSite } from '../test/git-site.ts'
import { tarGz, zip } from '../test/make-archive.ts'
import { git } from '../test/stock-git.ts'
import { acceptArchive } from './archive/accept.ts'
import { LIMITS } from './format/limits.ts'

let site: GitSite | undefined
afterEach(async () => {
  await site?.end()
  site = undefined
})

async function upload(bytes: Buffer, message: string) {
  const archive = join(site!.folder, 'upload')
  await writeFile(archive, bytes)
  const author = { name: '王 <小明>', email: 'ming@example.com' }
  const scratch = join(site!.folder, 'scratch')
  return await acceptArchive({
    store: site!.store,
    scratch,
    limits: LIMITS,
    archive,
    author,
    message,
    atSeconds: 1_700_000_000,
  })
}

const LARGE = Buffer.alloc(9 * 2 ** 20, 'all work and no play ')

test('a zip and then a tar.gz become two versions that stock git clones, fetches and finds sound', async () => {
  site = await startGitSite()
  const first = await upload(
    zip([
      { name: 'src/' },
      { name: 'src/main.ts', data: Buffer.from('one\n') },
      { name: 'src/copy.ts', data: Buffer.from('one\n') },
      { name: '说明.md', data: Buffer.from('你好\n') },
      { name: 'run.sh', data: Buffer.from('#!/bin/sh\n'), mode: 0o100755 },
      { name: 'docs/link', data: Buffer.from('../src/main.ts'), mode: 0o120777 },
      { name: 'large.bin', data: LARGE },
      { name: 'large-again.bin', data: LARGE },
    ]),
    'version 1',
  )
  expect(first).toMatchObject({ number: 1, head: 'refs/heads/main', isForward: true })
  await git(site.folder, '-c', 'fetch.fsckObjects=true', 'clone', '--quiet', site.address, 'buyer')
  const buyer = join(site.folder, 'buyer')
  expect(await readFile(join(buyer, '说明.md'), 'utf8')).toBe('你好\n')
  expect(await readlink(join(buyer, 'docs/link'))).toBe('../src/main.ts')
  expect((await stat(join(buyer, 'run.sh'))).mode & 0o100).toBe(0o100)
  expect((await readFile(join(buyer, 'large-again.bin'))).equals(LARGE)).toBe(true)

  const second = await upload(
    tarGz([
      { name: './src/main.ts', data: Buffer.from('two\n') },
      { name: 'large.bin', data: LARGE },
    ]),
    'version 2',
  )
  // Only what is new is kept: two trees, a file, a commit.
  expect(second).toMatchObject({ number: 2, objects: 4 })
  await git(buyer, '-c', 'fetch.fsckObjects=true', 'pull', '--quiet', '--ff-only')
  expect((await git(buyer, 'ls-files')).split('\n')).toEqual(['large.bin', 'src/main.ts'])
  expect(await git(buyer, 'log', '--format=%an %ae %s')).toBe(
    '王  小明 ming@example.com version 2\n王  小明 ming@example.com version 1',
  )
  expect(await git(buyer, 'fsck', '--full', '--strict')).toBe('')
})

test('the same files again are no new version, and no version changes its digest', async () => {
  site = await startGitSite()
  const files = [{ name: 'b/a', data: Buffer.from('x') }]
  const { treeDigest } = await upload(zip(files), 'one')
  await expect(upload(tarGz(files), 'two')).rejects.toMatchObject({ code: 'archive.unchanged' })
  // A line for each file: mode, SHA-256 of its bytes, path.
  const line = '100644 2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881 b/a\n'
  expect(treeDigest).toBe(createHash('sha256').update(line).digest('hex'))
})
