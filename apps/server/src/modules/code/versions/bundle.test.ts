import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCodeToken } from '@trove/contract/code/vault'
import { createWork, getWork, uploadArchive } from '@trove/contract/code/works'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { git, needGit } from '../../../../../../packages/git-server/test/stock-git.ts'
import { sendFile } from '../../../../test/labs/work-lab.ts'
import { startWorld, type World, type WorldUser } from '../../../../test/world/world.ts'

/** A bundle is uploaded where an archive is, and keeps its history. */

let world: World
let author: WorldUser
let folder: string
beforeAll(async () => {
  needGit()
  world = await startWorld({ hasPayment: false })
  author = await world.signIn('13500000001')
  folder = await mkdtemp(join(tmpdir(), 'trove-bundle-'))
})
afterAll(async () => {
  await world?.stop()
  if (folder) await rm(folder, { recursive: true, force: true })
})

test('a work is filled by a bundle, cloned with its history, and goes on with the next one', async () => {
  const work = join(folder, 'work')
  await mkdir(work)
  await git(work, 'init', '--quiet', '--initial-branch=main')
  const commit = async (text: string) => {
    await writeFile(join(work, 'main.ts'), `${text}\n`)
    await git(work, 'add', '--all')
    await git(work, 'commit', '--quiet', '--message', text)
  }
  for (const text of ['one', 'two', 'three']) await commit(text)
  const { id } = await world.call(createWork, { body: { title: 'Small tool' } }, { as: author })
  const upload = async (...args: string[]) => {
    const path = join(folder, 'work.bundle')
    await git(work, 'bundle', 'create', '--quiet', path, ...args)
    const answer = await sendFile(
      world,
      author,
      uploadArchive.path.replace('{id}', id),
      await readFile(path),
      'a.bundle',
    )
    return (await answer.json()) as { code: number; error?: string }
  }
  expect(await upload('main~1..main')).toMatchObject({ code: 400, error: 'code.bundle-incomplete' })
  expect(await upload('--all')).toMatchObject({ code: 200 })
  expect(await upload('--all')).toMatchObject({ error: 'code.archive-unchanged' })

  const body = { right: 'push' as const }
  const { token, path } = await world.call(createCodeToken, { params: { id }, body }, { as: author })
  await git(folder, 'clone', '--quiet', `${world.url.replace('//', `//git:${token}@`)}${path}`, 'copy')
  const copy = join(folder, 'copy')
  expect(await git(copy, 'log', '--format=%s')).toBe('three\ntwo\none')
  await commit('four')
  expect(await upload('main~1..main')).toMatchObject({ code: 200 })
  await git(copy, '-c', 'fetch.fsckObjects=true', 'pull', '--quiet', '--ff-only')
  expect(await git(copy, 'log', '--format=%s')).toBe('four\nthree\ntwo\none')
  expect(await git(copy, 'fsck', '--full', '--strict')).toBe('')
  await git(work, 'reset', '--quiet', '--hard', 'HEAD~2')
  await commit('another way')
  expect(await upload('--all')).toMatchObject({ code: 409, error: 'code.bundle-rewrites' })
  const { versions } = await world.call(getWork, { params: { id } }, { as: author })
  expect(versions.map(({ number, madeBy }) => [number, madeBy])).toEqual([
    [2, 'push'],
    [1, 'push'],
  ])
})
