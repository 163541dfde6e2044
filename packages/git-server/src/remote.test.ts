import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startHttpBackend } from '../test/http-backend.ts'
import { git, needGit } from '../test/stock-git.ts'
import { packet } from './format/pkt-line.ts'
import { GitRefused } from './format/refusal.ts'
import { fetchCommits } from './remote/commits.ts'
import { type Ask, listRemoteRefs } from './remote/protocol.ts'

/** Reading a repository that git's own server shows: its refs, and commits without their files. */

let folder: string
let backend: Awaited<ReturnType<typeof startHttpBackend>>
let work: string
beforeAll(async () => {
  needGit()
  folder = await mkdtemp(join(tmpdir(), 'git-remote-'))
  work = join(folder, 'work')
  await mkdir(work)
  await git(work, 'init', '--quiet', '--initial-branch=main')
  for (let i = 1; i <= 12; i++) {
    await writeFile(join(work, 'notes.txt'), `line ${i}\n`.repeat(i))
    await git(work, 'add', '--all')
    await git(work, 'commit', '--quiet', '--message', `第 ${i} 步 step`, '--date', `2026-01-${10 + i}T08:00:00+08:00`)
  }
  await git(work, 'tag', '--annotate', '--message', 'first', 'v1')
  await git(folder, 'clone', '--quiet', '--bare', work, 'shown.git')
  await git(folder, 'clone', '--quiet', '--bare', work, 'plain.git')
  await appendFile(join(folder, 'shown.git', 'config'), '[uploadpack]\n\tallowFilter = true\n')
  backend = await startHttpBackend(folder)
})
afterAll(async () => {
  await backend?.end()
  if (folder) await rm(folder, { recursive: true, force: true })
})

const sent: string[] = []
/** Asks as the server does, and keeps what is sent. */
const askOf =
  (name: string): Ask =>
  async (path, { method, headers, body }) => {
    sent.push(String(body ?? path))
    const answer = await fetch(`${backend.address}/${name}${path}`, {
      method,
      headers,
      body: body as Uint8Array<ArrayBuffer>,
    })
    return answer.body as AsyncIterable<Uint8Array>
  }
const oidOfHead = async () => (await git(work, 'rev-parse', 'HEAD')).trim()

describe.each([
  { name: 'shown.git', filters: true },
  { name: 'plain.git', filters: false },
])('a repository whose server leaves files out: $filters', ({ name, filters }) => {
  test('has its refs, an annotated tag with the commit it stands for', async () => {
    const head = await oidOfHead()
    const refs = await listRemoteRefs(askOf(name), ['refs/heads/main', 'refs/tags/v1'])
    const tag = (await git(work, 'rev-parse', 'v1')).trim()
    expect(refs).toEqual(
      new Map([
        ['refs/heads/main', { oid: head, peeled: undefined, target: undefined }],
        ['refs/tags/v1', { oid: tag, peeled: head, target: undefined }],
      ]),
    )
    expect((await listRemoteRefs(askOf(name), ['HEAD'])).get('HEAD')).toMatchObject({ target: 'refs/heads/main' })
    expect(await listRemoteRefs(askOf(name), ['refs/heads/none'])).toEqual(new Map())
  })

  test('has one commit with author, time and words, and its ancestors where they are asked for', async () => {
    const head = await oidOfHead()
    sent.length = 0
    const [one, ...none] = await fetchCommits(askOf(name), head, 1)
    expect(none).toEqual([])
    expect(one).toEqual({
      oid: head,
      parents: [(await git(work, 'rev-parse', 'HEAD~1')).trim()],
      author: { name: 'Ada', mail: 'ada@example.com' },
      atSeconds: Date.parse('2026-01-22T00:00:00Z') / 1000,
      subject: '第 12 步 step',
    })
    expect(sent.some((body) => body.includes('filter tree:0'))).toBe(filters)
    const all = await fetchCommits(askOf(name), head, 1000)
    expect(all.map(({ subject }) => subject).toSorted()).toHaveLength(12)
    expect(await fetchCommits(askOf(name), head, 5)).toHaveLength(5)
  })

  test('has no commit that is not there', async () => {
    const missing = fetchCommits(askOf(name), '1'.repeat(40), 1)
    await expect(missing).rejects.toMatchObject({ code: 'remote.missing' })
  })
})

describe('a server that says nonsense is refused', () => {
  const V2 = Buffer.concat([packet('version 2'), packet('fetch=shallow filter'), Buffer.from('0000')])
  const band = (data: Buffer) => packet(Buffer.concat([Buffer.of(1), data]))
  const answers = (...bodies: Buffer[]): Ask => {
    const left = [...bodies]
    return async () =>
      (async function* () {
        yield left.shift()!
      })()
  }
  const pack = (bytes: Buffer) => Buffer.concat([packet('packfile'), band(bytes), Buffer.from('0000')])

  test.each<[string, Buffer[], string]>([
    ['a page', [Buffer.from('<!doctype html>')], 'request.malformed'],
    ['protocol 0', [Buffer.concat([packet(`${'1'.repeat(40)} HEAD`), Buffer.from('0000')])], 'remote.protocol'],
    ['nothing', [Buffer.alloc(0)], 'remote.protocol'],
    ['an answer without a pack', [V2, Buffer.from('0000')], 'pack.truncated'],
    ['a pack that ends', [V2, pack(Buffer.from('PACK'))], 'pack.truncated'],
    [
      'another checksum',
      [V2, pack(Buffer.concat([Buffer.from('PACK\0\0\0\x02\0\0\0\0'), Buffer.alloc(20)]))],
      'pack.checksum',
    ],
    ['an error of its own', [V2, packet('ERR upload-pack: not our ref')], 'remote.missing'],
  ])('%s', async (_, bodies, code) => {
    const asked = fetchCommits(answers(...bodies), '1'.repeat(40), 1)
    await expect(asked).rejects.toThrow(GitRefused)
    await expect(fetchCommits(answers(...bodies), '1'.repeat(40), 1)).rejects.toMatchObject({ code })
  })

  test('another commit than the one that was asked for', async () => {
    const head = await oidOfHead()
    const parent = (await git(work, 'rev-parse', 'HEAD~1')).trim()
    const swapping: Ask = (path, call) =>
      askOf('shown.git')(path, { ...call, body: call.body && Buffer.from(String(call.body).replace(head, parent)) })
    await expect(fetchCommits(swapping, head, 1)).rejects.toMatchObject({ code: 'remote.missing' })
  })
})
