import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { failuresOf, type Report } from '../tools/vitest/failures.ts'
import { type Chromium, findChromium } from './support/find-chromium.ts'

/**
 * The journeys through the whole program: one fresh world, one browser, every journey in order. Last line:
 * `journeys: N passed, M failed`. Journeys may be named: `node e2e/run.ts 01-api 03`. What follows `--beside` runs at the
 * same time in a world of its own: `node e2e/run.ts 03 --beside 10`. `E2E_ALL=1` tries every crash point and all
 * views of the long journeys.
 */

const here = dirname(fileURLToPath(import.meta.url))
const vitest = join(dirname(here), 'node_modules/vitest/vitest.mjs')

/** `failures`: what failed, for the end of the output. */
type Outcome = { passed: number; failed: number; failures: string[] }

const BESIDE = '--beside'

/** The names given, in one group for each world. */
function groupsOf(given: string[]): string[][] {
  const groups: string[][] = [[]]
  for (const name of given) {
    if (name === BESIDE) groups.push([])
    else groups.at(-1)!.push(name)
  }
  return groups
}

/** `no` of `of` worlds that run beside each other. */
async function run(names: string[], chromium: Chromium, evidenceDir: string, no: number, of: number): Promise<Outcome> {
  const report = join(evidenceDir, `report-${no}.json`)
  const beside = join(evidenceDir, `beside-${no}.json`)
  const reporters = ['verbose', 'json', join(dirname(here), 'tools/vitest/beside-tests.ts')]
  const args = ['run', '--config', join(here, 'vitest.config.ts'), ...reporters.map((name) => `--reporter=${name}`)]
  const child = spawn(process.execPath, [vitest, ...args, `--outputFile.json=${report}`, ...names], {
    cwd: here,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      E2E_CHROMIUM: chromium.path,
      E2E_CHROMIUM_LIBRARIES: chromium.libraries ?? '',
      E2E_EVIDENCE: evidenceDir,
      E2E_WORLD: `${no}/${of}`,
      TEST_BESIDE: beside,
    },
  })
  // An interrupt lets the runner end what it started.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill('SIGINT'))
  const code = await new Promise<number>((resolve) => child.on('close', (status) => resolve(status ?? 1)))
  const ended: Report = JSON.parse(readFileSync(report, 'utf8'))
  const { numPassedTests, numFailedTests, numFailedTestSuites } = ended
  const besideTests: string[] = existsSync(beside) ? JSON.parse(readFileSync(beside, 'utf8')) : []
  // A file that cannot even be loaded, or a world that does not start, has no test to fail.
  const failed = numFailedTests || (code === 0 ? 0 : Math.max(1, numFailedTestSuites))
  return { passed: numPassedTests, failed, failures: [...besideTests, ...failuresOf(ended, here)] }
}

const evidenceDir = mkdtempSync(join(tmpdir(), 'trove-journeys-evidence-'))
let passed = 0
let failed = 0
const failures: string[] = []
try {
  const chromium = await findChromium()
  const groups = groupsOf(process.argv.slice(2))
  const runs = groups.map((names, i) => run(names, chromium, evidenceDir, i + 1, groups.length))
  for (const outcome of await Promise.allSettled(runs)) {
    if (outcome.status === 'rejected') throw outcome.reason
    passed += outcome.value.passed
    failed += outcome.value.failed
    failures.push(...outcome.value.failures)
  }
} catch (error) {
  console.error((error as Error).message)
  failed += 1
}
if (readdirSync(evidenceDir).some((name) => name.endsWith('.png')))
  console.log(`screenshots and traces: ${evidenceDir}`)
else rmSync(evidenceDir, { recursive: true, force: true })
// What was printed of it is far above by now.
for (const failure of failures) console.log(`failed: ${failure}\n`)
console.log(`journeys: ${passed} passed, ${failed} failed`)
process.exit(failed === 0 && passed > 0 ? 0 : 1)
