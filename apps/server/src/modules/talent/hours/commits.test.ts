import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addSheetEntry, COMMIT_TRIES, getHireSheet, removeSheetEntry, startHire } from '@trove/contract/talent/hours'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startHttpBackend } from '../../../../../../packages/git-server/test/http-backend.ts'
import { git, needGit } from '../../../../../../packages/git-server/test/stock-git.ts'
import { addExpert, type HireLab, hire, openHireLab, payHire } from '../../../../test/labs/hire-lab.ts'
import { days, minutes } from '../../../../test/labs/orders-lab.ts'
import { createTestDatabase, type TestDatabase } from '../../../../test/world/database.ts'
import { createRepositories, readCommitLink } from '../../repositories/module.ts'

/** Commits that a time-sheet links to are looked for in their repositories, which git's own server shows here. */

let base: TestDatabase
let lab: HireLab
let folder: string
let backend: Awaited<ReturnType<typeof startHttpBackend>>
let head: string
let orderId: string
/** Repositories at which looking fails in a way that nobody foresaw. */
const broken = new Set<string>()
beforeAll(async () => {
  needGit()
  folder = await mkdtemp(join(tmpdir(), 'sheet-'))
  const work = join(folder, 'work')
  await mkdir(work)
  await git(work, 'init', '--quiet', '--initial-branch=main')
  await writeFile(join(work, 'pay.ts'), 'export {}\n')
  await git(work, 'add', '--all')
  const message = ['接入支付宝 pay', '', 'Long words.'].join('\n')
  await git(work, 'commit', '--quiet', '--message', message, '--date', '2026-03-01T09:30:00+08:00')
  head = (await git(work, 'rev-parse', 'HEAD')).trim()
  await git(folder, 'clone', '--quiet', '--bare', work, 'shop.git')
  backend = await startHttpBackend(folder)
  base = await createTestDatabase()
  const repositories = createRepositories({ allowList: [new URL(backend.address).host, '127.0.0.1:9'] })
  lab = await openHireLab(base.url, {
    ...repositories,
    commits: async (repository, ...asked) => {
      if ([...broken].some((name) => repository.includes(name))) throw new TypeError('a bug')
      return await repositories.commits(repository, ...asked)
    },
  })
  await addExpert(lab.db, 'expert', 12345n)
  orderId = await hire(lab, 'expert', 'buyer', 8)
  await payHire(lab, orderId)
  await lab.call(startHire, { params: { id: orderId } }, 'expert')
})
afterAll(async () => {
  await backend?.end()
  await lab?.close()
  await base?.drop()
  if (folder) await rm(folder, { recursive: true, force: true })
})

async function write(link: string) {
  const { rows } = await sql<{ day: string }>`
    select to_char(business_now() at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day`.execute(lab.db)
  const body = { workDay: rows[0]!.day, minutes: 10, note: '联调', link }
  return await lab.call(addSheetEntry, { params: { id: orderId }, body }, 'expert')
}
/** As the buyer sees it. */
async function commitOf(entryId: string) {
  const { entries } = await lab.call(getHireSheet, { params: { id: orderId } }, 'buyer')
  return entries.find(({ id }) => id === entryId)!.commit
}

test('a commit that is there is shown with its author, first line and time, and one that is not is said to be missing', async () => {
  const there = await write(`${backend.address}/shop/commit/${head}`)
  expect(there.commit).toEqual({ oid: head, state: 'asked', author: '', subject: '', at: null })
  const strange = await write(`${backend.address}/shop/-/commit/${'1'.repeat(40)}?diff=1`)
  const gone = await write(`${backend.address}/nothing/commit/${head}`)
  await lab.sweep()
  expect(await commitOf(there.id)).toEqual({
    oid: head,
    state: 'found',
    author: 'Ada',
    subject: '接入支付宝 pay',
    at: '2026-03-01T01:30:00.000Z',
  })
  expect(await commitOf(strange.id)).toMatchObject({ state: 'missing', at: null })
  expect(await commitOf(gone.id)).toMatchObject({ state: 'missing' })
})

