import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { digestFile, digestSources, listSources, RECORD_FILE, WASM_FILE, type WasmRecord } from './sources.ts'

const root = join(import.meta.dirname, '../..')
const record: WasmRecord = JSON.parse(readFileSync(join(root, RECORD_FILE), 'utf8'))

describe('the committed runtime', () => {
  test('was built from the sources that stand here; otherwise run `npm run build:chain`', () => {
    expect(record.sourceDigest).toBe(digestSources(join(root, 'chain')))
  })

  test('is the file that the record names', () => {
    expect(digestFile(join(root, WASM_FILE))).toBe(record.wasmSha256)
    expect(statSync(join(root, WASM_FILE)).size).toBe(record.wasmBytes)
  })

  test('counts the code of all pallets as its source, but neither tests nor benchmarks', () => {
    const sources = listSources(join(root, 'chain'))
    for (const crate of ['storage-core', 'pallets/market', 'pallets/entropy', 'pallets/rights', 'runtime']) {
      expect(sources).toContain(`${crate}/Cargo.toml`)
      expect(sources).toContain(`${crate}/src/lib.rs`)
    }
    expect(sources).toContain('Cargo.lock')
    expect(sources.filter((path) => /tests|mock|benchmark/.test(path))).toEqual([])
  })
})
