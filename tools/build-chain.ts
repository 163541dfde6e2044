import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { digestFile, digestSources, listSources, RECORD_FILE, WASM_FILE, type WasmRecord } from './chain/sources.ts'

/**
 * Builds the runtime's WASM and records what it was built from: `npm run build:chain`.
 *
 * Wants cargo with the target wasm32v1-none (see docs/CHAIN.md). The sources are copied beside the target directory first, so
 * that what is recorded is what was built, whatever is edited meanwhile, and so that no path of this machine gets into the
 * WASM. The target directory (CARGO_TARGET_DIR, or one under the system's temporary folder) should be its own.
 */

const root = dirname(import.meta.dirname)
const target = process.env.CARGO_TARGET_DIR ?? join(tmpdir(), 'trove-chain-wasm')
const copy = join(target, 'source')

copySources()
const sourceDigest = digestSources(copy)
build()
record(sourceDigest)
execFileSync(process.execPath, [join(root, 'tools/build-descriptors.ts')], { stdio: 'inherit' })

/** Makes the copy equal to the sources; files that did not change keep their time, so that cargo builds only what did. */
function copySources(): void {
  const chain = join(root, 'chain')
  const wanted = new Set(listSources(chain))
  mkdirSync(copy, { recursive: true })
  if (existsSync(join(copy, 'runtime'))) {
    for (const stale of listSources(copy).filter((path) => !wanted.has(path))) rmSync(join(copy, stale))
  }
  for (const path of wanted) cpSync(join(chain, path), join(copy, path), { preserveTimestamps: true })
}

function build(): void {
  const cargoHome = process.env.CARGO_HOME ?? join(homedir(), '.cargo')
  const registries = join(cargoHome, 'registry/src')
  const remapped = existsSync(registries)
    ? readdirSync(registries).map((name) => [join(registries, name), '/registry'])
    : []
  const flags = [...remapped, [copy, '/chain']].map(([from, to]) => `--remap-path-prefix=${from}=${to}`).join(' ')
  const done = spawnSync(
    'cargo',
    ['build', '--release', '--locked', '-p', 'trove-runtime-wasm', ...process.argv.slice(2)],
    {
      cwd: copy,
      stdio: 'inherit',
      env: { ...process.env, CARGO_TARGET_DIR: target, WASM_BUILD_WORKSPACE_HINT: copy, WASM_BUILD_RUSTFLAGS: flags },
    },
  )
  if (done.status !== 0) {
    console.error('The runtime did not build. docs/CHAIN.md says what the machine must have.')
    process.exit(1)
  }
}

function record(sourceDigest: string): void {
  const built = join(target, 'release/wbuild/trove-runtime/trove_runtime.compact.compressed.wasm')
  const wasm = join(root, WASM_FILE)
  mkdirSync(dirname(wasm), { recursive: true })
  copyFileSync(built, wasm)
  const made: WasmRecord = {
    sourceDigest,
    wasmSha256: digestFile(wasm),
    wasmBytes: statSync(wasm).size,
    rustc: execFileSync('rustc', ['--version'], { encoding: 'utf8', cwd: copy }).trim(),
  }
  writeFileSync(join(root, RECORD_FILE), `${JSON.stringify(made, null, 2)}\n`)
  console.log(`${WASM_FILE}: ${made.wasmBytes} bytes from sources ${sourceDigest.slice(0, 16)}`)
}
