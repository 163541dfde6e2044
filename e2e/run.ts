import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findChromium } from './support/find-chromium.ts'

/**
 * The journeys through the whole program: one fresh world, one browser, every journey in order. Last line:
 * `journeys: N passed, M failed`. Journeys may be named: `node e2e/run.ts 01-api 03`. `E2E_ALL=1` tries every crash point.
 */

const here = dirname(fileURLToPath(import.meta.url))
const vitest = join(dirname(here), 'node_modules/vitest/vitest.mjs')

type Report = {
  numPassedTests: number
  numFailedTests: number
  numFailedTestSuites: number
}

async function run(evidenceDir: string): Promise<Report & { code: number }> {
  const chromium = await findChromium()
  const report = join(evidenceDir, 'report.json')
  const args = ['run', '--config', join(here, 'vitest.config.ts'), '--reporter=verbose', '--reporter=json']
  const child = spawn(process.execPath, [vitest, ...args, `--outputFile.json=${report}`, ...process.argv.slice(2)], {
    cwd: here,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      E2E_CHROMIUM: chromium.path,
      E2E_CHROMIUM_LIBRARIES: chromium.libraries ?? '',
      E2E_EVIDENCE: evidenceDir,
    },
  })
  // An interrupt lets the runner end what it started.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill('SIGINT'))
  const code = await new Promise<number>((resolve) => child.on('close', (status) => resolve(status ?? 1)))
  return { ...(JSON.parse(readFileSync(report, 'utf8')) as Report), code }
}

const evidenceDir = mkdtempSync(join(tmpdir(), 'trove-journeys-evidence-'))
let passed = 0
let failed = 1
try {
  const report = await run(evidenceDir)
  passed = report.numPassedTests
  // A file that cannot even be loaded, or a world that does not start, has no test to fail.
  failed = report.numFailedTests || (report.code === 0 ? 0 : Math.max(1, report.numFailedTestSuites))
} catch (error) {
  console.error((error as Error).message)
}
if (readdirSync(evidenceDir).some((name) => name.endsWith('.png')))
  console.log(`screenshots and traces: ${evidenceDir}`)
else rmSync(evidenceDir, { recursive: true, force: true })
console.log(`journeys: ${passed} passed, ${failed} failed`)
process.exit(failed === 0 && passed > 0 ? 0 : 1)
