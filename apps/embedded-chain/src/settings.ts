import { join } from 'node:path'

export type Settings = {
  dataDir: string
  wasmFile: string
  preset: string
  port: number
  blockMs: number
  segmentBlocks: number
  keptBlocks: number
  /** Origins of pages that may connect, besides those of this machine. */
  origins: string[]
}

/** Pages of wallets that are in common use with any node on this machine. */
const DEFAULT_WALLET_PAGES = 'https://polkadot.js.org,https://cloud.papi.dev'
const DEFAULT_PORT = 9944
const DEFAULT_BLOCK_MS = 6000
/** Half an hour of blocks: what is read again at a start, at most. */
const DEFAULT_SEGMENT_BLOCKS = 300
/** Two days of blocks, as much as an indexer may have been away. */
const DEFAULT_KEPT_BLOCKS = 28_800
const HIGHEST_PORT = 65_535

/**
 * What the embedded chain is started with.
 * @throws Error with one clear line for a wrong value
 */
export function readSettings(env: NodeJS.ProcessEnv, root: string): Settings {
  if (!env.CHAIN_DATA_DIR) throw new Error('CHAIN_DATA_DIR is not set')
  const number = (name: string, standard: number, least: number, most: number) => {
    const text = env[name] || String(standard)
    const value = Number(text)
    if (!/^\d{1,9}$/.test(text) || value < least || value > most)
      throw new Error(`${name}: ${text} (a number from ${least} to ${most})`)
    return value
  }
  return {
    dataDir: env.CHAIN_DATA_DIR,
    wasmFile: env.CHAIN_WASM || join(root, 'chain/wasm/trove-runtime.compact.compressed.wasm'),
    preset: env.CHAIN_PRESET || 'embedded',
    port: number('CHAIN_PORT', DEFAULT_PORT, 0, HIGHEST_PORT),
    blockMs: number('CHAIN_BLOCK_MS', DEFAULT_BLOCK_MS, 0, 600_000),
    segmentBlocks: number('CHAIN_SEGMENT_BLOCKS', DEFAULT_SEGMENT_BLOCKS, 1, 100_000),
    keptBlocks: number('CHAIN_KEPT_BLOCKS', DEFAULT_KEPT_BLOCKS, 1, 100_000_000),
    origins: [
      ...readOrigins('CHAIN_ORIGINS', env.CHAIN_ORIGINS ?? ''),
      ...readOrigins('CHAIN_WALLET_PAGES', env.CHAIN_WALLET_PAGES ?? DEFAULT_WALLET_PAGES),
    ],
  }
}

/** @throws Error that names the variable and the part that is no origin */
function readOrigins(name: string, text: string): string[] {
  const origins = text.split(',').filter((origin) => origin !== '')
  const wrong = origins.find((origin) => !URL.canParse(origin) || new URL(origin).origin !== origin)
  if (wrong !== undefined)
    throw new Error(`${name}: ${wrong} (origins such as https://wallet.example, comma-separated)`)
  return origins
}
