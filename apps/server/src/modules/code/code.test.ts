import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { setLicences } from '@trove/contract/code/licences'
import { createCodeToken, grantWork, listCodeTokens, revokeCodeToken } from '@trove/contract/code/vault'
import {
  createWork,
  getWork,
  listMyWorks,
  putWorkOnline,
  takeWorkOffline,
  uploadArchive,
} from '@trove/contract/code/works'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { GOOD_PUSH } from '../../../../../packages/git-server/test/hostile-push.ts'
import { tarGz, zip } from '../../../../../packages/git-server/test/make-archive.ts'
import { git, needGit, tryGit } from '../../../../../packages/git-server/test/stock-git.ts'
import { fillWork } from '../../../test/labs/work-lab.ts'
import { startWorld, type World, type WorldUser } from '../../../test/world/world.ts'
import { openLog } from '../../platform/base/log.ts'

let world: World
let author: WorldUser
let buyer: WorldUser
let stranger: WorldUser
let folder: string
let logged = ''
beforeAll(async () => {
  needGit()
  const sink = new Writable({
    write(chunk: Buffer, _, done) {
      logged += chunk.toString('utf8')
      done()
    },
  })
  world = await startWorld({ hasPayment: false, log: openLog('error', sink) })
  author = await world.signIn('13500000001')
  buyer = await world.signIn('13500000002')
  stranger = await world.signIn('13500000003')
})
afterAll(() => world?.stop())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trove-code-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function begin(): Promise<string> {
  const { id } = await world.call(createWork, { body: { title: 'Small tool' } }, { as: author })
  const body = { licences: [{ licence: 'personal', price: '0' }] } as const
  await world.call(setLicences, { params: { id }, body: { licences: [...body.licences] } }, { as: author })
  return id
}

/** Uploads an archive as a browser would. */
async function upload(
  id: string,
  bytes: Buffer,
  as = author,
  notes = '',
): Promise<{ status: number; error?: string; message?: string }> {
  const form = new FormData()
  form.append('notes', notes)
  form.append('file', new Blob([new Uint8Array(bytes)]), 'work.zip')
  const path = uploadArchive.path.replace('{id}', id)
  const headers = { authorization: `Bearer ${as.accessToken}`, 'accept-language': 'en' }
  const answer = await fetch(world.url + path, { method: 'POST', headers, body: form })
  const { error, message } = (await answer.json()) as { error?: string; message?: string }
  return { status: answer.status, error, message }
}

const ONE = () => zip([{ name: 'src/main.ts', data: Buffer.from('one\n') }])

/** The address of a work's repository with a token of this person in it. */
async function addressFor(id: string, as: WorldUser, right: 'read' | 'push'): Promise<string> {
  const { token, path } = await world.call(createCodeToken, { params: { id }, body: { right } }, { as })
  return `${world.url.replace('//', `//git:${token}@`)}${path}`
}

const refused = (code: string) => expect.objectContaining({ code })

