import { mkdir, mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { folderStore } from '../test/folder-store.ts'
import { git, needGit } from '../test/stock-git.ts'
import { LIMITS } from './format/limits.ts'
import { acceptBundle, isBundle } from './push/bundle.ts'
import type { VersionStore } from './store/repository.ts'

/** Bundles that stock git makes become versions by the checks of a push; what is none of them leaves nothing. */

let folder: string
let work: string
let store: VersionStore
let count = 0
beforeEach(async () => {
  needGit()
  folder = await mkdtemp(join(tmpdir(), 'bundle-'))
  work = join(folder, 'work')
  await mkdir(work)
  await mkdir(join(folder, 'scratch'))
  store = await folderStore(join(folder, 'versions'))
  await git(work, 'init', '--quiet', '--initial-branch=main')
  for (const text of ['one', 'two', 'three']) await commit(text)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function commit(text: string): Promise<string> {
  await writeFile(join(work, 'notes.txt'), `${text}\n`.repeat(40))
  await git(work, 'add', '--all')
  await git(work, 'commit', '--quiet', '--message', text)
  return (await git(work, 'rev-parse', 'HEAD')).trim()
}
async function bundle(...args: string[]): Promise<string> {
  const path = join(folder, `${++count}.bundle`)
  await git(work, 'bundle', 'create', '--quiet', path, ...args)
  return path
}
const accept = (path: string) =>
  acceptBundle(
    {
      store,
      scratch: join(folder, 'scratch'),
      limits: LIMITS,
      policy: { mayDelete: false, mayRewrite: false },
    },
    path,
  )
const refused = async (path: string, code: string) => {
  const before = await store.versions()
  await expect(accept(path)).rejects.toMatchObject({ code })
  expect(await store.versions()).toEqual(before)
}

test('a bundle of everything is one version with its branch, its tags and its history', async () => {
  await git(work, 'tag', '--annotate', '--message', 'first', 'v1')
  const path = await bundle('--all')
  expect(await isBundle(path)).toBe(true)
  const version = await accept(path)
  const head = (await git(work, 'rev-parse', 'HEAD')).trim()
  expect(version).toMatchObject({ number: 1, head: 'refs/heads/main', isForward: true })
  expect(version.refs['refs/heads/main']).toEqual({ oid: head })
  expect(version.refs['refs/tags/v1']).toMatchObject({ peeled: head })
  // Three commits with a tree and a file each, and the tag.
  expect(version.objects).toBe(10)
})

test('what came since is a second version, and the same again is none', async () => {
  await accept(await bundle('--all'))
  const head = await commit('four')
  const more = await bundle('main~1..main')
  expect((await accept(more)).refs['refs/heads/main']).toEqual({ oid: head })
  await refused(more, 'archive.unchanged')
})

test('a bundle of HEAD alone becomes the main branch; of several branches the one HEAD is on is taken', async () => {
  const head = (await git(work, 'rev-parse', 'HEAD')).trim()
  expect((await accept(await bundle('HEAD'))).refs).toEqual({ 'refs/heads/main': { oid: head } })
  await git(work, 'switch', '--quiet', '--create', 'side')
  const side = await commit('aside')
  const version = await accept(await bundle('--all'))
  expect(Object.keys(version.refs).toSorted()).toEqual(['refs/heads/main', 'refs/heads/side'])
  expect(version.refs['refs/heads/side']).toEqual({ oid: side })
})

test('several branches without a main one, and none at all, are refused by name', async () => {
  for (const name of ['one', 'two']) await git(work, 'branch', name)
  await refused(await bundle('one', 'two'), 'bundle.branch')
  await git(work, 'tag', 'v1')
  await refused(await bundle('refs/tags/v1'), 'bundle.branch')
})

test('a bundle that builds on commits nobody has here is refused, and so is rewritten history', async () => {
  await refused(await bundle('main~1..main'), 'pack.missing-object')
  await accept(await bundle('--all'))
  await git(work, 'reset', '--quiet', '--hard', 'HEAD~2')
  await commit('another way')
  await refused(await bundle('--all'), 'ref.rewrite')
})

test('one that is cut, damaged or followed by something is refused at every place that was tried', async () => {
  const whole = await readFile(await bundle('--all'))
  const path = join(folder, 'hostile.bundle')
  const head = whole.indexOf('\n\n') + 2
  for (const at of [20, 40, head - 1, head, head + 4, head + 12, whole.length - 21, whole.length - 1]) {
    await writeFile(path, whole.subarray(0, at))
    await expect(accept(path)).rejects.toMatchObject({ name: 'GitRefused' })
  }
  await writeFile(path, Buffer.concat([whole, Buffer.from('more')]))
  await refused(path, 'pack.checksum')
  const damaged = Buffer.from(whole)
  damaged[head + 30]! ^= 1
  await writeFile(path, damaged)
  await refused(path, 'pack.checksum')
  expect(await store.versions()).toEqual([])
})

const OID = '1'.repeat(40)
test.each([
  ['a line that is no ref', '# v2 git bundle\nhello\n\n', 'bundle.malformed'],
  ['no end of its head', `# v2 git bundle\n${OID} refs/heads/main\n`, 'bundle.malformed'],
  ['a capability nobody knows', `# v3 git bundle\n@filter=blob:none\n${OID} refs/heads/main\n\n`, 'bundle.capability'],
  ['other names of objects', `# v3 git bundle\n@object-format=sha256\n${OID} refs/heads/main\n\n`, 'bundle.capability'],
  ['a branch that leads outside', `# v2 git bundle\n${OID} refs/heads/../../x\n\n`, 'ref.name'],
  ['a ref that is no branch', `# v2 git bundle\n${OID} refs/notes/x\n\n`, 'bundle.branch'],
])('%s is refused', async (_, text, code) => {
  const path = join(folder, 'made.bundle')
  await writeFile(path, text)
  await refused(path, code)
})

const openFiles = async () => {
  const numbers = await readdir('/proc/self/fd')
  return await Promise.all(numbers.map((number) => readlink(join('/proc/self/fd', number)).catch(() => '')))
}

test.skipIf(process.platform !== 'linux')('whatever is refused leaves no file open', async () => {
  const path = join(folder, 'open.bundle')
  await writeFile(path, `# v2 git bundle\n${OID} refs/heads/../../x\n\n`)
  await refused(path, 'ref.name')
  // A stream of a file is opened a moment after it was made.
  await readFile(path)
  expect((await openFiles()).filter((name) => name === path)).toEqual([])
})
