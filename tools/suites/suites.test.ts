import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** How the suites of a run are put together. */

const SUITES = JSON.stringify(join(import.meta.dirname, 'suites.ts'))

/** Suites `a` and `b` in one step, where each waits for the other to begin, and `c` in the next. */
const PROGRAM = `
  import { runSuites } from ${SUITES}
  const begun = { a: Promise.withResolvers(), b: Promise.withResolvers() }
  const beside = (name, other) => ({
    name,
    async run(failures, print) {
      print(name + ' has begun\\n')
      begun[name].resolve()
      if (process.argv.length === 1) await begun[other].promise
      print(name + ' has met ' + other + '\\n')
      return { passed: 2, failed: 0 }
    },
  })
  const last = {
    name: 'c',
    async run(failures, print) {
      print('c has begun\\n')
      failures.push('one of c')
      return { passed: 0, failed: 1 }
    },
  }
  await runSuites([[beside('a', 'b'), beside('b', 'a')], [last]], JSON.parse(process.env.WANTED))
`

function run(wanted: string[]) {
  const args = ['--input-type=module', '--eval', PROGRAM, ...wanted.slice(0, 1)]
  const { status, stdout } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    env: { ...process.env, WANTED: JSON.stringify(wanted) },
    timeout: 60_000,
  })
  const lines = stdout.split('\n').filter(Boolean)
  return { status, lines: lines.map((line) => line.replace(/ in \d+ s$/, '')) }
}

test('suites of one step run at the same time, each printed in one piece, and the steps one after the other', () => {
  const { status, lines } = run([])
  const piece = (name: string, other: string) => [
    `== ${name}`,
    `${name} has begun`,
    `${name} has met ${other}`,
    `== ${name}: 2 passed, 0 failed`,
  ]
  const end = ['== c', 'c has begun', '== c: 0 passed, 1 failed', 'failed: one of c', '4 passed, 1 failed']
  expect(lines).toEqual([...piece('a', 'b'), ...piece('b', 'a'), ...end])
  expect(status).toBe(1)
})

test('a suite that is named runs alone', () => {
  const { status, lines } = run(['b'])
  expect(lines).toEqual(['== b', 'b has begun', 'b has met a', '== b: 2 passed, 0 failed', '2 passed, 0 failed'])
  expect(status).toBe(0)
})