test('a work is drafted, filled by archive and by push, shown, granted, cloned, fetched and taken offline', async () => {
  const id = await begin()
  await fillWork(world, author, id)
  await expect(world.call(putWorkOnline, { params: { id } }, { as: author })).rejects.toEqual(
    refused('code.no-version'),
  )
  expect(await upload(id, ONE(), author, 'First')).toMatchObject({ status: 200 })
  await expect(world.call(getWork, { params: { id } }, { as: buyer })).rejects.toEqual(refused('resource.not-found'))

  const own = await addressFor(id, author, 'push')
  await git(folder, 'clone', '--quiet', own, 'author')
  const work = join(folder, 'author')
  await writeFile(join(work, 'src/main.ts'), 'two\n')
  await git(work, 'commit', '--quiet', '--all', '--message', 'Second')
  await git(work, 'push', '--quiet', 'origin', 'main')
  await world.call(putWorkOnline, { params: { id } }, { as: author })
  const shown = await world.call(getWork, { params: { id } }, {})
  expect(shown).toMatchObject({ title: 'Small tool', state: 'online', isMine: false, isGranted: false })
  expect(shown.versions.map(({ number, madeBy, notes, branch }) => [number, madeBy, notes, branch])).toEqual([
    [2, 'push', '', 'main'],
    [1, 'archive', 'First', 'main'],
  ])

  await world.call(grantWork, { params: { id } }, { as: buyer })
  const address = await addressFor(id, buyer, 'read')
  await git(folder, '-c', 'fetch.fsckObjects=true', 'clone', '--quiet', address, 'buyer')
  const copy = join(folder, 'buyer')
  expect(await git(copy, 'log', '--format=%s')).toBe('Second\nFirst')
  expect(await upload(id, tarGz([{ name: 'README.md', data: Buffer.from('three\n') }]))).toMatchObject({ status: 200 })
  await world.call(takeWorkOffline, { params: { id } }, { as: author })
  await git(copy, '-c', 'fetch.fsckObjects=true', 'pull', '--quiet', '--ff-only')
  expect(await git(copy, 'ls-files')).toBe('README.md')
  expect(await git(copy, 'fsck', '--full', '--strict')).toBe('')
  await expect(world.call(grantWork, { params: { id } }, { as: stranger })).rejects.toEqual(
    refused('resource.not-found'),
  )
  expect((await world.call(listMyWorks, {}, { as: author })).map((one) => [one.id, one.state])).toContainEqual([
    id,
    'offline',
  ])
})

test('a token opens one work for one person, until it is revoked; who has it cannot push', async () => {
  const [id, other] = [await begin(), await begin()]
  for (const each of [id, other]) {
    await upload(each, ONE())
    await fillWork(world, author, each)
    await world.call(putWorkOnline, { params: { id: each } }, { as: author })
  }
  const denied = async (address: string, ...args: string[]) =>
    (await tryGit(folder, ...(args.length > 0 ? args : ['ls-remote']), address)).code !== 0
  const makes = (as: WorldUser, right: 'read' | 'push') =>
    world.call(createCodeToken, { params: { id }, body: { right } }, { as })
  await expect(makes(stranger, 'read')).rejects.toEqual(refused('resource.not-found'))
  await expect(world.call(grantWork, { params: { id } }, { as: author })).rejects.toEqual(refused('code.own-work'))
  await world.call(grantWork, { params: { id } }, { as: buyer })
  await world.call(grantWork, { params: { id } }, { as: buyer })
  await expect(makes(buyer, 'push')).rejects.toEqual(refused('resource.not-found'))

  const address = await addressFor(id, buyer, 'read')
  expect(await denied(address)).toBe(false)
  expect(await denied(address.replace(id, other))).toBe(true)
  expect(await denied(`${world.url}/git/${id}.git`)).toBe(true)
  expect(await denied(address.replace(/trove_git_.{5}/, 'trove_git_AAAAA'))).toBe(true)
  await git(folder, 'clone', '--quiet', address, 'copy')
  const copy = join(folder, 'copy')
  await git(copy, 'commit', '--quiet', '--allow-empty', '--message', 'mine')
  const pushed = await tryGit(copy, 'push', 'origin', 'main')
  expect(pushed).toMatchObject({ code: 128, err: expect.stringContaining('403') })

  const [token] = await world.call(listCodeTokens, { params: { id } }, { as: buyer })
  expect(token).toMatchObject({ right: 'read', lastUseTime: expect.any(String) })
  const revoke = (as: WorldUser) => world.call(revokeCodeToken, { params: { id: token!.id } }, { as })
  await expect(revoke(author)).rejects.toEqual(refused('resource.not-found'))
  await revoke(buyer)
  expect(await denied(address)).toBe(true)
  const again = await addressFor(id, buyer, 'read')
  await sql`delete from code_grants where work_id = ${id} and user_id = ${buyer.userId}`.execute(world.db)
  expect(await denied(again)).toBe(true)
})

