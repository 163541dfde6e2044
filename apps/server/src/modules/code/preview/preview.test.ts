import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PREVIEW_FILES_MAX, previewFile, previewWork, searchInside } from '@trove/contract/code/preview'
import { createArchiveTicket, createCodeToken, grantWork } from '@trove/contract/code/vault'
import { takeWorkOffline } from '@trove/contract/code/works'
import { ContractError } from '@trove/contract/errors/codes'
import { GitRefused } from '@trove/git-server/format/refusal'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { git, needGit, tryGit } from '../../../../../../packages/git-server/test/stock-git.ts'
import { publishWork } from '../../../../test/labs/work-lab.ts'
import { startWorld, type World, type WorldUser } from '../../../../test/world/world.ts'
import type { CodeParts } from '../model/needs.ts'
import { createBodies } from './bodies.ts'

let world: World
let author: WorldUser
let buyer: WorldUser
beforeAll(async () => {
  world = await startWorld({ hasPayment: false, hasJobs: false })
  author = await world.signIn('13500000021')
  buyer = await world.signIn('13500000022')
})
afterAll(() => world?.stop())

const refused = (code: string) => expect.objectContaining({ code })
const look = (id: string, as?: WorldUser) => world.call(previewWork, { params: { id } }, as ? { as } : {})
const read = (id: string, path: string, as?: WorldUser) =>
  world.call(previewFile, { params: { id }, query: { path } }, as ? { as } : {})
const file = (name: string, text: string) => ({ name, data: Buffer.from(text) })

const FILES = [
  file('LICENSE', 'Apache-2.0\n'),
  file('README.md', '# Tool\n<script>alert(1)</script>\n'),
  file('src/main.ts', 'const answer = 42 // why\n'),
  file('src/secret.ts', 'export const hidden = "body"\n'),
  { name: 'logo.png', data: Buffer.from([137, 80, 78, 71, 0, 1, 2]) },
]

test('a visitor sees names, sizes, languages and README, and reads what the author opened, with colours, and no more', async () => {
  const id = await publishWork(world, author, { openPaths: ['src/main.ts', 'logo.png'] }, FILES)
  const seen = await look(id)
  expect(seen.files.map(({ path, bytes, isOpen }) => [path, bytes, isOpen])).toEqual([
    ['LICENSE', 11, true],
    ['README.md', 33, true],
    ['logo.png', 7, true],
    ['src/main.ts', 25, true],
    ['src/secret.ts', 29, false],
  ])
  expect(seen).toMatchObject({ number: 1, fileCount: 5, bytes: 105, licenceFile: 'LICENSE' })
  expect(seen.languages).toEqual([{ name: 'TypeScript', bytes: 54 }])
  expect(seen.readme).toBe('# Tool\n<script>alert(1)</script>\n')
  expect(JSON.stringify(seen)).not.toContain('hidden =')

  const { lines } = await read(id, 'src/main.ts')
  expect(lines.map((line) => line.map(({ text }) => text).join(''))).toEqual(['const answer = 42 // why', ''])
  expect(lines[0]!.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['keyword', 'constant', 'comment']))
  expect(await read(id, 'logo.png')).toMatchObject({ isBinary: true, lines: [] })
  await expect(read(id, 'src/secret.ts')).rejects.toEqual(refused('code.file-hidden'))
  await expect(read(id, '../../etc/passwd')).rejects.toEqual(refused('resource.not-found'))

  await world.call(grantWork, { params: { id } }, { as: buyer })
  expect((await read(id, 'src/secret.ts', buyer)).lines[0]!.map(({ text }) => text).join('')).toContain('hidden')
  await world.call(takeWorkOffline, { params: { id } }, { as: author })
  await expect(look(id)).rejects.toEqual(refused('resource.not-found'))
  await expect(read(id, 'README.md')).rejects.toEqual(refused('resource.not-found'))
  expect((await look(id, buyer)).files.every(({ isOpen }) => isOpen)).toBe(true)
})

test('a search inside names the files that hold a whole word, however hidden their bodies, and says nothing of them', async () => {
  const hidden = 'function settleAccounts() {}\nsettleAccounts() // 结算账户\nconst unsettled = 1\n'
  const id = await publishWork(world, author, { openPaths: ['src/open.ts'] }, [
    ...FILES,
    file('src/hidden.ts', hidden),
    file('src/open.ts', 'SETTLEACCOUNTS; settleAccountsLater()\n'),
  ])
  const inside = (word: string, as?: WorldUser) =>
    world.call(searchInside, { params: { id }, query: { word } }, as ? { as } : {})
  const found = await inside('settleAccounts')
  expect(found).toEqual({
    ...{ fileCount: 2, isWhole: true },
    hits: [
      { path: 'src/hidden.ts', count: 2, isOpen: false },
      { path: 'src/open.ts', count: 1, isOpen: true },
    ],
  })
  expect((await inside('结算')).hits).toEqual([{ path: 'src/hidden.ts', count: 1, isOpen: false }])
  // A part of a word finds nothing: nobody reads on letter by letter.
  expect([(await inside('settle')).hits, (await inside('settleAccount')).hits]).toEqual([[], []])
  for (const word of ['ab', 'a.*b', 'settle Accounts', '结', ''])
    await expect(inside(word), word).rejects.toEqual(refused('request.invalid'))
  await world.call(grantWork, { params: { id } }, { as: buyer })
  expect((await inside('settleAccounts', buyer)).hits.every(({ isOpen }) => isOpen)).toBe(true)
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => inside('settleAccounts', buyer).catch((e) => e.code)),
  )
  expect(answers).toContain('request.too-frequent')
  await world.call(takeWorkOffline, { params: { id } }, { as: author })
  await expect(inside('settleAccounts')).rejects.toEqual(refused('resource.not-found'))
})

