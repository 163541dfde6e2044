import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/**
 * The chain's own tests with the ordinary Rust toolchain: format, tests, clippy; native, no WASM. `npm run test:chain`.
 *
 * With `--if-warm`, or `--if-warm=MINUTES`, it does nothing unless an earlier run finished with the same compiler and the
 * same foreign crates (a cold build takes some 20 minutes of two cores). It stops building after 15 minutes or those
 * given.
 * CARGO_TARGET_DIR chooses the directory of the builds; it lies outside the checkout.
 */

type Step = { args: string[]; isBuild: boolean }

const USUAL_MINUTES = 15
const chain = join(dirname(import.meta.dirname), 'chain')
const target = process.env.CARGO_TARGET_DIR ?? join(tmpdir(), 'trove-chain-native')
const stamp = join(target, 'whole-run')
const env = { ...process.env, CARGO_TARGET_DIR: target, CARGO_PROFILE_DEV_DEBUG: '0' }
const jobs = process.env.CARGO_BUILD_JOBS ? [] : ['-j2']

const STEPS: Step[] = [
  { args: ['fmt', '--all', '--check'], isBuild: false },
  { args: ['test', '--locked', '--no-run', ...jobs], isBuild: true },
  { args: ['test', '--locked', ...jobs], isBuild: false },
  { args: ['clippy', '--all-targets', '--locked', ...jobs, '--', '-D', 'warnings'], isBuild: true },
]

const [, minutes] = process.argv.map((arg) => /^--if-warm(?:=([\d.]+))?$/.exec(arg)).find(Boolean) ?? []
const isOnlyIfWarm = process.argv.some((arg) => arg.startsWith('--if-warm'))
const limitMs = isOnlyIfWarm ? Number(minutes ?? USUAL_MINUTES) * 60_000 : undefined
const beganMs = Date.now()

const compiler = versionOf('rustc')
if (isOnlyIfWarm && (compiler === undefined || readStamp() !== whatIsBuilt())) {
  console.log(`chain: skipped, ${target} is cold (npm run test:chain builds it)`)
  process.exit(0)
}
if (versionOf('cargo') === undefined) {
  console.error('chain: cargo is not here')
  process.exit(1)
}
for (const step of STEPS) {
  console.log(`cargo ${step.args.join(' ')}`)
  const end = await run(step)
  if (end === 'too slow' && step.isBuild) {
    console.log(`chain: skipped, its build did not end within ${limitMs! / 60_000} minutes`)
    process.exit(0)
  }
  if (end !== 'good') {
    console.error(`chain: cargo ${step.args[0]} ${end}`)
    process.exit(1)
  }
}
writeFileSync(stamp, whatIsBuilt())
console.log('chain: format, tests and clippy are good')

/** Runs a step; what is left of the time is its limit. A build is ended with all its compilers. */
async function run({ args }: Step): Promise<'good' | 'failed' | 'too slow'> {
  const child = spawn('cargo', args, { cwd: chain, env, stdio: 'inherit', detached: true })
  let isTooSlow = false
  const end = () => {
    isTooSlow = true
    process.kill(-child.pid!, 'SIGKILL')
  }
  const timer = limitMs === undefined ? undefined : setTimeout(end, Math.max(0, beganMs + limitMs - Date.now()))
  // In a group of its own, it does not hear of a keyboard's interrupt by itself.
  const interrupt = () => process.kill(-child.pid!, 'SIGINT')
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt)
  const [code] = await once(child, 'exit')
  process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
  clearTimeout(timer)
  if (isTooSlow) return 'too slow'
  return code === 0 ? 'good' : 'failed'
}

function versionOf(tool: string): string | undefined {
  const { status, stdout } = spawnSync(tool, ['--version'], { cwd: chain, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}

/** What decides how much there is to build: the compiler and the crates that are not ours. */
function whatIsBuilt(): string {
  const lock = readFileSync(join(chain, 'Cargo.lock'))
  return `${compiler} ${createHash('sha256').update(lock).digest('hex')}\n`
}

function readStamp(): string | undefined {
  try {
    return readFileSync(stamp, 'utf8')
  } catch {
    return undefined
  }
}
