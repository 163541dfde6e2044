import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  addCodeProof,
  CODE_BRANCH_START,
  CODE_PROOFS_MAX,
  checkCodeProof,
  listCodeProofs,
  removeCodeProof,
} from '@trove/contract/certification/code-proofs'
import { decideApplication, listApplications, openApplication } from '@trove/contract/certification/desk'
import { withdrawConsent } from '@trove/contract/identity/account'
import { getHomepage } from '@trove/contract/talent/experts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startHttpBackend } from '../../../../../../packages/git-server/test/http-backend.ts'
import { git, needGit } from '../../../../../../packages/git-server/test/stock-git.ts'
import { applyAs, reviewer } from '../../../../test/labs/certification-lab.ts'
import { enrolTotp } from '../../../../test/world/factors.ts'
import { startWorld, type World, type WorldUser } from '../../../../test/world/world.ts'

/** A person proves by a branch that they write to a public repository, which git's own server shows here. */

let world: World
let desk: WorldUser
let folder: string
let backend: Awaited<ReturnType<typeof startHttpBackend>>
let work: string
beforeAll(async () => {
  needGit()
  folder = await mkdtemp(join(tmpdir(), 'proof-'))
  work = join(folder, 'work')
  await mkdir(work)
  await git(work, 'init', '--quiet', '--initial-branch=main')
  for (const [author, day] of [
    ['Ada <ada@example.com>', '2024-05-01'],
    ['Bo <bo@example.com>', '2025-06-02'],
    ['Ada L <ADA@example.com>', '2026-07-03'],
  ] as const) {
    await writeFile(join(work, 'notes.txt'), `${day}\n`)
    await git(work, 'add', '--all')
    await git(work, 'commit', '--quiet', '--message', day, '--author', author, '--date', `${day}T12:00:00Z`)
  }
  for (const name of ['shop', 'other', 'third', 'fourth']) {
    await git(folder, 'clone', '--quiet', '--bare', work, `${name}.git`)
    await git(work, 'remote', 'add', name, join(folder, `${name}.git`))
  }
  backend = await startHttpBackend(folder)
  world = await startWorld({
    hasPayment: false,
    env: { REPOSITORY_ALLOW: `${new URL(backend.address).host},127.0.0.1:9` },
  })
  const owner = await world.signIn('13800000009')
  await enrolTotp(world, owner)
  desk = await reviewer(world, owner, '13600000001')
})
afterAll(async () => {
  await world?.stop()
  await backend?.end()
  if (folder) await rm(folder, { recursive: true, force: true })
})

let as: WorldUser
let people = 0
beforeEach(async () => {
  as = await world.signIn(`1360000030${++people}`)
})
const add = (repository: string) => world.call(addCodeProof, { body: { repository } }, { as })
const check = (id: string, by = as) => world.call(checkCodeProof, { params: { id } }, { as: by })
const list = () => world.call(listCodeProofs, {}, { as })
const refusal = (code: string, params: object = {}) => expect.objectContaining({ code, params })

test('who puts the branch there is shown to reviewers at once and to everybody once certified, until it is taken back', async () => {
  const { id, branch, state, proven } = await add(`${backend.address}/shop.git/`)
  expect({ state, proven, start: branch.startsWith(CODE_BRANCH_START) }).toEqual({
    ...{ state: 'waiting', proven: null, start: true },
  })
  await expect(check(id)).rejects.toEqual(refusal('certification.code-branch-missing', { branch }))
  await git(work, 'push', '--quiet', 'shop', `HEAD:refs/heads/${branch}`)
  const found = await check(id)
  expect(found).toMatchObject({
    state: 'proven',
    proven: {
      ...{ repository: `${backend.address}/shop`, commits: 3, isMore: false, authors: 2 },
      ...{ firstAt: '2024-05-01T12:00:00.000Z', lastAt: '2026-07-03T12:00:00.000Z' },
    },
  })
  await applyAs(world, as)
  const { content } = await world.call(listApplications, { query: { size: 100 } }, { as: desk })
  const applied = content.find(({ person }) => person.id === as.userId)!
  const opened = await world.call(openApplication, { params: { id: applied.id } }, { as: desk })
  expect(opened.codeProofs).toEqual([found.proven])
  await world.call(decideApplication, { params: { id: applied.id }, body: { decision: 'approve' } }, { as: desk })
  const page = async () => (await world.call(getHomepage, { query: {} }, { as })).codeProofs
  expect(await page()).toEqual([found.proven])
  const other = await world.signIn('13600000400')
  await expect(world.call(removeCodeProof, { params: { id } }, { as: other })).rejects.toEqual(
    refusal('resource.not-found'),
  )
  await world.call(removeCodeProof, { params: { id } }, { as })
  expect(await page()).toEqual([])
})

