import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

test('every file is checked out with the ends of lines that it was written with, whatever Git is told of them', () => {
  const said = execFileSync('git', ['ls-files', '--eol'], { encoding: 'utf8', cwd: root })
  const lines = said.trimEnd().split('\n')
  expect(lines.length).toBeGreaterThan(10)
  expect(lines.filter((line) => !/^i\/(lf|-text|none) .*attr\/text=auto eol=lf/.test(line))).toEqual([])
})
