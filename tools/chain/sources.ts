import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where the committed runtime and the record of its sources lie, from the repository's root. */
export const WASM_FILE = 'chain/wasm/trove-runtime.compact.compressed.wasm'
export const RECORD_FILE = 'chain/wasm/source.json'

/** What was built from what; committed beside the WASM. */
export type WasmRecord = {
  /** Digest of the sources, see `digestSources`. */
  sourceDigest: string
  /** SHA-256 of the WASM file, hex. */
  wasmSha256: string
  wasmBytes: number
  /** The compiler's own version line. */
  rustc: string
}

/** Folders whose files go into the WASM, beside the workspace's own manifest and lock file. */
const CRATES = ['storage-core', 'pallets', 'runtime', 'wasm-builder']
const WORKSPACE_FILES = ['Cargo.toml', 'Cargo.lock', 'rust-toolchain.toml']

/** Files that never reach the WASM: tests, mocks and benchmarks. */
const LEFT_OUT = /(^|\/)(tests|mock|benchmarking|benchmarks|target)(\.rs$|\/)/
const TAKEN = /(\.rs|Cargo\.toml)$/

/**
 * The files under `chain/` that the WASM is built from, sorted, as paths from `chain/`.
 * A change to any of them asks for a new build.
 */
export function listSources(chainDir: string): string[] {
  // The copy of an earlier build lacks crates that are new since.
  const files = CRATES.filter((crate) => existsSync(join(chainDir, crate)))
    .flatMap((crate) =>
      readdirSync(join(chainDir, crate), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) =>
          join(entry.parentPath, entry.name)
            .slice(chainDir.length + 1)
            .replaceAll('\\', '/'),
        ),
    )
    .filter((path) => TAKEN.test(path) && !LEFT_OUT.test(path))
  return [...WORKSPACE_FILES, ...files].sort()
}

/** SHA-256, hex, over the paths and contents of `listSources`. Line ends count as \n, so a checkout on Windows agrees. */
export function digestSources(chainDir: string): string {
  const digest = createHash('sha256')
  for (const path of listSources(chainDir)) {
    const content = readFileSync(join(chainDir, path), 'utf8').replaceAll('\r\n', '\n')
    digest.update(`${path}\0${createHash('sha256').update(content).digest('hex')}\n`)
  }
  return digest.digest('hex')
}

/** SHA-256 of a file, hex. */
export function digestFile(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}
