import { journeys, runSuites, unit, warmChain } from './suites.ts'

/**
 * `npm run test:deep`: what takes long and finds what is rare. Processes killed at every step, random models and races
 * with large counts, hostile input by the thousands. Storage nodes that work and cheat through whole periods of proofs,
 * most journeys in Chromium, and the chain's own tests where they are built already. Ends like `npm test`, which leaves
 * these out or runs them with small counts. Parts may be named: `npm run test:deep -- unit`.
 */
const COUNTS = {
  TROVE_MODEL_RUNS: '300',
  TROVE_MODEL_COMMANDS: '100',
  TROVE_RACE_ROUNDS: '20',
  FUZZ_RUNS: '150',
  NOTIFY_MUTANTS: '3000',
  STORAGE_CUTS: '500',
  CODE_KILLS: '100',
}
// Every crash point in the journey of sudden death takes half an hour more: `E2E_ALL=1 node e2e/run.ts 06`.
await runSuites([unit({ TEST_DEEP: '1', ...COUNTS }), journeys('others'), warmChain])