test('what is hostile is refused in words, and leaves no version', async () => {
  const id = await begin()
  const refusals = [
    [Buffer.from('hello'), 400, 'code.archive-kind'],
    [ONE().subarray(0, 60), 400, 'code.archive-unreadable'],
    [zip([]), 400, 'code.archive-empty'],
    [zip([{ name: '../../etc/passwd' }]), 400, 'code.archive-unsafe'],
    [zip([{ name: '.git/hooks/post-checkout' }]), 400, 'code.archive-unsafe'],
    [zip([{ name: 'a', data: Buffer.alloc(90 * 2 ** 20) }]), 413, 'code.archive-too-large'],
  ] as const
  for (const [bytes, status, error] of refusals) expect(await upload(id, bytes)).toMatchObject({ status, error })
  const { message } = await upload(id, zip([{ name: 'x/.GIT/config' }]))
  expect(message).toBe('The archive contains something we cannot accept: .GIT. Remove it and upload again')
  expect(await upload(id, ONE(), stranger)).toMatchObject({ status: 404, error: 'resource.not-found' })
  expect((await world.call(getWork, { params: { id } }, { as: author })).versions).toEqual([])
  const address = await addressFor(id, author, 'push')
  await git(folder, 'init', '--quiet', '--initial-branch=main', 'hostile')
  const hostile = join(folder, 'hostile')
  await git(hostile, '-c', 'core.protectHFS=false', 'commit', '--quiet', '--allow-empty', '--message', 'one')
  expect(await tryGit(hostile, 'push', address, 'main:refs/pull/1/head')).toMatchObject({
    code: 1,
    err: expect.stringContaining('Only branches and tags'),
  })
  expect((await world.call(getWork, { params: { id } }, { as: author })).versions).toEqual([])
})

test('of archives that come at once each becomes a version of its own or is refused; what was left over is swept', async () => {
  const id = await begin()
  const archives = ['a', 'b', 'c', 'd'].map((name) => zip([{ name }]))
  const answers = await Promise.all(archives.map((bytes) => upload(id, bytes)))
  const taken = answers.filter(({ status }) => status === 200).length
  expect(taken).toBeGreaterThan(0)
  for (const { status, error } of answers)
    expect([200, 409]).toContain(status === 409 ? (error === 'code.changed-meanwhile' ? 409 : 0) : status)
  const { versions } = await world.call(getWork, { params: { id } }, { as: author })
  expect(versions.map(({ number }) => number)).toEqual(Array.from({ length: taken }, (_, i) => taken - i))

  const blobKey = 'code/left-over'
  for (const kind of ['pack', 'index'])
    await world.platform.blobs.put(`${blobKey}.${kind}`, Buffer.from('x'), 'text/plain')
  await sql`insert into code_writings (blob_key) values (${blobKey})`.execute(world.db)
  await sql`update code_writings set created_at = now() - interval '7 hours'`.execute(world.db)
  const kept = await sql<{ key: string }>`select blob_key as key from code_versions`.execute(world.db)
  world.platform.jobs.soon('code.sweep-writings')
  await expect.poll(async () => (await sql`select from code_writings`.execute(world.db)).rows.length).toBe(0)
  expect(await world.platform.blobs.list('code/')).toEqual(
    kept.rows.flatMap(({ key }) => [`${key}.index`, `${key}.pack`]).sort(),
  )
})

/** Sends the beginning of a push, says how long the whole would be, and hangs up. */
function hangUp(address: string, body: Buffer, sent: number): Promise<void> {
  const { hostname, port, pathname, username, password } = new URL(address)
  const headers = { 'content-type': 'application/x-git-receive-pack-request', 'content-length': body.length }
  const path = `${pathname}/git-receive-pack`
  return new Promise((resolve) => {
    const call = request({ hostname, port, path, method: 'POST', headers, auth: `${username}:${password}` })
    call.on('error', () => {})
    call.on('close', () => resolve())
    call.write(body.subarray(0, sent), () => setImmediate(() => call.destroy()))
  })
}

