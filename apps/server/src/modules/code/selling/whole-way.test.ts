import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { addComment, listComments } from '@trove/contract/code/comments'
import { getLicenceFile } from '@trove/contract/code/licence-files'
import { previewFile, previewWork } from '@trove/contract/code/preview'
import { getScan } from '@trove/contract/code/scan'
import { createArchiveTicket, createCodeToken, revokeCodeToken } from '@trove/contract/code/vault'
import { createWork, putWorkOnline, uploadArchive } from '@trove/contract/code/works'
import { listNotices } from '@trove/contract/notices/routes'
import { alipayUserInfo, bindAlipay, pcAuthorizeUrl } from '@trove/contract/wallet/routes'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { zip } from '../../../../../../packages/git-server/test/make-archive.ts'
import { git, needGit, tryGit } from '../../../../../../packages/git-server/test/stock-git.ts'
import { addVersion, buy } from '../../../../test/labs/code-lab.ts'
import { fillWork, sendFile } from '../../../../test/labs/work-lab.ts'
import { startWorld, type World, type WorldUser } from '../../../../test/world/world.ts'

/** A work of thousands of files on its whole way: published, looked at, bought, cloned, updated, proven, evaluated. */

const COUNT = 3000
const SCRIPT = fileURLToPath(new URL('../../../../../../docs/verify-licence.mjs', import.meta.url))
let world: World
let author: WorldUser
let folder: string
let phone = 13_530_000_000
beforeAll(async () => {
  needGit()
  folder = await mkdtemp(join(tmpdir(), 'trove-whole-way-'))
  world = await startWorld()
  author = await world.signIn(String(++phone))
  await bindAccount(author)
})
afterAll(async () => {
  await world?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Works that cost something need an account that their author is paid to. */
async function bindAccount(as: WorldUser): Promise<void> {
  const asked = new URL((await world.call(pcAuthorizeUrl, {}, { as })).url).searchParams
  const wish = { redirect_uri: asked.get('redirect_uri'), state: asked.get('state'), user: 'expert' }
  const { location } = (await world.simulator!.control('POST', '/control/authorize', wish)) as { location: string }
  const back = new URL(location).searchParams
  const query = { auth_code: back.get('auth_code')!, state: back.get('state')! }
  const { id } = await world.call(alipayUserInfo, { query }, { as })
  await world.call(bindAlipay, { body: { wallerId: id, wallerRealName: '周以宁' } }, { as })
}

const FILES = [
  { name: 'README.md', data: Buffer.from('# Many files 许多文件\n') },
  { name: 'package.json', data: Buffer.from('{"license":"MIT","dependencies":{"left-pad":"1.3.0"}}') },
  { name: 'src/secret.ts', data: Buffer.from(`const key = '${['AKIA', 'IOSFODNN7EXAMPLE'].join('')}'\n`) },
  ...Array.from({ length: COUNT }, (_, i) => ({
    name: `src/part-${i % 50}/file-${i}.ts`,
    data: Buffer.from(`/** Part ${i}. */\nexport const part${i} = ${i}\n`),
  })),
]
type Files = typeof FILES

async function address(id: string, as: WorldUser, right: 'read' | 'push'): Promise<{ id: string; url: string }> {
  const made = await world.call(createCodeToken, { params: { id }, body: { right } }, { as })
  return { id: made.id, url: `${world.url.replace('//', `//git:${made.token}@`)}${made.path}` }
}

async function commitFiles(place: string, files: Files, message: string): Promise<void> {
  for (const { name, data } of files) {
    mkdirSync(dirname(join(place, name)), { recursive: true })
    writeFileSync(join(place, name), data)
  }
  await git(place, 'add', '--all')
  await git(place, 'commit', '--quiet', '--message', message)
}

/** How each source hands in its first version and its second. */
const SOURCES = {
  async push(id: string) {
    const place = join(folder, 'author')
    mkdirSync(place)
    await git(place, 'init', '--quiet', '--initial-branch=main')
    const { url } = await address(id, author, 'push')
    await commitFiles(place, FILES, 'One')
    await git(place, 'push', '--quiet', url, 'HEAD:main')
    return async (changed: Files) => {
      await commitFiles(place, changed, 'Two')
      await git(place, 'push', '--quiet', url, 'HEAD:main')
    }
  },
  async zip(id: string) {
    const path = uploadArchive.path.replace('{id}', id)
    expect((await sendFile(world, author, path, zip(FILES), 'work.zip')).status).toBe(200)
    return async (changed: Files) => {
      const names = new Set(changed.map(({ name }) => name))
      await addVersion(world, author, id, [...FILES.filter(({ name }) => !names.has(name)), ...changed])
    }
  },
}

const refused = (code: string) => expect.objectContaining({ code })
const ticket = (id: string, as: WorldUser) => world.call(createArchiveTicket, { params: { id }, body: {} }, { as })

async function expectNothingFor(id: string, as: WorldUser): Promise<void> {
  await expect(address(id, as, 'read')).rejects.toEqual(refused('resource.not-found'))
  await expect(ticket(id, as)).rejects.toEqual(refused('resource.not-found'))
  await expect(world.call(getLicenceFile, { params: { id, licence: 'personal' } }, { as })).rejects.toEqual(
    refused('resource.not-found'),
  )
  await expect(world.call(addComment, { body: { productId: id, words: 'Good', stars: 5 } }, { as })).rejects.toEqual(
    refused('code.not-purchased'),
  )
  const bare = `${world.url}/git/${id}.git`
  expect((await tryGit(folder, 'clone', '--quiet', bare, `none-${id}`)).code).not.toBe(0)
}

async function expectLicence(id: string, as: WorldUser): Promise<void> {
  const { text } = await world.call(getLicenceFile, { params: { id, licence: 'personal' } }, { as })
  writeFileSync(join(folder, 'licence.json'), text)
  writeFileSync(join(folder, 'keys.json'), await (await world.raw('/.well-known/trove-licence-keys.json')).text())
  // Node alone, without an address of anything: nothing is asked.
  const said = execFileSync(process.execPath, [SCRIPT, 'licence.json', 'keys.json'], { cwd: folder, env: {} })
  expect(JSON.parse(said.toString())).toMatchObject({ work: id, licence: 'personal', holder: { id: as.userId } })
  writeFileSync(join(folder, 'licence.json'), text.replace(/"payload": ?"./, '"payload":"A'))
  expect(spawnSync(process.execPath, [SCRIPT, 'licence.json', 'keys.json'], { cwd: folder }).status).toBe(1)
}

test('the script that verifies a licence has ten lines', async () => {
  const lines = (await readFile(SCRIPT, 'utf8')).split('\n').filter((line) => line && !/^(\/\/|import )/.test(line))
  expect(lines.length).toBeLessThanOrEqual(10)
})

test.each(['push', 'zip'] as const)(
  'thousands of files by %s are published, scanned, previewed, bought, cloned, fetched anew, proven and evaluated, and who did not buy gets nothing',
  async (source) => {
    const [buyer, stranger] = [await world.signIn(String(++phone)), await world.signIn(String(++phone))]
    const { id } = await world.call(createWork, { body: { title: `Many by ${source}` } }, { as: author })
    await fillWork(world, author, id, { title: `Many by ${source}`, price: '9.90', openPaths: ['package.json'] })
    const update = await SOURCES[source](id)
    await world.call(putWorkOnline, { params: { id } }, { as: author })

    const report = () => world.call(getScan, { params: { id } }, {})
    world.platform.jobs.soon('code.scan')
    await vi.waitFor(async () => expect(await report()).not.toBeNull(), { timeout: 90_000, interval: 200 })
    expect(await report()).toMatchObject({
      ...{ number: 1, fileCount: FILES.length, isWhole: true, places: [] },
      secrets: [{ kind: 'aws', count: 1 }],
      manifests: [{ path: 'package.json', licence: 'MIT', dependencies: ['left-pad'] }],
    })
    const tree = await world.call(previewWork, { params: { id } }, {})
    expect(tree).toMatchObject({ number: 1, fileCount: FILES.length, readme: expect.stringContaining('许多文件') })
    await world.call(previewFile, { params: { id }, query: { path: 'package.json' } }, {})
    await expect(
      world.call(previewFile, { params: { id }, query: { path: 'src/part-0/file-0.ts' } }, {}),
    ).rejects.toEqual(refused('code.file-hidden'))
    await expectNothingFor(id, buyer)

    await buy(world, buyer, id, 'personal')
    const token = await address(id, buyer, 'read')
    const copy = join(folder, `copy-${source}`)
    await git(folder, '-c', 'fetch.fsckObjects=true', 'clone', '--quiet', token.url, copy)
    expect((await git(copy, 'ls-files')).split('\n')).toHaveLength(FILES.length)
    expect(await git(copy, 'fsck', '--full', '--strict')).toBe('')

    await update([{ name: 'src/part-0/file-0.ts', data: Buffer.from('export const part0 = "two"\n') }])
    world.platform.jobs.soon('code.tell-versions')
    const heard = async () => (await world.call(listNotices, { query: {} }, { as: buyer })).content
    await vi.waitFor(
      async () =>
        expect((await heard()).filter(({ kind }) => kind === 'code.new-version')).toMatchObject([
          { params: { version: '2' }, link: { to: 'work', id } },
        ]),
      { timeout: 60_000, interval: 200 },
    )
    await git(copy, '-c', 'fetch.fsckObjects=true', 'pull', '--quiet', '--ff-only')
    expect(await readFile(join(copy, 'src/part-0/file-0.ts'), 'utf8')).toContain('two')
    expect(await git(copy, 'fsck', '--full', '--strict')).toBe('')

    await expectLicence(id, buyer)
    await world.call(addComment, { body: { productId: id, words: 'All files are there', stars: 5 } }, { as: buyer })
    expect((await world.call(listComments, { query: { productId: id } }, {})).content).toMatchObject([{ stars: 5 }])

    await expectNothingFor(id, stranger)
    const late = await ticket(id, buyer)
    await sql`update platform_ticket set expires_at = now() - interval '1 second'`.execute(world.db)
    expect((await world.raw(late.url)).status).toBe(404)
    await world.call(revokeCodeToken, { params: { id: token.id } }, { as: buyer })
    expect((await tryGit(copy, 'fetch', '--quiet')).code).not.toBe(0)
    expect((await tryGit(folder, 'clone', '--quiet', token.url, 'gone')).code).not.toBe(0)
  },
)
