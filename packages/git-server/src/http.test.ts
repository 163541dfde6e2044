import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { type GitSite, startGitSite } from '../test/git-site.ts'
import { git, tryGit } from '../test/stock-git.ts'

let site: GitSite | undefined
afterEach(async () => {
  await site?.end()
  site = undefined
})

/** A repository of an author, with nothing in it yet. */
async function author(files: Record<string, string> = { 'README.md': 'one\n' }): Promise<string> {
  const folder = join(site!.folder, 'author')
  await mkdir(folder)
  await git(folder, 'init', '--quiet', '--initial-branch=main')
  await git(folder, 'remote', 'add', 'origin', site!.address)
  await commit(folder, files, 'first')
  return folder
}

async function commit(folder: string, files: Record<string, string>, message: string): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(join(folder, path, '..'), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  await git(folder, 'add', '--all')
  await git(folder, 'commit', '--quiet', '--message', message)
}

/** A text that does not compress to nothing and differs from file to file. */
const text = (seed: number) =>
  Array.from(
    { length: 40 },
    (_, line) => `line ${line} ${((seed * 7919 + line * 104_729) % 1_000_003).toString(36)}`,
  ).join('\n')

const strict = ['-c', 'fetch.fsckObjects=true', '-c', 'transfer.fsckObjects=true']

test('stock git pushes 5,000 files, clones them, fetches the second version and pushes the third', async () => {
  site = await startGitSite()
  const paths = Array.from({ length: 5000 }, (_, i) => `src/part-${i % 70}/file-${i}.txt`)
  const from = await author(Object.fromEntries(paths.map((path, i) => [path, text(i)])))
  await git(from, 'push', '--quiet', 'origin', 'main')
  await git(site.folder, ...strict, 'clone', '--quiet', site.address, 'buyer')
  const buyer = join(site.folder, 'buyer')
  expect((await git(buyer, 'ls-files')).split('\n')).toHaveLength(5000)

  const changed = paths.slice(0, 300).map((path, i) => [path, `${text(i)}\nchanged`])
  await commit(from, Object.fromEntries(changed), 'second')
  await git(from, 'tag', '--annotate', '--message', 'two', 'v2')
  await git(from, 'push', '--quiet', 'origin', 'main', 'v2')
  const before = Number((await git(buyer, 'count-objects')).split(' ')[0])
  await git(buyer, ...strict, 'fetch', '--quiet', 'origin')
  const fetched = Number((await git(buyer, 'count-objects')).split(' ')[0]) - before
  expect(await git(buyer, 'rev-parse', 'origin/main', 'v2')).toBe(await git(from, 'rev-parse', 'main', 'v2'))
  // Git unpacks what is small: of version 2 only what is new came.
  expect(fetched).toBeLessThan(500)

  await git(buyer, 'merge', '--quiet', 'origin/main')
  await commit(buyer, { 'src/new/file.txt': 'new\n' }, 'third')
  await git(buyer, 'push', '--quiet', 'origin', 'main')
  await git(site.folder, ...strict, 'clone', '--quiet', site.address, 'other')
  const other = join(site.folder, 'other')
  expect(await git(other, 'rev-parse', 'HEAD')).toBe(await git(buyer, 'rev-parse', 'HEAD'))
  for (const folder of [buyer, other]) expect(await git(folder, 'fsck', '--strict', '--full')).toBe('')
  expect((await site.store.versions()).map(({ number }) => number)).toEqual([1, 2, 3])
})

test('a clone of an empty repository works, and so does its first push', async () => {
  site = await startGitSite()
  await git(site.folder, 'clone', '--quiet', site.address, 'new')
  const folder = join(site.folder, 'new')
  await commit(folder, { 'a.txt': 'a\n' }, 'first')
  await git(folder, 'push', '--quiet', 'origin', 'HEAD:refs/heads/trunk')
  const [version] = await site.store.versions()
  expect(version).toMatchObject({ number: 1, head: 'refs/heads/trunk', isForward: true, objects: 3 })
})

