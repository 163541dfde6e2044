import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Every check of the house, in parallel: types, lint and format, floors, dead code, words, sentences and file sizes.
 * `npm run check`; `npm test` runs it first. Ends with the names of the checks that failed.
 */

const root = dirname(dirname(fileURLToPath(import.meta.url)))
/** A tool's own program, which Node runs: no link in node_modules/.bin, which on Windows is a script that needs a shell. */
const tool = (file: string) => join(root, 'node_modules', file)

/**
 * The native compiler takes a quarter of the time. With more than one checker each looks at the common types anew, which costs
 * twice as much where other checks run beside it. TypeScript 5 stays for the tools that read sources through its API.
 */
const types = (project: string) => [
  join(root, 'node_modules/typescript-native/bin/tsc'),
  '--checkers',
  '1',
  '-p',
  project,
]

/** What Node runs. */
const checks: { name: string; args: string[] }[] = [
  { name: 'types (node)', args: types('tsconfig.json') },
  { name: 'types (web)', args: types('apps/web/tsconfig.json') },
  {
    name: 'lint and format',
    args: [
      tool('@biomejs/biome/bin/biome'),
      ...['ci', '--colors=off', '--diagnostic-level=error', '--max-diagnostics=40', '.'],
    ],
  },
  {
    name: 'floors',
    args: [
      tool('dependency-cruiser/bin/dependency-cruiser.mjs'),
      ...['--config', 'dependency-rules.mjs', 'apps', 'packages', 'e2e', 'bench', 'start.ts'],
    ],
  },
  { name: 'circles of folders', args: ['tools/folder-circles.ts'] },
  { name: 'dead code', args: [tool('knip/bin/knip.js'), '--no-progress'] },
  { name: 'house rules', args: ['tools/house-rules.ts'] },
  { name: 'references', args: ['tools/references.ts'] },
  { name: 'sentences', args: ['tools/sentences.ts'] },
  { name: 'specification coverage', args: ['tools/spec-coverage.ts'] },
]

type Outcome = { name: string; isGood: boolean; seconds: number; output: string }

function run({ name, args }: (typeof checks)[number]): Promise<Outcome> {
  const began = Date.now()
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout.on('data', (data) => {
      output += data
    })
    child.stderr.on('data', (data) => {
      output += data
    })
    child.on('close', (code) => resolve({ name, isGood: code === 0, seconds: (Date.now() - began) / 1000, output }))
  })
}

const only = process.argv.slice(2)
const chosen = only.length > 0 ? checks.filter((check) => only.some((word) => check.name.includes(word))) : checks
const outcomes = await Promise.all(chosen.map(run))
for (const { name, isGood, seconds, output } of outcomes) {
  console.log(`${isGood ? 'ok    ' : 'FAILED'} ${name} (${seconds.toFixed(1)} s)`)
  if (!isGood) console.log(output.trimEnd())
}
const failed = outcomes.filter((outcome) => !outcome.isGood)
console.log(`checks: ${outcomes.length - failed.length} passed, ${failed.length} failed`)
process.exit(failed.length === 0 ? 0 : 1)
