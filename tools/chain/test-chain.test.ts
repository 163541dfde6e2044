import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

/** When the chain's own tests run, with a compiler that only notes what it is asked. */

const SCRIPT = join(import.meta.dirname, '../test-chain.ts')
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trove-test-chain-'))
  mkdirSync(join(folder, 'bin'))
  mkdirSync(join(folder, 'target'))
  tool('rustc', 'echo rustc 1')
  tool('cargo', `echo "$1 $3" >> ${folder}/asked`)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Puts a program of this name before all others. */
function tool(name: string, does: string): void {
  const path = join(folder, 'bin', name)
  writeFileSync(path, `#!/bin/sh\n${does}\n`)
  chmodSync(path, 0o755)
}

async function run(...args: string[]) {
  rmSync(join(folder, 'asked'), { force: true })
  const env = {
    ...process.env,
    PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
    CARGO_TARGET_DIR: join(folder, 'target'),
  }
  const child = spawn(process.execPath, [SCRIPT, ...args], { env })
  let said = ''
  for (const out of [child.stdout, child.stderr]) out.on('data', (part) => (said += part))
  const [code] = await once(child, 'close')
  return { code, said, asked: readAsked() }
}

function readAsked(): string[] {
  try {
    const lines = readFileSync(join(folder, 'asked'), 'utf8').split('\n')
    return lines.map((line) => line.split(' ')[0] ?? '').filter((word) => word && word !== '--version')
  } catch {
    return []
  }
}
const ALL = ['fmt', 'test', 'test', 'clippy']

test('without a whole run before, nothing is built where only what is warm is wanted', async () => {
  // As a run that was ended in the middle leaves it.
  mkdirSync(join(folder, 'target/debug'))
  const cold = await run('--if-warm')
  expect(cold).toMatchObject({ code: 0, asked: [] })
  expect(cold.said).toContain('skipped')
})

test('after a whole run it is warm, until the compiler is another', async () => {
  expect(await run()).toMatchObject({ code: 0, asked: ALL })
  const warm = await run('--if-warm')
  expect(warm).toMatchObject({ code: 0, asked: ALL })
  expect(warm.said).toContain('are good')
  tool('rustc', 'echo rustc 2')
  expect(await run('--if-warm')).toMatchObject({ code: 0, asked: [] })
})

test('a failure fails, warm or not, and a failed run makes nothing warm', async () => {
  tool('cargo', `echo "$1 $3" >> ${folder}/asked; [ "$1" != clippy ]`)
  expect(await run()).toMatchObject({ code: 1, asked: ALL })
  expect(await run('--if-warm')).toMatchObject({ code: 0, asked: [] })
  tool('cargo', ':')
  await run()
  tool('cargo', '[ "$1" != test ]')
  expect((await run('--if-warm')).code).toBe(1)
})

test('a build that takes too long is ended and said to be skipped; tests that take too long fail', async () => {
  await run()
  tool('cargo', `echo "$1 $3" >> ${folder}/asked; [ "$3" != --no-run ] || sleep 1000`)
  const slowBuild = await run('--if-warm=0.1')
  expect(slowBuild).toMatchObject({ code: 0, asked: ['fmt', 'test'] })
  expect(slowBuild.said).toContain('did not end within 0.1 minutes')
  tool('cargo', '[ "$1 $3" != "test -j2" ] || sleep 1000')
  const slowTests = await run('--if-warm=0.1')
  expect(slowTests.code).toBe(1)
  expect(slowTests.said).toContain('too slow')
})