test('shallow and partial clones, and protocol version 0, are answered in words', async () => {
  site = await startGitSite()
  await git(await author(), 'push', '--quiet', 'origin', 'main')
  const shallow = await tryGit(site.folder, 'clone', '--depth', '1', site.address, 'shallow')
  expect(shallow).toMatchObject({ code: 128, err: expect.stringContaining('does not support shallow requests') })
  const partial = await tryGit(site.folder, 'clone', '--filter=blob:none', site.address, 'partial')
  expect(partial.err).toContain('filtering not recognized by server, ignoring')
  const old = await tryGit(site.folder, '-c', 'protocol.version=0', 'clone', site.address, 'old')
  expect(old).toMatchObject({ code: 128, err: expect.stringContaining('Use git 2.26 or newer') })
})

test.each([
  ['shallow 1111111111111111111111111111111111111111', 'Clone without --depth'],
  ['deepen 1', 'Clone without --depth'],
  ['deepen-since 1700000000', 'Clone without --depth'],
  ['filter blob:none', 'Clone without --filter'],
  ['want 1111111111111111111111111111111111111111', 'Only commits and tags that a branch or tag points to'],
  ['want-ref refs/heads/main', 'does not offer'],
  ['sideband-all', 'does not offer'],
])('who asks for "%s" all the same is told why not', async (argument, words) => {
  site = await startGitSite()
  await git(await author(), 'push', '--quiet', 'origin', 'main')
  const [version] = await site.store.versions()
  const line = (text: string) => `${(text.length + 5).toString(16).padStart(4, '0')}${text}\n`
  const want = line(`want ${version!.refs['refs/heads/main']!.oid}`)
  const body = `${line('command=fetch')}0001${want}${line('ofs-delta')}${line(argument)}${line('done')}0000`
  const ask = { method: 'POST', headers: { 'git-protocol': 'version=2' }, body }
  const answer = await (await fetch(`${site.address}/git-upload-pack`, ask)).text()
  expect(answer).toMatch(/^[0-9a-f]{4}ERR /)
  expect(answer).toContain(words)
})

test('published history cannot be rewritten, moved or deleted; the pusher is told so', async () => {
  site = await startGitSite()
  const from = await author()
  await git(from, 'tag', 'v1')
  await git(from, 'push', '--quiet', 'origin', 'main', 'v1')
  await git(from, 'commit', '--quiet', '--amend', '--message', 'other')
  const rewritten = await tryGit(from, 'push', '--force', 'origin', 'main')
  expect(rewritten).toMatchObject({
    code: 1,
    err: expect.stringContaining('History that was published cannot be rewritten'),
  })
  const moved = await tryGit(from, 'push', '--force', 'origin', 'HEAD:refs/tags/v1')
  expect(moved).toMatchObject({ code: 1, err: expect.stringContaining('ref.rewrite') })
  const deleted = await tryGit(from, 'push', 'origin', '--delete', 'v1')
  expect(deleted).toMatchObject({ code: 1, err: expect.stringContaining('cannot be deleted here') })
  expect(await site.store.versions()).toHaveLength(1)
})

test('where it is allowed, history is rewritten and deleted, and who fetches then gets all that is missing', async () => {
  site = await startGitSite({ mayDelete: true, mayRewrite: true })
  const from = await author()
  await git(from, 'push', '--quiet', 'origin', 'main', 'main:refs/heads/side')
  await git(site.folder, 'clone', '--quiet', site.address, 'buyer')
  const buyer = join(site.folder, 'buyer')
  await git(from, 'push', '--quiet', 'origin', '--delete', 'side')
  await commit(from, { 'README.md': 'two\n' }, 'second')
  await git(from, 'commit', '--quiet', '--amend', '--message', 'second again')
  await git(from, 'push', '--quiet', '--force', 'origin', 'main')
  await git(buyer, 'fetch', '--quiet', '--prune', 'origin')
  expect(await git(buyer, 'branch', '--remotes', '--format=%(refname:short)')).not.toContain('side')
  expect(await git(buyer, 'fsck', '--full', '--strict')).toBe('')
  expect((await site.store.versions()).map(({ isForward }) => isForward)).toEqual([true, false, true])
})