test('a tag of that name counts too, another’s branch does not, and nobody checks for somebody else', async () => {
  const mine = await add(`${backend.address}/other`)
  const bo = await world.signIn('13600000500')
  const theirs = await world.call(addCodeProof, { body: { repository: `${backend.address}/other` } }, { as: bo })
  expect(theirs.branch).not.toBe(mine.branch)
  await git(work, 'push', '--quiet', 'other', `HEAD:refs/tags/${mine.branch}`)
  await expect(check(theirs.id, bo)).rejects.toEqual(
    refusal('certification.code-branch-missing', { branch: theirs.branch }),
  )
  await expect(check(mine.id, bo)).rejects.toEqual(refusal('resource.not-found'))
  expect(await check(mine.id)).toMatchObject({ state: 'proven' })
})

test('an address that leads inside, is none, or carries a password is refused, and writes nothing', async () => {
  for (const address of [
    'https://10.0.0.8/team/shop',
    'http://github.com/team/shop',
    'https://localhost/team/shop',
    'https://[::1]/team/shop',
    'https://git.internal/shop',
    'https://ada:secret@github.com/team/shop',
    'https://github.com/',
    'ssh://git@github.com/team/shop',
    'file:///etc/passwd',
    'shop',
  ])
    await expect(add(address)).rejects.toEqual(refusal('certification.code-address'))
  expect(await list()).toEqual([])
})

test('a repository is named once, three at most, and one that cannot be had says so', async () => {
  await add(`${backend.address}/third`)
  await expect(add(`${backend.address}/third.git`)).rejects.toEqual(refusal('certification.code-known'))
  const gone = await add(`${backend.address}/nothing-here`)
  const silent = await add('http://127.0.0.1:9/shop')
  await expect(add(`${backend.address}/fourth`)).rejects.toEqual(
    refusal('certification.code-limit', { count: CODE_PROOFS_MAX }),
  )
  await expect(check(gone.id)).rejects.toEqual(refusal('certification.code-missing'))
  await expect(check(silent.id)).rejects.toEqual(refusal('certification.code-unreachable'))
  expect((await list()).map(({ state }) => state)).toEqual(['waiting', 'waiting', 'waiting'])
})

test('ten at once add no more than three, and one repository once', async () => {
  const names = ['shop', 'shop', 'other', 'third', 'fourth', 'a', 'b', 'c', 'd', 'e']
  const done = await Promise.allSettled(names.map((name) => add(`${backend.address}/${name}`)))
  expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(CODE_PROOFS_MAX)
  expect(new Set((await list()).map(({ repository }) => repository)).size).toBe(CODE_PROOFS_MAX)
})

test('goes with the consent that certification rests on', async () => {
  await add(`${backend.address}/shop`)
  await applyAs(world, as)
  await world.call(withdrawConsent, { body: { purpose: 'certification' } }, { as })
  const { rows } = await sql`select from certification_code_proofs where user_id = ${as.userId}`.execute(world.db)
  expect(rows).toEqual([])
})
