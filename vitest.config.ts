import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import { isDatabaseDown } from './apps/server/src/platform/db/errors.ts'
import { LongestFirst } from './tools/vitest/longest-first.ts'

/** A quarter of a minute and more each, beside shorter tests of the same rooms. */
const LONG = [
  'apps/demo-machine/src/main.test.ts',
  'apps/embedded-chain/src/{main,clients}.test.ts',
  'apps/embedded-chain/src/blocks/proof-block.test.ts',
  'apps/embedded-postgres/src/main.test.ts',
  'apps/server/src/app/{chain,choices}.test.ts',
  'apps/server/src/modules/code/{market/recount,reports/sale-race}.test.ts',
  'apps/server/src/modules/code/selling/{whole-way,open-sales}.test.ts',
  'apps/server/src/modules/code/versions/{sudden-death,import}.test.ts',
  'apps/server/src/modules/compute/{rental,relay/rental,downtime/relay-outage,market/counts}.test.ts',
  'apps/server/src/modules/compute/providers/ssh-{machine,recipes}.test.ts',
  'apps/server/src/modules/faucet/chain-sender.test.ts',
  'apps/server/src/modules/files/carry-over.test.ts',
  'apps/server/src/modules/payment/odd-answers.test.ts',
  'apps/server/src/modules/storage/audits/audits.test.ts',
  'apps/server/src/platform/db/migrate.test.ts',
  'apps/server/test/{fuzz,key-rotation,privacy}.test.ts',
  'packages/chain-client/src/{chain,reading/connection}.test.ts',
  'packages/git-server/src/http.test.ts',
  'tools/chain/test-chain.test.ts',
  'tools/start/start.test.ts',
]
/**
 * Only in `npm run test:deep`: kills at every step, the demo's markets, and what waits for many blocks of a chain or sends
 * hundreds of hostile files. The journeys of `npm test` pass most of these steps, too.
 */
const DEEP = [
  '**/{kill,crash,restarts}.test.ts',
  'tools/demo/*.test.ts',
  'apps/storage-agent/src/node/node.test.ts',
  'apps/server/src/app/storage-{nodes,kills}.test.ts',
  'apps/server/src/modules/code/rights/{rights,own}.test.ts',
  'apps/server/test/strangers.test.ts',
  'tools/pack/node-manual.test.ts',
  'packages/chain-client/src/miner/chain.test.ts',
  'packages/git-server/src/hostile.test.ts',
  ...LONG,
]
/** Run by both; how often they try is told by the environment (tools/test-deep.ts). */
const SCALED = ['orders/{model,races}', 'payment/settling/notify', 'storage/following'].map(
  (file) => `apps/server/src/modules/${file}.test.ts`,
)
// As tools/run.mjs sets it: tests start programs of ours by the hundred.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules', '.cache', 'compiled')
const isDeep = process.env.TEST_DEEP === '1'
const ALL = ['apps/**/*.test.{ts,tsx}', 'packages/**/*.test.{ts,tsx}', 'tools/**/*.test.ts']
// A file that is named on the command line runs, whichever it is.
const isNamed = process.argv.slice(2).some((word) => /\.test\.tsx?$/.test(word))

/**
 * Tests that share their worker's modules, and screen tests its page too: loading them anew for each file cost half of the
 * time. Each test leaves nothing behind (forgetScreen). A file that puts a module of its own in place of another keeps a
 * worker to itself, since who loaded the other one before would never meet it; so does one that says that it needs to.
 */
const OUTSIDE = { exclude: ['**/node_modules/**', '**/dist/**'] }
const TESTS = globSync(ALL, OUTSIDE).map((file) => ({
  file,
  text: readFileSync(file, 'utf8'),
}))
const SHARING = TESTS.filter(
  ({ text }) => !/vi\.(mock|doMock|resetModules)\(|^\/\/ In a worker of its own:/m.test(text),
)
const drawsPages = (text: string) => text.startsWith('// @vitest-environment jsdom')
const filesOf = (tests: typeof TESTS) => tests.map(({ file }) => file)
/** Drawn on two devices and in two languages: two of the four views in each run, all where a file is named. */
const VIEWED = filesOf(TESTS.filter(({ text }) => drawsPages(text) && text.includes('describe.each(views')))
const lane = isDeep ? 'other' : 'everyday'

const exclude = [...configDefaults.exclude, '**/dist/**', ...(isDeep || isNamed ? [] : DEEP)]
const wanted = new Set(isDeep ? globSync([...DEEP, ...SCALED, ...VIEWED], OUTSIDE) : filesOf(TESTS))
const among = (tests: typeof TESTS) => filesOf(tests).filter((file) => wanted.has(file))
const alone = { name: 'alone', include: among(TESTS.filter((test) => !SHARING.includes(test))), exclude }
const house = {
  name: 'house',
  include: among(SHARING.filter(({ text }) => !drawsPages(text))),
  exclude,
  isolate: isDeep,
}
const screens = {
  name: 'screens',
  include: among(SHARING.filter(({ text }) => drawsPages(text))),
  exclude,
  isolate: false,
}

/** All unit, module and screen tests; the journeys in Chromium live in e2e/ and run on their own. */
export default defineConfig({
  test: {
    projects: [alone, house, screens].map((test) => ({ extends: true, test })),
    pool: 'forks',
    sequence: { sequencer: LongestFirst },
    env: isNamed ? {} : { TEST_VIEWS: lane },
    // Many tests wait for programs they started, for blocks and for timers: also on two cores four files at once end sooner.
    maxWorkers: Math.max(4, availableParallelism() - 1),
    // One real PostgreSQL for the whole run, started when the first test asks for it.
    globalSetup: ['apps/server/test/world/global-setup.ts'],
    // No test measures time: these only end what would never come, also beside a load of many times the cores.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 90_000 } },
    // A failure far from here is known by its message alone: what differed is to stand in it.
    chaiConfig: { truncateThreshold: 1500 },
    setupFiles: ['apps/web/test/patience.ts'],
    // The server outlives it too (main.ts): promises of libraries that nobody waits for hear that a database is gone, which
    // tests take away from servers that are just ending.
    onUnhandledError: (error) => !(error.type === 'Unhandled Rejection' && isDatabaseDown(error)),
  },
})
