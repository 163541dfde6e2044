import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import type { TestSpecification, Vitest } from 'vitest/node'
import { LongestFirst, MINUTES } from './longest-first.ts'

const root = dirname(dirname(import.meta.dirname))

test('every file that is begun first is where it is said to be', () => {
  expect(MINUTES.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test('they are begun in their order, before all others', async () => {
  const project = { name: 'house', config: { sequence: { groupOrder: 0 }, isolate: true } }
  const files = ['/tools/suites/ci-run.test.ts', MINUTES[2]!, '/vitest.config.ts', MINUTES[0]!].map(
    (path) => ({ moduleId: join(root, path), project }) as unknown as TestSpecification,
  )
  const vitest = { cache: { getTestSpecificationResult: () => undefined } } as unknown as Vitest
  const sorted = await new LongestFirst(vitest).sort(files)
  expect(sorted.map(({ moduleId }) => moduleId)).toEqual(
    [MINUTES[0]!, MINUTES[2]!, '/vitest.config.ts', '/tools/suites/ci-run.test.ts'].map((path) => join(root, path)),
  )
})
