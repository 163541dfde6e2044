import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Part } from './part.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'trove-part-'))
})
afterEach(() => {
  vi.unstubAllGlobals()
  rmSync(dir, { recursive: true, force: true })
})

/** Ends in order when it is told to, as every part does: by a signal, or by the end of its standard input. */
const PROGRAM = `
  const end = (how) => { require('node:fs').writeFileSync(__dirname + '/told', how); process.exit(0) }
  process.on('SIGTERM', () => end('signal'))
  process.stdin.on('end', () => end('input')).resume()
  console.log('ready')`

test.each([
  ['linux', 'signal'],
  ['win32', 'input'],
])('on %s a part is told to end by %s, so that it ends in order', async (platform, how) => {
  vi.stubGlobal('process', Object.create(process, { platform: { value: platform } }))
  const file = join(dir, 'program.cjs')
  writeFileSync(file, PROGRAM)
  const spec = {
    name: 'it',
    file,
    env: () => ({ PATH: process.env.PATH }),
    isReady: (line: string) => line === 'ready',
  }
  const part = new Part(spec, dir, { started() {}, restarting() {}, back() {} })
  await part.start()
  await part.stop(20_000)
  expect(readFileSync(join(dir, 'told'), 'utf8')).toBe(how)
})
