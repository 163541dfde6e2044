import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/**
 * The chain's own tests with the ordinary Rust toolchain: format, tests, clippy; native, no WASM. `npm run test:chain`.
 * With `--if-warm` it does nothing unless an earlier run has left its target directory (a cold build takes some 20 minutes of
 * two cores). CARGO_TARGET_DIR chooses the directory; it lies outside the checkout.
 */

const chain = join(dirname(import.meta.dirname), 'chain')
const target = process.env.CARGO_TARGET_DIR ?? join(tmpdir(), 'trove-chain-native')
const env = { ...process.env, CARGO_TARGET_DIR: target, CARGO_PROFILE_DEV_DEBUG: '0' }
const jobs = process.env.CARGO_BUILD_JOBS ? [] : ['-j2']

const STEPS = [
  ['fmt', '--all', '--check'],
  ['test', '--locked', ...jobs],
  ['clippy', '--all-targets', '--locked', ...jobs, '--', '-D', 'warnings'],
]

if (process.argv.includes('--if-warm') && !existsSync(join(target, 'debug'))) {
  console.log(`chain: skipped, ${target} is cold (npm run test:chain builds it)`)
  process.exit(0)
}
if (spawnSync('cargo', ['--version'], { cwd: chain, stdio: 'ignore' }).status !== 0) {
  console.error('chain: cargo is not here')
  process.exit(1)
}
for (const step of STEPS) {
  console.log(`cargo ${step.join(' ')}`)
  const done = spawnSync('cargo', step, { cwd: chain, env, stdio: 'inherit' })
  if (done.status !== 0) {
    console.error(`chain: cargo ${step[0]} failed`)
    process.exit(1)
  }
}
console.log('chain: format, tests and clippy are good')