test('a submodule comes with a push as the name of a commit: it is cloned, listed without a body, and read by nobody', async () => {
  needGit()
  const folder = await mkdtemp(join(tmpdir(), 'trove-submodule-'))
  try {
    const id = await publishWork(world, author, {}, FILES)
    const body = { right: 'push' as const }
    const { token, path } = await world.call(createCodeToken, { params: { id }, body }, { as: author })
    const address = `${world.url.replace('//', `//git:${token}@`)}${path}`
    const push = async (modules: string) => {
      await writeFile(join(folder, 'work', '.gitmodules'), modules)
      await git(join(folder, 'work'), 'add', '.')
      await git(join(folder, 'work'), 'update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},lib/tide`)
      await git(join(folder, 'work'), 'commit', '--quiet', '--message', 'With a submodule')
      return await tryGit(join(folder, 'work'), 'push', '--quiet', 'origin', 'HEAD:main')
    }
    const modules = (url: string) => `[submodule "tide"]\n\tpath = lib/tide\n\turl = ${url}\n`
    await git(folder, 'clone', '--quiet', address, 'work')
    expect((await push(modules('ext::sh -c touch% x'))).err).toContain('A submodule has an address')
    await git(join(folder, 'work'), 'reset', '--quiet', '--hard', 'origin/HEAD')
    expect((await push(modules('https://example.com/tide.git'))).err).toBe('')

    const seen = await look(id)
    expect(seen.number).toBe(2)
    expect(seen.files.find((one) => one.path === 'lib/tide')).toEqual({ path: 'lib/tide', bytes: 0, isOpen: false })
    await expect(read(id, 'lib/tide', author)).rejects.toEqual(refused('resource.not-found'))
    expect((await world.call(searchInside, { params: { id }, query: { word: 'answer' } }, {})).fileCount).toBe(1)
    await git(folder, '-c', 'fetch.fsckObjects=true', 'clone', '--quiet', address, 'copy')
    expect(await git(join(folder, 'copy'), 'fsck', '--full', '--strict')).toBe('')
    expect(await git(join(folder, 'copy'), 'submodule', 'status')).toContain(`${'1'.repeat(40)} lib/tide`)
    const ticket = await world.call(createArchiveTicket, { params: { id }, body: {} }, { as: author })
    expect((await world.raw(ticket.url)).status).toBe(200)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('of a giant tree the first files are listed and all are counted, read once however many look', async () => {
  const count = PREVIEW_FILES_MAX + 500
  const many = Array.from({ length: count }, (_, i) => file(`d${i % 7}/f${String(i).padStart(5, '0')}.go`, `${i}\n`))
  const id = await publishWork(world, author, {}, many)
  const looks = await Promise.all(Array.from({ length: 8 }, () => look(id)))
  for (const seen of looks) expect([seen.fileCount, seen.files.length]).toEqual([count, PREVIEW_FILES_MAX])
  const { rows } = await sql`select from code_readings where work_id = ${id}`.execute(world.db)
  expect(rows.length).toBe(1)
})

test('a file that is no text of its language, or very long, is shown as far as it goes', async () => {
  const long = `${'x'.repeat(5000)}\n`.repeat(60)
  const id = await publishWork(world, author, { openPaths: ['long.ts', 'odd.rs'] }, [
    file('long.ts', long),
    file('odd.rs', '"""\'\'\'{{{((( \u202e\n<script>'),
  ])
  const cut = await read(id, 'long.ts')
  expect(cut).toMatchObject({ isCut: true, bytes: long.length })
  expect(
    (await read(id, 'odd.rs')).lines
      .flat()
      .map(({ text }) => text)
      .join(''),
  ).toContain('<script>')
})

test('a file is read in the turns of the vault, once however many ask; too many, or too costly, is said so', async () => {
  const id = await publishWork(world, author, {}, FILES)
  await look(id)
  const { rows } = await sql<{ oid: string }>`
    select f ->> 'oid' as oid from code_readings, jsonb_array_elements(reading -> 'files') f
    where work_id = ${id} and f ->> 'path' = 'README.md'`.execute(world.db)
  const wanted = { workId: id, number: 1, oid: rows[0]!.oid, ownerId: author.userId }
  const { db, blobs } = world.platform
  const turns: string[] = []
  const inTurn: CodeParts['inTurn'] = (userId, work) => {
    turns.push(userId)
    return work()
  }
  const bodyOf = createBodies({ db, blobs, inTurn })
  const bodies = await Promise.all(Array.from({ length: 8 }, () => bodyOf(wanted)))
  expect(bodies.map(({ body }) => body.toString())).toEqual(Array(8).fill('# Tool\n<script>alert(1)</script>\n'))
  await bodyOf(wanted)
  expect(turns).toEqual([`reading:${author.userId}`])

  const busy = createBodies({
    ...{ db, blobs },
    inTurn: async () => {
      throw new ContractError('service.unavailable')
    },
  })
  await expect(busy(wanted)).rejects.toEqual(refused('service.unavailable'))
  const costly = createBodies({
    ...{ db, inTurn },
    blobs: { ...blobs, find: () => Promise.reject(new GitRefused('pack.too-costly')) },
  })
  await expect(costly(wanted)).rejects.toMatchObject({ code: 'code.version-too-large' })
})
