import { journeys, runSuites, unit, warmChain } from './suites/suites.ts'

/**
 * `npm run test:deep`: what takes long and finds what is rare. Processes killed between two steps, random models and races
 * with large counts, hostile input by the thousands. Storage nodes that work and cheat through whole periods of proofs,
 * most journeys in Chromium, and the chain's own tests where they are built already. Ends like `npm test`, which leaves
 * these out or runs them with small counts. Parts may be named: `npm run test:deep -- unit`.
 */
const COUNTS = {
  TROVE_MODEL_RUNS: '60',
  TROVE_MODEL_COMMANDS: '100',
  TROVE_RACE_ROUNDS: '10',
  FUZZ_RUNS: '40',
  NOTIFY_MUTANTS: '600',
  STORAGE_CUTS: '60',
  STORAGE_KILLS: '5',
  CODE_KILLS: '10',
}
// Larger counts are for whoever changes these rooms: `STORAGE_KILLS=50 npx vitest run apps/server/src/app/storage-kills.test.ts`.
// `CRASH_ALL=1` kills at every step of a hire, a lease and an anchoring, where this run takes the hardest to go on from.
// Every crash point in the journey of sudden death takes half an hour more: `E2E_ALL=1 node e2e/run.ts 06`.
// One after the other: each of the two brings programs enough to keep two cores busy.
await runSuites([[unit({ TEST_DEEP: '1', ...COUNTS })], [journeys('others')], [warmChain]])
