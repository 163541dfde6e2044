import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Journeys share one world and its clock: one after the other, in the order of their names. */
class ByName extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((one, other) => one.moduleId.localeCompare(other.moduleId))
  }
}

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['journeys/*.journey.ts'],
    globalSetup: ['support/world/start-world.ts'],
    fileParallelism: false,
    sequence: { sequencer: ByName },
    testTimeout: 300_000,
    hookTimeout: 300_000,
    teardownTimeout: 60_000,
    expect: { poll: { timeout: 90_000 } },
  },
})
