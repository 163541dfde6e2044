import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** What continuous integration reads: the exit code, and the last line. */

const RUN = join(dirname(dirname(import.meta.dirname)), '.ci/run')
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'trove-ci-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs it with an npm that answers `npm test` and `npm run test:deep` as told. */
function runWith(everyday: { line: string; code: number }, deep: { line: string; code: number }) {
  const npm = join(folder, 'npm')
  const answer = ({ line, code }: typeof deep) =>
    `echo '== unit: 9 passed, 9 failed in 1 s'; echo '${line}'; exit ${code}`
  writeFileSync(
    npm,
    `#!/bin/sh\ncase "$*" in\n  test) ${answer(everyday)} ;;\n  'run test:deep') ${answer(deep)} ;;\n  *) exit 64 ;;\nesac\n`,
  )
  chmodSync(npm, 0o700)
  const done = spawnSync('bash', [RUN], { encoding: 'utf8', env: { PATH: `${folder}:${process.env.PATH}` } })
  return { code: done.status, last: done.stdout.trimEnd().split('\n').at(-1) }
}

test('the last line is the total of both runs', () => {
  const both = runWith({ line: '1200 passed, 0 failed', code: 0 }, { line: '34 passed, 0 failed', code: 0 })
  expect(both).toEqual({ code: 0, last: '1234 passed, 0 failed' })
})

test('a failed everyday run fails it at once; a failed deep run fails it, too', () => {
  const neverRun = { line: '5 passed, 0 failed', code: 0 }
  const first = runWith({ line: '1199 passed, 1 failed', code: 1 }, neverRun)
  expect(first).toEqual({ code: 1, last: '1199 passed, 1 failed' })
  const second = runWith({ line: '1200 passed, 0 failed', code: 0 }, { line: '33 passed, 1 failed', code: 1 })
  expect(second).toEqual({ code: 1, last: '1233 passed, 1 failed' })
})

test('a run that breaks before it counted anything does not pass', () => {
  expect(runWith({ line: 'no such program', code: 1 }, { line: '', code: 0 })).toEqual({
    code: 1,
    last: '0 passed, 0 failed',
  })
})
