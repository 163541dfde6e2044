import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DESCRIPTORS_DIR, makeDescriptors } from './chain/descriptors.ts'
import { WASM_FILE } from './chain/sources.ts'

/** Writes the chain client's descriptors from the committed WASM: after every build of it. Needs neither Rust nor a network. */

const root = dirname(import.meta.dirname)
const folder = join(root, DESCRIPTORS_DIR)
mkdirSync(folder, { recursive: true })
for (const [name, text] of Object.entries(makeDescriptors(readFileSync(join(root, WASM_FILE)))))
  writeFileSync(join(folder, name), text)
