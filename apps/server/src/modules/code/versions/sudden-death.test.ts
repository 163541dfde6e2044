import { randomBytes, randomInt } from 'node:crypto'
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createCodeToken } from '@trove/contract/code/vault'
import { createWork, getWork, uploadArchive } from '@trove/contract/code/works'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pushBody } from '../../../../../../packages/git-server/test/hostile-push.ts'
import { zip } from '../../../../../../packages/git-server/test/make-archive.ts'
import { blob, commit, named, packOf, tree } from '../../../../../../packages/git-server/test/make-pack.ts'
import { git, needGit } from '../../../../../../packages/git-server/test/stock-git.ts'
import { type SpawnedServer, startWorld, type World, type WorldUser } from '../../../../test/world/world.ts'

/** kill -9 of the process that takes a push or an archive: whole versions only, and none twice. */

const SOURCES = ['push', 'zip'] as const
type Source = (typeof SOURCES)[number]
const STEPS = ['marked', 'pack-stored', 'index-stored', 'before-commit', 'after-commit'] as const
const KILLS = Number(process.env.CODE_KILLS ?? 5)
/** Each source dies at each step where there is time for it; the other kills come wherever in the bytes chance has them. */
const AT_STEPS = STEPS.flatMap((step, i) =>
  KILLS >= 4 * STEPS.length ? SOURCES.map((source) => ({ source, step })) : { source: SOURCES[i % 2]!, step },
).slice(0, Math.ceil(KILLS / 2))

/** Many small files, and one that takes a while on its way. */
const FILES = [
  ...Array.from({ length: 300 }, (_, i) => Buffer.from(`file ${i}\n`.repeat(1 + (i % 40)))),
  randomBytes(2 ** 20),
].map((data, i) => ({ name: `file-${String(i).padStart(3, '0')}`, data }))

let world: World
let author: WorldUser
let folder: string
beforeAll(async () => {
  needGit()
  world = await startWorld({ hasPayment: false, hasJobs: false })
  author = await world.signIn('13540000001')
  folder = await mkdtemp(join(tmpdir(), 'trove-sudden-death-'))
})
afterAll(async () => {
  await world?.stop()
  await rm(folder, { recursive: true, force: true })
})

function pushOf(): Buffer {
  const blobs = FILES.map(({ data }) => blob(data))
  const root = tree(...blobs.map((one, i) => ({ mode: '100644', name: FILES[i]!.name, oid: named(one) })))
  return pushBody(packOf([commit(named(root)), root, ...blobs]), { to: named(commit(named(root))) })
}

/** The archive as a browser sends it. */
function formOf(): Buffer {
  const part = 'content-disposition: form-data; name="file"; filename="work.zip"\r\ncontent-type: application/zip'
  return Buffer.concat([Buffer.from(`--cut\r\n${part}\r\n\r\n`), zip(FILES), Buffer.from('\r\n--cut--\r\n')])
}
const BODIES = { push: pushOf(), zip: formOf() }

type Call = { path: string; type: string; authorization: string; body: Buffer }
type Begun = { id: string; token: string; call: Call }

async function begin(source: Source): Promise<Begun> {
  // A person makes not so many works in an hour.
  await sql`delete from platform_rate_limit`.execute(world.db)
  const { id } = await world.call(createWork, { body: { title: 'Cut off' } }, { as: author })
  const { token } = await world.call(createCodeToken, { params: { id }, body: { right: 'push' } }, { as: author })
  const body = BODIES[source]
  const call =
    source === 'push'
      ? {
          ...{ path: `/git/${id}.git/git-receive-pack`, type: 'application/x-git-receive-pack-request', body },
          authorization: `Basic ${btoa(`git:${token}`)}`,
        }
      : {
          ...{ path: uploadArchive.path.replace('{id}', id), type: 'multipart/form-data; boundary=cut', body },
          authorization: `Bearer ${author.accessToken}`,
        }
  return { id, token, call }
}

/** Sends the first bytes of a call. @returns once they are on their way, or the other side is gone */
function send(url: string, { path, type, authorization, body }: Call, bytes: number): Promise<void> {
  const { hostname, port } = new URL(url)
  const headers = { 'content-type': type, 'content-length': body.length, authorization }
  return new Promise((resolve) => {
    const asked = request({ hostname, port, path, method: 'POST', headers }, (answer) => answer.resume())
    asked.on('error', () => resolve())
    asked.write(body.subarray(0, bytes), () => resolve())
  })
}

