import { randomBytes } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCodeToken, grantWork } from '@trove/contract/code/vault'
import { getWork } from '@trove/contract/code/works'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { git, needGit, tryGit } from '../../../../../../packages/git-server/test/stock-git.ts'
import { publishWork } from '../../../../test/labs/work-lab.ts'
import { startWorld, type World, type WorldUser } from '../../../../test/world/world.ts'
import { createAtOnce } from '../../../platform/base/at-once.ts'
import { FETCHES_AT_ONCE, FETCHES_MADE } from '../model/limits.ts'

/** Clone storms (issue 12, bad input and faults): refused within limits, and the server stays responsive. */

/** More than fits between a server and somebody who does not read. */
const LARGE = 16 * 2 ** 20
let world: World
let author: WorldUser
let id: string
let folder: string
beforeAll(async () => {
  needGit()
  folder = await mkdtemp(join(tmpdir(), 'trove-storm-'))
  world = await startWorld({ hasPayment: false })
  author = await world.signIn('13500000081')
  id = await publishWork(world, author, { title: 'Wanted' }, [{ name: 'film.bin', data: randomBytes(LARGE) }])
})
afterAll(async () => {
  await world?.stop()
  await rm(folder, { recursive: true, force: true })
})

async function addressFor(as: WorldUser): Promise<URL> {
  await world.call(grantWork, { params: { id } }, { as })
  const { token, path } = await world.call(createCodeToken, { params: { id }, body: { right: 'read' } }, { as })
  return new URL(`${world.url.replace('//', `//git:${token}@`)}${path}`)
}

const packet = (text: string) => `${(text.length + 4).toString(16).padStart(4, '0')}${text}`

/** Asks for everything, as a clone does, and reads no more than the head of the answer. */
function beginClone(address: URL, oid: string): Promise<{ status: number; retry?: string; sent: ClientRequest }> {
  const body = `${packet('command=fetch\n')}0001${packet('ofs-delta\n')}${packet(`want ${oid}\n`)}${packet('done\n')}0000`
  return new Promise((resolve, reject) => {
    const sent = request(`${address.origin}${address.pathname}/git-upload-pack`, {
      method: 'POST',
      agent: false,
      headers: {
        'content-type': 'application/x-git-upload-pack-request',
        'git-protocol': 'version=2',
        authorization: `Basic ${btoa(`${address.username}:${address.password}`)}`,
      },
    })
    sent.on('error', reject).on('response', (answer: IncomingMessage) => {
      answer.on('error', () => {})
      resolve({ status: answer.statusCode!, retry: answer.headers['retry-after'], sent })
    })
    sent.end(body)
  })
}

test('of many clones at once of one person some go on and the surplus is told to come back; others are served meanwhile', async () => {
  const [greedy, other] = [
    await addressFor(await world.signIn('13500000082')),
    await addressFor(await world.signIn('13500000084')),
  ]
  const head = (await git(folder, 'ls-remote', greedy.href, 'HEAD')).split('\t')[0]!
  const storm = await Promise.all(Array.from({ length: 40 }, () => beginClone(greedy, head)))
  const [served, refused] = [storm.filter(({ status }) => status === 200), storm.filter(({ status }) => status !== 200)]
  expect(served).toHaveLength(FETCHES_AT_ONCE.own)
  expect(new Set(refused.map(({ status, retry }) => `${status} ${retry}`))).toEqual(new Set(['429 10']))
  expect((await world.raw(getWork.path.replace('{id}', id))).status).toBe(200)
  await git(folder, 'clone', '--quiet', other.href, 'other')
  expect(await git(join(folder, 'other'), 'fsck', '--full', '--strict')).toBe('')
  for (const { sent } of storm) sent.destroy()
  await vi.waitFor(() => git(folder, 'clone', '--quiet', greedy.href, 'greedy'), { timeout: 30_000, interval: 200 })
})

test('who clones all the time is told when to go on', async () => {
  const as = await world.signIn('13500000083')
  const address = await addressFor(as)
  const head = (await git(folder, 'ls-remote', address.href, 'HEAD')).split('\t')[0]!
  const taken = sql`update platform_rate_limit set taken = ${FETCHES_MADE.limit}
    where bucket = 'code.fetch' and key = ${as.userId}`
  expect(Number((await taken.execute(world.db)).numAffectedRows)).toBe(1)
  const { status, retry, sent } = await beginClone(address, head)
  sent.destroy()
  expect(status).toBe(429)
  expect(Number(retry)).toBeGreaterThan(0)
  const stock = await tryGit(folder, 'clone', '--quiet', address.href, 'late')
  expect([stock.code === 0, stock.err]).toEqual([false, expect.stringContaining('429')])
})

test('places are counted by person and over all, and come back when an answer is closed', () => {
  const places = createAtOnce({ own: 2, all: 3 })
  const answers = Array.from({ length: 6 }, () => new EventEmitter())
  expect([places.begin('a', answers[0]!), places.begin('a', answers[1]!), places.begin('a', answers[2]!)]).toEqual([
    ...[true, true, false],
  ])
  expect([places.begin('b', answers[3]!), places.begin('c', answers[4]!)]).toEqual([true, false])
  answers[0]!.emit('close')
  answers[0]!.emit('close')
  expect([places.begin('c', answers[4]!), places.begin('d', answers[5]!)]).toEqual([true, false])
})