test('a push that is cut off at any byte leaves nothing, and the same push whole is taken afterwards', async () => {
  const id = await begin()
  const address = await addressFor(id, author, 'push')
  const body = GOOD_PUSH()
  const cuts = Array.from({ length: 30 }, (_, i) => Math.floor((i * (body.length - 1)) / 29))
  for (const sent of cuts) await hangUp(address, body, sent)
  const count = async () => (await sql`select from code_writings`.execute(world.db)).rows.length
  expect((await world.call(getWork, { params: { id } }, { as: author })).versions).toEqual([])
  await expect.poll(async () => readdir(join(world.dataDir, 'scratch'))).toEqual([])
  expect(await count()).toBe(0)
  const { username, password } = new URL(address)
  const headers = {
    'content-type': 'application/x-git-receive-pack-request',
    authorization: `Basic ${btoa(`${username}:${password}`)}`,
  }
  const whole = await world.raw(`/git/${id}.git/git-receive-pack`, {
    method: 'POST',
    headers,
    body: new Uint8Array(body),
  })
  expect(await whole.text()).toContain('unpack ok')
  const { versions } = await world.call(getWork, { params: { id } }, { as: author })
  expect(versions.map(({ number }) => number)).toEqual([1])
  expect(logged).not.toContain('unexpected error')
})

/** Begins a request whose body never ends. @returns the status that is answered meanwhile */
function beginWithoutEnd(path: string, type: string, auth?: string): Promise<number> {
  const { hostname, port } = new URL(world.url)
  const headers = { 'content-type': type, 'content-length': 513 * 2 ** 20 }
  return new Promise((resolve, reject) => {
    const call = request({ hostname, port, path, method: 'POST', headers, auth })
    call.on('response', ({ statusCode }) => {
      resolve(statusCode!)
      call.destroy()
    })
    call.on('error', reject)
    call.write('{"a":"')
  })
}

test('who has no token is refused before the body, and a body that is not of git is never read', async () => {
  const id = await begin()
  const path = `/git/${id}.git/git-receive-pack`
  const types = [
    'application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/x-git-receive-pack-request',
  ]
  for (const type of types) expect(await beginWithoutEnd(path, type)).toBe(401)
  const { username, password } = new URL(await addressFor(id, author, 'push'))
  for (const type of types.slice(0, 3)) expect(await beginWithoutEnd(path, type, `${username}:${password}`)).toBe(415)
})

test('notes that no text column takes are refused', async () => {
  const id = await begin()
  expect(await upload(id, ONE(), author, 'a\0b')).toMatchObject({ status: 400, error: 'request.invalid' })
  expect(await upload(id, ONE(), author, 'a\nb')).toMatchObject({ status: 200 })
})

test('an address that can be no work is refused like a wrong token', async () => {
  const { username, password } = new URL(await addressFor(await begin(), author, 'push'))
  const headers = { authorization: `Basic ${btoa(`${username}:${password}`)}` }
  const answer = await world.raw('/git/%00.git/info/refs?service=git-upload-pack', { headers })
  expect(answer.status).toBe(401)
})

test('a push is answered when the store of blobs hangs up on us', async () => {
  const id = await begin()
  const { username, password } = new URL(await addressFor(id, author, 'push'))
  const headers = {
    'content-type': 'application/x-git-receive-pack-request',
    authorization: `Basic ${btoa(`${username}:${password}`)}`,
  }
  const cut = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
  const put = vi.spyOn(world.platform.blobs, 'put').mockRejectedValueOnce(cut)
  const push = { method: 'POST', headers, body: new Uint8Array(GOOD_PUSH()) }
  const answer = await world.raw(`/git/${id}.git/git-receive-pack`, push)
  expect(put).toHaveBeenCalled()
  expect(answer.status).toBeGreaterThanOrEqual(500)
  put.mockRestore()
})