test('what was deleted and comes back reaches also who has forgotten it meanwhile', async () => {
  site = await startGitSite({ mayDelete: true })
  const from = await author()
  await git(from, 'checkout', '--quiet', '-b', 'side')
  await commit(from, { 'side.txt': text(3) }, 'side')
  await git(from, 'push', '--quiet', 'origin', 'main', 'side')
  await git(from, 'push', '--quiet', 'origin', '--delete', 'side')
  await git(site.folder, 'clone', '--quiet', site.address, 'buyer')
  const buyer = join(site.folder, 'buyer')
  // A clone brings all packs; this drops what no branch reaches.
  await git(buyer, 'gc', '--quiet', '--prune=now')
  await git(from, 'checkout', '--quiet', 'main')
  await git(from, 'merge', '--quiet', '--no-ff', '--message', 'merged', 'side')
  await git(from, 'push', '--quiet', 'origin', 'main')
  await git(buyer, ...strict, 'fetch', '--quiet', 'origin')
  expect(await git(buyer, 'fsck', '--full', '--strict')).toBe('')
  expect(await git(buyer, 'rev-parse', 'origin/main')).toBe(await git(from, 'rev-parse', 'main'))
})

test('who pushes onto what moved meanwhile is refused and loses nothing', async () => {
  site = await startGitSite()
  const from = await author()
  await git(from, 'push', '--quiet', 'origin', 'main')
  const pushes = await Promise.all(
    ['one', 'two', 'three', 'four'].map(async (name) => {
      await git(site!.folder, 'clone', '--quiet', site!.address, name)
      const folder = join(site!.folder, name)
      await commit(folder, { [name]: name }, name)
      return tryGit(folder, 'push', 'origin', 'main')
    }),
  )
  const taken = pushes.filter(({ code }) => code === 0)
  expect(taken.length).toBeGreaterThan(0)
  const versions = await site.store.versions()
  expect(versions.map(({ number }) => number)).toEqual(versions.map((_, i) => i + 1))
  expect(versions).toHaveLength(1 + taken.length)
  await git(site.folder, 'clone', '--quiet', site.address, 'after')
  expect(await git(join(site.folder, 'after'), 'rev-list', '--count', 'HEAD')).toBe(String(versions.length))
})

test('every version can be the one a buyer has: the fetch that follows is whole', async () => {
  site = await startGitSite()
  const from = await author({ 'a.txt': text(1), 'b/c.txt': text(2) })
  await git(from, 'push', '--quiet', 'origin', 'main')
  for (let number = 1; number <= 6; number++) {
    await git(site.folder, 'clone', '--quiet', site.address, `buyer-${number}`)
    if (number === 2) await git(from, 'tag', '--annotate', '--message', 'only a tag', 'v2')
    else await commit(from, { [`b/${number}.txt`]: text(number), 'a.txt': text(1) + number }, `${number}`)
    if (number === 4) await git(from, 'checkout', '--quiet', '-b', 'side')
    await git(from, 'push', '--quiet', '--tags', 'origin', 'HEAD')
  }
  for (let number = 1; number <= 6; number++) {
    const buyer = join(site.folder, `buyer-${number}`)
    await git(buyer, ...strict, 'fetch', '--quiet', '--tags', 'origin')
    expect(await git(buyer, 'rev-parse', 'origin/side', 'v2')).toBe(await git(from, 'rev-parse', 'side', 'v2'))
    expect(await git(buyer, 'fsck', '--full', '--strict')).toBe('')
  }
})
