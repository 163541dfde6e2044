import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const chain = join(import.meta.dirname, '../../chain')
const MAX_LINES = 400

test('no Rust file of the chain has more than 400 lines', () => {
  const long = readdirSync(chain, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.rs') && !path.includes('target'))
    .map((path) => ({ path, lines: readFileSync(join(chain, path), 'utf8').split('\n').length - 1 }))
    .filter(({ lines }) => lines > MAX_LINES)
  expect(long).toEqual([])
})
