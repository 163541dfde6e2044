import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * `npm test`: the checks of the house, every vitest suite, the journeys in Chromium. Prints what each suite printed and,
 * last, one line over all of them: `N passed, N failed`. Suites may be named: `npm test -- unit journeys`.
 */

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const reports = mkdtempSync(join(tmpdir(), 'trove-test-'))

/** How long what an ended suite printed may still be on its way. */
const FLUSH_MS = 500

type Tally = { passed: number; failed: number }
type Report = {
  numPassedTests: number
  numFailedTests: number
  numFailedTestSuites: number
  testResults: { name: string; assertionResults: { status: string; fullName: string; failureMessages?: string[] }[] }[]
}

/** What failed, for the end of the output: what the suites printed of it is far above by then. */
const failures: string[] = []
type Suite = { name: string; run: () => Promise<Tally> }

function command(args: string[], env: Record<string, string> = {}): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    child.stdout.on('data', (data: Buffer) => {
      output += data
      process.stdout.write(data)
    })
    // Not 'close': a program that a failed test left behind may hold the pipe open for ever.
    child.on('exit', (code) => setTimeout(() => resolve({ code: code ?? 1, output }), FLUSH_MS))
  })
}

async function checks(): Promise<Tally> {
  const { code, output } = await command(['tools/check.ts'])
  const found = /checks: (\d+) passed, (\d+) failed/.exec(output)
  return found ? { passed: Number(found[1]), failed: Number(found[2]) } : { passed: 0, failed: code === 0 ? 0 : 1 }
}

async function unit(): Promise<Tally> {
  const report = join(reports, 'unit.json')
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const { code } = await command([vitest, 'run', '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`])
  const { numPassedTests, numFailedTests, numFailedTestSuites, testResults }: Report = JSON.parse(
    readFileSync(report, 'utf8'),
  )
  for (const { name, assertionResults } of testResults)
    for (const { status, fullName, failureMessages } of assertionResults)
      if (status === 'failed') failures.push(`${relative(root, name)} › ${fullName}\n${failureMessages?.[0] ?? ''}`)
  // A file that cannot even be loaded has no test to fail: the exit code and the suite count still tell.
  const failed = numFailedTests + (numFailedTests === 0 ? numFailedTestSuites : 0)
  return { passed: numPassedTests, failed: failed === 0 && code !== 0 ? 1 : failed }
}

async function journeys(): Promise<Tally> {
  const { code, output } = await command(['e2e/run.ts'])
  const found = [...output.matchAll(/journeys: (\d+) passed, (\d+) failed/g)].at(-1)
  return found ? { passed: Number(found[1]), failed: Number(found[2]) } : { passed: 0, failed: code === 0 ? 0 : 1 }
}

const suites: Suite[] = [
  { name: 'checks', run: checks },
  { name: 'unit', run: unit },
  { name: 'journeys', run: journeys },
]

const wanted = process.argv.slice(2)
const total: Tally = { passed: 0, failed: 0 }
for (const suite of suites) {
  if (wanted.length > 0 && !wanted.includes(suite.name)) continue
  const began = Date.now()
  console.log(`\n== ${suite.name}`)
  const tally = await suite.run()
  total.passed += tally.passed
  total.failed += tally.failed
  console.log(
    `== ${suite.name}: ${tally.passed} passed, ${tally.failed} failed in ${Math.round((Date.now() - began) / 1000)} s`,
  )
}
rmSync(reports, { recursive: true, force: true })
for (const failure of failures) console.log(`\nfailed: ${failure}`)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1)
