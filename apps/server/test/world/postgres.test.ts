import type * as files from 'node:fs/promises'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { removeLeftBehind } from './postgres.ts'

/** What broken-off runs of the tests have left. */

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof files>()
  const denied = Object.assign(new Error('permission denied'), { code: 'EACCES' })
  return {
    ...real,
    rm: (path: string, options: object) =>
      path.endsWith('-foreign') ? Promise.reject(denied) : real.rm(path, options),
  }
})

it('is removed where its run has ended, and what cannot be removed stops nobody', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'trove-test-left-'))
  // No system counts its processes that far.
  const ended = 2 ** 31 - 1
  const names = [`${ended}-foreign`, `${ended}-own`, `${process.pid}-running`].map((name) => `trove-test-pg-${name}`)
  const unnamed = 'trove-test-pg-Xy12z'
  for (const name of [...names, unnamed]) await mkdir(join(parent, name))
  await removeLeftBehind(parent)
  expect((await readdir(parent)).sort()).toEqual([names[0], names[2], unnamed].sort())
  await rm(parent, { recursive: true })
})
