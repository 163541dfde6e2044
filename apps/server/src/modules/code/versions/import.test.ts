import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCodeToken } from '@trove/contract/code/vault'
import { createWork, getWork, importSource } from '@trove/contract/code/works'
import { packet } from '@trove/git-server/format/pkt-line'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startHttpBackend } from '../../../../../../packages/git-server/test/http-backend.ts'
import { git, needGit } from '../../../../../../packages/git-server/test/stock-git.ts'
import { startWorld, type World, type WorldUser } from '../../../../test/world/world.ts'

/** A version is taken out of a public repository, which git's own server shows here. */

let world: World
let author: WorldUser
let folder: string
let work: string
/** A server that is no git: each test says what it answers. */
const odd = createServer((request, response) => answerOddly(request, response))
let answerOddly: (request: IncomingMessage, response: ServerResponse) => void
let oddHost: string
let backend: Awaited<ReturnType<typeof startHttpBackend>>
beforeAll(async () => {
  needGit()
  folder = await mkdtemp(join(tmpdir(), 'trove-import-'))
  work = join(folder, 'work')
  await mkdir(work)
  await git(work, 'init', '--quiet', '--initial-branch=trunk')
  for (const text of ['one', 'two']) await commit(text)
  await git(work, 'tag', '--annotate', '--message', 'first', 'v1')
  await git(work, 'branch', 'aside')
  await git(folder, 'clone', '--quiet', '--bare', work, 'shop.git')
  await git(work, 'remote', 'add', 'origin', join(folder, 'shop.git'))
  await git(folder, 'init', '--quiet', '--bare', 'empty.git')
  backend = await startHttpBackend(folder)
  await once(odd.listen(0, '127.0.0.1'), 'listening')
  oddHost = `127.0.0.1:${(odd.address() as AddressInfo).port}`
  const allowed = `${new URL(backend.address).host},127.0.0.1:9,${oddHost}`
  world = await startWorld({ hasPayment: false, env: { REPOSITORY_ALLOW: allowed } })
  author = await world.signIn('13500000001')
})
afterAll(async () => {
  await world?.stop()
  await backend?.end()
  odd.closeAllConnections()
  odd.close()
  if (folder) await rm(folder, { recursive: true, force: true })
})

async function commit(text: string): Promise<void> {
  await writeFile(join(work, 'main.ts'), `${text}\n`)
  await git(work, 'add', '--all')
  await git(work, 'commit', '--quiet', '--message', text)
}
const begin = async () => (await world.call(createWork, { body: { title: 'Small tool' } }, { as: author })).id
const take = (id: string, address: string, as = author) =>
  world.call(importSource, { params: { id }, body: { address, notes: 'From there' } }, { as })
const versionsOf = async (id: string) =>
  (await world.call(getWork, { params: { id } }, { as: author })).versions.map(({ number, branch, notes }) => [
    number,
    branch,
    notes,
  ])
const refusal = (code: string) => expect.objectContaining({ code })

