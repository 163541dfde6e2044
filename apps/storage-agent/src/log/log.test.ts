import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const SOURCE = join(import.meta.dirname, '..')
const MANUAL = join(import.meta.dirname, '../../../../docs/STORAGE-NODE.md')
/** A line of the log in the source: its level, which may depend on something, and its event. */
const LINE = /\blog\(([^,()]+),\s*['`]([^'`]+)['`]/g

test('the manual names every event that is logged as a warning or an error', () => {
  const files = globSync('**/*.ts', { cwd: SOURCE }).filter((file) => !file.endsWith('.test.ts'))
  const lines = files.flatMap((file) => [...readFileSync(join(SOURCE, file), 'utf8').matchAll(LINE)])
  const events = lines
    .filter(([, level]) => /'(warn|error)'/.test(level ?? ''))
    .map(([, , event = '']) => event.replace(/^call\.\$\{.*/, 'call.*').replace(/^chain\.\$\{.*/, 'chain.unreachable'))
  expect(events.length).toBeGreaterThan(15)
  const manual = readFileSync(MANUAL, 'utf8')
  expect(events.filter((event) => !manual.includes(`\`${event}\``))).toEqual([])
})
