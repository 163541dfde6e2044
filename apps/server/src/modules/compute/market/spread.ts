import { brieflyKept } from '../../../platform/base/briefly-kept.ts'

/** How offers are spread is looked at this often at most; adding up a large market takes a while. */
const FRESH_MS = 60_000

/** Where the bars begin; each goes on to the next, the last has no end. What a day costs is in fen. */
export const SPREAD_STEPS = {
  perDay: [0, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000],
  cores: [1, 2, 4, 8, 16, 32, 64],
  ram: [1, 2, 4, 8, 16, 32, 64, 128, 256],
  disk: [1, 16, 32, 64, 128, 256, 512, 1024, 2048],
} as const
export type SpreadFact = keyof typeof SPREAD_STEPS
export type Spread = Record<SpreadFact, { from: number; count: number }[]>

/** How open offers are spread over their facts; concurrent requests share one query. */
export function createSpread(store: { spread(): Promise<Spread> }): () => Promise<Spread> {
  return brieflyKept(() => store.spread(), FRESH_MS)
}