test('the branch that is checked out there comes with history and tags, and later only what is new', async () => {
  const id = await begin()
  const address = `${backend.address}/shop`
  expect(await take(id, `${address}.git`)).toMatchObject({ number: 1, branch: 'trunk', notes: 'From there' })
  await expect(take(id, address)).rejects.toEqual(refusal('code.archive-unchanged'))
  const { token, path } = await world.call(createCodeToken, { params: { id }, body: { right: 'push' } }, { as: author })
  await git(folder, 'clone', '--quiet', `${world.url.replace('//', `//git:${token}@`)}${path}`, 'copy')
  const copy = join(folder, 'copy')
  expect(await git(copy, 'log', '--format=%s')).toBe('two\none')
  expect(await git(copy, 'tag', '--list')).toBe('v1')
  expect(await git(copy, 'branch', '--remotes', '--list', 'origin/aside')).toBe('')

  await commit('three')
  await git(work, 'push', '--quiet', 'origin', 'trunk')
  expect(await take(id, address)).toMatchObject({ number: 2 })
  await git(copy, '-c', 'fetch.fsckObjects=true', 'pull', '--quiet', '--ff-only')
  expect(await git(copy, 'log', '--format=%s')).toBe('three\ntwo\none')
  expect(await git(copy, 'fsck', '--full', '--strict')).toBe('')

  await git(work, 'reset', '--quiet', '--hard', 'HEAD~2')
  await commit('another way')
  await git(work, 'push', '--quiet', '--force', 'origin', 'trunk')
  await expect(take(id, address)).rejects.toEqual(refusal('code.bundle-rewrites'))
  expect(await versionsOf(id)).toEqual([
    [2, 'trunk', 'From there'],
    [1, 'trunk', 'From there'],
  ])
})

test('what is not there, empty, silent or inside is refused in words and leaves no version', async () => {
  const id = await begin()
  for (const [address, code] of [
    [`${backend.address}/nothing`, 'code.import-missing'],
    [`${backend.address}/empty`, 'code.import-missing'],
    ['http://127.0.0.1:9/shop', 'code.import-unreachable'],
    ['https://10.0.0.8/team/shop', 'code.import-address'],
    ['https://localhost/team/shop', 'code.import-address'],
    ['https://ada:secret@github.com/team/shop', 'code.import-address'],
    ['file:///etc', 'code.import-address'],
    ['shop', 'code.import-address'],
  ] as const)
    await expect(take(id, address), address).rejects.toEqual(refusal(code))
  expect(await versionsOf(id)).toEqual([])
})

test('nobody imports into another person’s work', async () => {
  const id = await begin()
  const stranger = await world.signIn('13500000002')
  await expect(take(id, `${backend.address}/shop`, stranger)).rejects.toEqual(refusal('resource.not-found'))
})

test('while one import of a person goes on another is refused at once', async () => {
  const held: ServerResponse[] = []
  answerOddly = (_, response) => void held.push(response)
  const [id, other] = [await begin(), await begin()]
  const first = take(id, `http://${oddHost}/slow`)
  const ended = expect(first).rejects.toEqual(refusal('code.import-unreachable'))
  await expect.poll(() => held.length).toBe(1)
  await expect(take(other, `${backend.address}/shop`)).rejects.toEqual(refusal('service.unavailable'))
  held[0]!.writeHead(500).end()
  await ended
  expect(await take(other, `${backend.address}/shop`)).toMatchObject({ number: 1 })
})

/** Begins an import whose repository never ends its answer, and goes away once `isUnderWay`. */
async function leaveAmid(id: string, isUnderWay: () => boolean): Promise<void> {
  const leaving = new AbortController()
  const asked = fetch(world.url + importSource.path.replace('{id}', id), {
    ...{ method: 'POST', signal: leaving.signal },
    headers: { authorization: `Bearer ${author.accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ address: `http://${oddHost}/slow` }),
  })
  const gone = expect(asked).rejects.toThrow()
  await expect.poll(isUnderWay).toBe(true)
  leaving.abort()
  await gone
}

test.each(['before it answers', 'amid its answer'])(
  'whoever goes away from an import %s ends it there and then: the other server is left, no version stays, and the next one begins',
  async (when) => {
    let [isAsked, isLeft] = [false, false]
    answerOddly = (_, response) => {
      response.on('close', () => {
        isLeft = true
      })
      if (when === 'amid its answer') response.writeHead(200).write('001e# service=git-upload-pack\n')
      isAsked = true
    }
    const id = await begin()
    await leaveAmid(id, () => isAsked)
    // Its bound is 20 s, and what was never answered would hold the person's one place until then.
    await expect.poll(() => isLeft, { timeout: 15_000 }).toBe(true)
    const again = () => take(id, `${backend.address}/shop`).catch(({ code }) => code)
    await expect.poll(again, { timeout: 15_000 }).toMatchObject({ number: 1 })
    expect((await versionsOf(id)).length).toBe(1)
    expect(await readdir(join(world.dataDir, 'scratch'))).toEqual([])
  },
)

test.each(['pack-stored', 'before-commit', 'after-commit'])(
  'a process killed amid an import, at %s, leaves a whole version or none',
  async (step) => {
    const id = await begin()
    const dying = await world.spawnServer({ TROVE_CRASH_AT: `code.version.${step}` }, ['--roles=http'])
    const address = `${backend.address}/shop`
    const call = fetch(dying.url + importSource.path.replace('{id}', id), {
      method: 'POST',
      headers: { authorization: `Bearer ${author.accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ address }),
    })
    await expect(call).rejects.toThrow()
    await expect.poll(() => dying.child.signalCode).toBe('SIGKILL')
    const isKept = step === 'after-commit'
    expect((await versionsOf(id)).length).toBe(isKept ? 1 : 0)
    if (isKept) await expect(take(id, address)).rejects.toEqual(refusal('code.archive-unchanged'))
    else expect(await take(id, address)).toMatchObject({ number: 1 })
    const { token, path } = await world.call(
      createCodeToken,
      { params: { id }, body: { right: 'read' } },
      { as: author },
    )
    await git(folder, 'clone', '--quiet', `${world.url.replace('//', `//git:${token}@`)}${path}`, `killed-${step}`)
    expect(await git(join(folder, `killed-${step}`), 'fsck', '--full', '--strict')).toBe('')
  },
)

const OID = '1'.repeat(40)
const FLUSH = '0000'
const line = (text: string) => packet(text).toString('latin1')
const REFS = `${line(`${OID} HEAD symref-target:refs/heads/main`)}${line(`${OID} refs/heads/main`)}${FLUSH}`
const WORDS = `${line('version 2')}${line('fetch=shallow')}${FLUSH}`

test.each<[string, string, string | undefined]>([
  ['no packets', 'code.import-unreadable', '<!doctype html>'],
  ['a pack that never begins', 'code.import-unreadable', line('packfile')],
  ['an answer that is cut', 'code.import-unreachable', undefined],
  ['no such commit', 'code.import-missing', line('ERR upload-pack: not our ref')],
  ['a pack that is none', 'code.archive-unsafe', line('packfile') + line(`\x01${'x'.repeat(60)}`) + FLUSH],
])('a server that shows a branch and then sends %s is refused', async (_, code, fetched) => {
  const bodies = [REFS, WORDS, fetched]
  answerOddly = (request, response) => {
    request.resume()
    const body = bodies.shift()
    if (body === undefined) response.writeHead(200, { 'content-length': 999 }).write('00', () => response.destroy())
    else response.end(body, 'latin1')
  }
  const id = await begin()
  await expect(take(id, `http://${oddHost}/odd`)).rejects.toEqual(refusal(code))
  expect(bodies).toEqual([])
  expect(await versionsOf(id)).toEqual([])
})

test('a server that sends elsewhere is not followed', async () => {
  const asked: string[] = []
  answerOddly = (request, response) => {
    asked.push(request.url!)
    response.writeHead(302, { location: `http://${oddHost}/inside` }).end()
  }
  const id = await begin()
  await expect(take(id, `http://${oddHost}/moved`)).rejects.toEqual(refusal('code.import-unreadable'))
  expect(asked).toEqual(['/moved.git/git-upload-pack'])
})