const versionsOf = async (id: string) =>
  (await world.call(getWork, { params: { id } }, { as: author })).versions.map(({ number }) => number)

/** What is there is whole, and what is not there is taken when it is sent again, by the server at this address. */
async function expectWhole({ id, token, call }: Begun, url: string, wanted: number[][]): Promise<void> {
  const before = await versionsOf(id)
  expect(wanted).toContainEqual(before)
  if (before.length === 0) {
    const { type, authorization, body } = call
    const headers = { 'content-type': type, authorization }
    const answer = await fetch(url + call.path, { method: 'POST', headers, body: new Uint8Array(body) })
    expect(await answer.text()).toMatch(/unpack ok|"code":\s*200/)
    expect(await versionsOf(id)).toEqual([1])
  }
  const copy = join(folder, id)
  const address = `${url.replace('//', `//git:${token}@`)}/git/${id}.git`
  await git(folder, '-c', 'fetch.fsckObjects=true', 'clone', '--quiet', address, copy)
  expect(await git(copy, 'fsck', '--full', '--strict')).toBe('')
  expect((await readdir(copy)).filter((name) => name !== '.git')).toEqual(FILES.map(({ name }) => name))
  await rm(copy, { recursive: true })
}

const server = (crashAt = '') => world.spawnServer({ TROVE_CRASH_AT: crashAt }, ['--roles=http'])
const RANDOM_KILLS = KILLS - AT_STEPS.length

test(`a server killed ${RANDOM_KILLS} times amid a push or an archive keeps whole versions only, and the next one goes on`, async () => {
  let dead: { it: Begun; wanted: number[][] } | undefined
  const proveBy = (next: SpawnedServer) => dead && expectWhole(dead.it, next.url!, dead.wanted)
  for (let i = 0; i < RANDOM_KILLS; i++) {
    const it = await begin(SOURCES[i % 2]!)
    const next = await server()
    await proveBy(next)
    const all = it.call.body.length
    // Every other time all of it is sent: then it dies while it reads and keeps it.
    const bytes = i % 4 < 2 ? randomInt(1, all) : all
    await send(next.url!, it.call, bytes)
    await sleep(randomInt(bytes === all ? 300 : 30))
    await next.stop('SIGKILL')
    dead = { it, wanted: bytes < all ? [[]] : [[], [1]] }
  }
  await proveBy(await server())
}, 1_200_000)

test.each(AT_STEPS)('killed while a $source is kept, at $step, there is a whole version or none', async (kill) => {
  const it = await begin(kill.source)
  const dying = await server(`code.version.${kill.step}`)
  const signal = new Promise((resolve) => dying.child.once('exit', (_, name) => resolve(name)))
  await send(dying.url!, it.call, it.call.body.length)
  expect(await signal).toBe('SIGKILL')
  await expectWhole(it, world.url, [kill.step === 'after-commit' ? [1] : []])
})

test('what was left over of pushes and archives that were cut off is swept; all versions stay', async () => {
  const scratch = join(world.dataDir, 'scratch')
  const cutOff = await begin('zip')
  const dying = await server('code.version.before-commit')
  await send(dying.url!, cutOff.call, cutOff.call.body.length)
  await expect.poll(() => dying.child.signalCode).toBe('SIGKILL')
  expect(await versionsOf(cutOff.id)).toEqual([])
  expect((await readdir(scratch)).length).toBeGreaterThan(0)
  const { rows: kept } = await sql<{ key: string }>`select blob_key as key from code_versions`.execute(world.db)
  const wanted = kept.flatMap(({ key }) => [`${key}.index`, `${key}.pack`]).sort()
  expect((await world.platform.blobs.list('code/')).length).toBeGreaterThan(wanted.length)

  await sql`update code_writings set created_at = now() - interval '7 hours'`.execute(world.db)
  const longAgo = new Date(Date.now() - 25 * 3_600_000)
  for (const name of await readdir(scratch)) await utimes(join(scratch, name), longAgo, longAgo)
  const jobs = await world.spawnServer({}, ['--roles=jobs'])
  const isWritten = async () => (await sql`select from code_writings`.execute(world.db)).rows.length
  await expect
    .poll(async () => {
      world.platform.jobs.soon('code.sweep-writings')
      return [await isWritten(), await readdir(scratch)]
    })
    .toEqual([0, []])
  await jobs.stop()
  expect(await world.platform.blobs.list('code/')).toEqual(wanted)
  for (const id of (await sql<{ id: string }>`select work_id as id from code_versions`.execute(world.db)).rows)
    expect(await versionsOf(id.id)).toEqual([1])
})