test('a link to something else is an entry as any other', async () => {
  const { commit } = await write('https://example.com/design')
  expect(commit).toBeNull()
})

test('an address that leads inside is refused in words, and writes nothing', async () => {
  const before = await lab.call(getHireSheet, { params: { id: orderId } }, 'buyer')
  for (const link of [
    `http://169.254.169.254/latest/commit/${head}`,
    `https://10.0.0.8/team/shop/commit/${head}`,
    `http://localhost:8080/shop/commit/${head}`,
    `https://[::1]/shop/commit/${head}`,
    `https://git.internal/shop/commit/${head}`,
    'http://2130706433/',
  ])
    await expect(write(link)).rejects.toMatchObject({ code: 'talent.link-inside' })
  expect(await lab.call(getHireSheet, { params: { id: orderId } }, 'buyer')).toEqual(before)
})

test('a repository that cannot be reached is asked again, later each time, and given up in the end', async () => {
  const { id } = await write(`http://127.0.0.1:9/shop/commit/${head}`)
  for (let tries = 1; tries < COMMIT_TRIES; tries++) {
    await lab.sweep()
    await lab.sweep()
    const { rows } = await sql<{
      tries: number
    }>`select tries from talent_sheet_commits where entry_id = ${id}`.execute(lab.db)
    expect(rows).toEqual([{ tries }])
    expect(await commitOf(id)).toMatchObject({ state: 'asked' })
    await lab.advance(minutes(2 ** tries))
  }
  await lab.sweep()
  expect(await commitOf(id)).toMatchObject({ state: 'unreachable' })
  await lab.advance(days(1))
  await lab.sweep()
  expect(await commitOf(id)).toMatchObject({ state: 'unreachable' })
})

test('one that fails holds up no other, and waits longer each time', async () => {
  broken.add('/odd')
  const odd: string[] = []
  // As many as one round takes.
  for (let at = 0; at < 10; at++) odd.push((await write(`${backend.address}/odd${at}/commit/${head}`)).id)
  const there = await write(`${backend.address}/shop/commit/${head}`)
  await lab.sweep()
  await lab.sweep()
  expect(await commitOf(there.id)).toMatchObject({ state: 'found' })
  const { rows } = await sql<{ tries: number }>`
    select distinct tries from talent_sheet_commits where entry_id = any(${odd}) and next_at > business_now()`.execute(
    lab.db,
  )
  expect(rows).toEqual([{ tries: 1 }])
  broken.clear()
})

test('an entry that is taken back takes its commit along', async () => {
  const { id } = await write(`${backend.address}/shop/commit/${head}`)
  await lab.call(removeSheetEntry, { params: { id } }, 'expert')
  await lab.sweep()
  const { rows } = await sql`select from talent_sheet_commits where entry_id = ${id}`.execute(lab.db)
  expect(rows).toEqual([])
})

test.each([
  [`https://github.com/o/n/commit/${'a'.repeat(40)}`, 'https://github.com/o/n.git'],
  [`https://gitlab.com/g/sub/n/-/commit/${'a'.repeat(40)}`, 'https://gitlab.com/g/sub/n.git'],
  [`https://gitee.com/o/n/commit/${'a'.repeat(40)}#note`, 'https://gitee.com/o/n.git'],
  [`https://bitbucket.org/o/n/commits/${'a'.repeat(40)}`, 'https://bitbucket.org/o/n.git'],
  [`https://codeberg.org/o/n.git/commit/${'a'.repeat(40)}`, 'https://codeberg.org/o/n.git'],
])('the page %s is about a commit of %s', (link, repository) => {
  expect(readCommitLink(link)).toEqual({ repository, oid: 'a'.repeat(40) })
})

test.each([
  `https://github.com/o/n/commit/${'a'.repeat(39)}`,
  `https://github.com/o/n/tree/${'a'.repeat(40)}`,
  `https://github.com/search?q=/commit/${'a'.repeat(40)}`,
])('the page %s is about no commit', (link) => {
  expect(readCommitLink(link)).toBeUndefined()
})
