import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DESCRIPTORS_DIR, makeDescriptors } from './descriptors.ts'
import { WASM_FILE } from './sources.ts'

const root = join(import.meta.dirname, '../..')

test('the chain client’s descriptors are those of the committed runtime; otherwise run `node tools/build-descriptors.ts`', () => {
  const made = makeDescriptors(readFileSync(join(root, WASM_FILE)))
  const folder = join(root, DESCRIPTORS_DIR)
  expect(readdirSync(folder).sort()).toEqual(Object.keys(made).sort())
  for (const [name, text] of Object.entries(made))
    expect([name, readFileSync(join(folder, name), 'utf8') === text]).toEqual([name, true])
})