test('versions of two works of one person that come at once do not pass the limit together, by archive or by push', async () => {
  const works = [await begin(), await begin(), await begin()]
  const files = (name: string) => zip([{ name, data: Buffer.from(`${name}\n`) }])
  await upload(works[0]!, files('filler.txt'))
  const limit = 10 * 2 ** 30
  const kept = async () => {
    const { rows } = await sql<{ bytes: number; most: number }>`
      select sum(pack_bytes)::float8 as bytes, max(pack_bytes)::float8 as most from code_versions
      where work_id = any(${works}) and number > 0`.execute(world.db)
    return rows[0]!
  }
  const { most: pack } = await kept()
  const others = await sql<{
    bytes: number
  }>`select coalesce(sum(v.pack_bytes), 0)::float8 as bytes from code_versions v
    join code_works w on w.id = v.work_id where w.owner_id = ${author.userId}`.execute(world.db)
  // Room for one of them and a half.
  const filler = BigInt(limit - (others.rows[0]!.bytes - pack) - Math.round(1.5 * pack))
  await sql`update code_versions set pack_bytes = ${filler} where work_id = ${works[0]}`.execute(world.db)
  const answers = await Promise.all(works.slice(1).map((id, i) => upload(id, files(`second${i}.txt`))))
  expect(answers.map(({ status, error }) => error ?? status).toSorted()).toEqual([200, 'code.no-room'])
  const left = answers.findIndex(({ status }) => status !== 200)
  await git(folder, 'init', '--quiet')
  await writeFile(join(folder, 'third.txt'), 'third\n')
  await git(folder, 'add', '.')
  await git(folder, 'commit', '--quiet', '-m', 'Third')
  const pushed = await tryGit(folder, 'push', await addressFor(works[left + 1]!, author, 'push'), 'HEAD:main')
  expect([pushed.code === 0, pushed.err]).toEqual([
    false,
    expect.stringContaining('There is no room for this version here.'),
  ])
  await sql`update code_versions set pack_bytes = 100 where work_id = ${works[0]}`.execute(world.db)
  await world.platform.limiter.reset('code.version', author.userId)
})

test('a work with too many versions and a person with too many bytes get no further one', async () => {
  const [id, other] = [await begin(), await begin()]
  await upload(id, ONE())
  const { username, password } = new URL(await addressFor(other, author, 'push'))
  const headers = {
    'content-type': 'application/x-git-receive-pack-request',
    authorization: `Basic ${btoa(`${username}:${password}`)}`,
  }
  const push = () =>
    world.raw(`/git/${other}.git/git-receive-pack`, { method: 'POST', headers, body: new Uint8Array(GOOD_PUSH()) })
  await sql`update code_versions set pack_bytes = pack_bytes + 10::bigint * 1024 * 1024 * 1024
    where work_id = ${id}`.execute(world.db)
  expect(await upload(other, ONE())).toMatchObject({ status: 409, error: 'code.no-room' })
  expect((await push()).status).toBe(403)
  await sql`update code_versions set pack_bytes = 100 where work_id = ${id}`.execute(world.db)
  expect((await push()).status).toBe(200)
  await sql`insert into code_versions (work_id, number, made_by, notes, head, refs, is_forward, objects, pack_bytes,
      pack_sha256, tree_digest, blob_key)
    select work_id, n, made_by, notes, head, refs, is_forward, objects, 1, pack_sha256, tree_digest, blob_key || n
    from code_versions, generate_series(2, 1000) n where work_id = ${id}`.execute(world.db)
  expect(await upload(id, ONE())).toMatchObject({ status: 409, error: 'code.no-room' })
})
