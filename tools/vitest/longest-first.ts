import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Those that take minutes by the clock, longest first. They wait for blocks of a chain, or kill a process at one step after the
 * other. Begun last, one of them would run alone for a quarter of an hour, with the other workers idle.
 */
export const MINUTES = [
  'apps/server/src/app/storage-nodes',
  'apps/server/src/modules/compute/kill',
  'tools/demo/market',
  'apps/storage-agent/src/node/node',
  'apps/server/src/modules/storage/kill',
  'apps/server/test/strangers',
  'apps/server/src/modules/compute/providers/ssh-machine',
  'packages/chain-client/src/miner/chain',
  'apps/storage-agent/src/kill',
  'apps/server/src/app/storage-kills',
  'apps/server/src/modules/wallet/kill',
  'apps/server/src/modules/orders/model',
  'apps/server/src/modules/code/rights/kill',
  'apps/server/src/modules/code/rights/own',
].map((path) => `/${path}.test.ts`)

const rank = ({ moduleId }: TestSpecification) => {
  const found = MINUTES.findIndex((path) => moduleId.endsWith(path))
  return found === -1 ? MINUTES.length : found
}

/** Vitest's own order, which knows only the size of a file in a new clone, with those in front. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => rank(a) - rank(b))
  }
}
