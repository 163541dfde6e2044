import { checks, journeys, runSuites, unit } from './suites/suites.ts'

/**
 * `npm test`: the checks of the house, every vitest suite but what takes long, the first journeys in Chromium. Prints what each suite printed and,
 * last, one line over all of them: `N passed, N failed`. Suites may be named: `npm test -- unit journeys`. Journeys wait a
 * lot for blocks and pages, and leave a third of two cores to the tests beside them.
 */
await runSuites([[checks], [unit(), journeys('everyday')]])
