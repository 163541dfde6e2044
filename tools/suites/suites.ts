import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { failuresOf, type Report } from '../vitest/failures.ts'

/** What `npm test` and `npm run test:deep` are made of: suites that end in a number of passed and failed tests. */

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** How long what an ended suite printed may still be on its way. */
const FLUSH_MS = 500

export type Tally = { passed: number; failed: number }
type Print = (text: string | Buffer) => void
/** `failures` takes what failed, for the end of the output: what the suite printed of it is far above by then. */
export type Suite = { name: string; run: (failures: string[], print: Print) => Promise<Tally> }
type Settings = Record<string, string>

/** `complaints`: the last of what it wrote beside its output. */
type Ended = { code: number; output: string; complaints: string }
const COMPLAINTS_KEPT = 4000

function command(args: string[], print: Print, env: Settings = {}): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    let complaints = ''
    child.stderr.on('data', (data: Buffer) => {
      complaints = (complaints + data).slice(-COMPLAINTS_KEPT)
      print(data)
    })
    child.stdout.on('data', (data: Buffer) => {
      output += data
      print(data)
    })
    // Not 'close': a program that a failed test left behind may hold the pipe open for ever.
    child.on('exit', (code) => setTimeout(() => resolve({ code: code ?? 1, output, complaints }), FLUSH_MS))
  })
}

/** A program that prints `<word>: N passed, N failed`, or whose exit code alone tells. */
async function counted(args: string[], word: string, print: Print): Promise<Tally> {
  const { code, output } = await command(args, print)
  const found = [...output.matchAll(new RegExp(`${word}: (\\d+) passed, (\\d+) failed`, 'g'))].at(-1)
  return found ? { passed: Number(found[1]), failed: Number(found[2]) } : { passed: 0, failed: code === 0 ? 0 : 1 }
}

const SLOWEST = 20

/** Which files took longest, so that a slow one is seen before the run is too long. */
function tellSlowest(results: Report['testResults'], print: Print): void {
  const took = results.map(({ name, startTime, endTime }) => ({ name, ms: endTime - startTime }))
  const slowest = took.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST)
  print('\nslowest files:\n')
  for (const { name, ms } of slowest) print(`${(ms / 1000).toFixed(1).padStart(6)} s  ${relative(root, name)}\n`)
}

/** `npm run check`. */
export const checks: Suite = { name: 'checks', run: (_, print) => counted(['tools/check.ts'], 'checks', print) }

/** The journeys of `npm test`: the API, the whole way in a browser, and a file stored. The deep run walks the others. */
const EVERYDAY = ['01-api', '02-browser', '09-storage']

/** Half of the others by their time: they have a world of their own beside the rest, as journeys wait a lot. */
const BESIDE = ['06-sudden-death', '08-wallet', '10-talent', '12-stored-whole', '13-exchange']

/** The journeys in Chromium: those of every day, or all others. */
export function journeys(which: 'everyday' | 'others'): Suite {
  const isWanted = (name: string) => EVERYDAY.includes(name) === (which === 'everyday')
  const names = readdirSync(join(root, 'e2e/journeys')).map((file) => file.replace('.journey.ts', ''))
  const wanted = names.filter(isWanted)
  const paths = (chosen: string[]) => chosen.map((name) => `journeys/${name}.`)
  const beside = paths(wanted.filter((name) => BESIDE.includes(name)))
  const rest = paths(wanted.filter((name) => !BESIDE.includes(name)))
  const args = beside.length > 0 ? [...rest, '--beside', ...beside] : rest
  return { name: 'journeys', run: (_, print) => counted(['e2e/run.ts', ...args], 'journeys', print) }
}

/** The chain's own tests in Rust, where an earlier run has left what they are built from. */
export const warmChain: Suite = {
  name: 'chain',
  async run(_, print) {
    const { code, output } = await command(['tools/test-chain.ts', '--if-warm'], print)
    const found = [...output.matchAll(/^test result: .*? (\d+) passed; (\d+) failed/gm)]
    const sum = (field: number) => found.reduce((total, result) => total + Number(result[field]), 0)
    return { passed: sum(1), failed: sum(2) || (code === 0 ? 0 : 1) }
  },
}

/** The suites of vitest.config.ts. */
export function unit(env?: Settings): Suite {
  return { name: 'unit', run: (failures, print) => vitest(failures, print, env) }
}

async function vitest(failures: string[], print: Print, env?: Settings): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), 'trove-test-'))
  const report = join(folder, 'unit.json')
  const beside = join(folder, 'beside.json')
  const program = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const reporters = ['dot', 'json', join(root, 'tools', 'vitest', 'beside-tests.ts')].map(
    (name) => `--reporter=${name}`,
  )
  const args = [program, 'run', ...reporters, `--outputFile.json=${report}`]
  const { code, complaints } = await command(args, print, { ...env, TEST_BESIDE: beside })
  const ended: Report = JSON.parse(readFileSync(report, 'utf8'))
  const besideTests: string[] = JSON.parse(readFileSync(beside, 'utf8'))
  failures.push(...besideTests)
  rmSync(folder, { recursive: true, force: true })
  tellSlowest(ended.testResults, print)
  failures.push(...failuresOf(ended, root))
  const { numPassedTests, numFailedTests, numFailedTestSuites } = ended
  // A file that cannot even be loaded has no test to fail: the exit code and the suite count still tell.
  const failed = numFailedTests + (numFailedTests === 0 ? numFailedTestSuites : 0)
  if (failed > 0 || code === 0) return { passed: numPassedTests, failed }
  if (besideTests.length === 0) failures.push(`vitest ended with ${code}\n${complaints}`)
  return { passed: numPassedTests, failed: 1 }
}

/**
 * Runs one step after the other, or the suites that are named; those of one step run at the same time. The last line is
 * `N passed, N failed`. Ends the program.
 */
export async function runSuites(steps: Suite[][], wanted = process.argv.slice(2)): Promise<never> {
  const total: Tally = { passed: 0, failed: 0 }
  const failures: string[] = []
  for (const step of steps) {
    const suites = step.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
    const tallies = await Promise.all(suites.map((suite, no) => told(suite, failures, no === 0)))
    for (const { passed, failed } of tallies) {
      total.passed += passed
      total.failed += failed
    }
  }
  for (const failure of failures) console.log(`\nfailed: ${failure}`)
  console.log(`\n${total.passed} passed, ${total.failed} failed`)
  process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1)
}

/** What a suite prints is seen at once, or, where `isSeen` is false, when it has ended: two at the same time cannot be read. */
async function told({ name, run }: Suite, failures: string[], isSeen: boolean): Promise<Tally> {
  const began = Date.now()
  const kept: Buffer[] = []
  const show: Print = (text) => void process.stdout.write(text)
  const print: Print = isSeen ? show : (text) => void kept.push(Buffer.from(text))
  print(`\n== ${name}\n`)
  // One that breaks must not take with it what the other has printed, nor leave the other running.
  const { passed, failed } = await run(failures, print).catch((error: Error) => {
    failures.push(`${name} broke\n${error.stack ?? error}`)
    return { passed: 0, failed: 1 }
  })
  print(`== ${name}: ${passed} passed, ${failed} failed in ${Math.round((Date.now() - began) / 1000)} s\n`)
  for (const text of kept) show(text)
  return { passed, failed }
}
