import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** All unit, module and screen tests; the journeys in Chromium live in e2e/ and run on their own. */
export default defineConfig({
  test: {
    include: ['apps/**/*.test.{ts,tsx}', 'packages/**/*.test.{ts,tsx}', 'tools/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    pool: 'forks',
    // Many tests wait for programs they started: also on two cores two files at once end sooner.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // On a busy machine a race may be lost to the machine; a fault that is one is lost again.
    retry: process.env.CI ? 1 : 0,
    // One real PostgreSQL for the whole run, started when the first test asks for it.
    globalSetup: ['apps/server/test/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
