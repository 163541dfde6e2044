import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openLogFile } from './log-file.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'trove-log-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const MIB = 1024 * 1024

test('a log that is full is kept beside the new one', () => {
  const path = join(dir, 'logs/it.log')
  const log = openLogFile(path)
  log.write(Buffer.alloc(19 * MIB, 'a'))
  log.write(Buffer.alloc(2 * MIB, 'b'))
  log.close()
  expect(readFileSync(`${path}.1`).length).toBe(19 * MIB)
  expect(readFileSync(path).length).toBe(2 * MIB)
})

test('what a program says after its log was closed is lost, and nobody else falls over it', () => {
  const log = openLogFile(join(dir, 'it.log'))
  log.close()
  log.write(Buffer.from('late'))
  expect(readFileSync(join(dir, 'it.log'), 'utf8')).toBe('')
})

test.runIf(existsSync('/dev/full'))('on a full disk lines are lost, and everything goes on', () => {
  const log = openLogFile('/dev/full')
  log.write(Buffer.from('line'))
  log.close()
})
