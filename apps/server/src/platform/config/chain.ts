import { z } from 'zod'
import { ConfigError } from './error.ts'

/** The chain this site works with, and the keys of the faucet's account and of the one that anchors rights on it. */

const SEED_BYTES = 32
const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]'])
/** Everybody knows its key: good for a chain whose tokens are worth nothing. */
const DEVELOPMENT_FAUCET = '//Ferdie'
const DEVELOPMENT_RIGHTS = '//Charlie'

const Seed = z
  .string()
  .transform((text) => Buffer.from(text, 'base64'))
  .refine((key) => key.length === SEED_BYTES, `must be ${SEED_BYTES} bytes in base64`)
  .optional()

export const chainEnvironment = {
  /** A node of the chain on which TTC and orders of storage live; browsers reach it by the same address. */
  CHAIN_URL: z.url({ protocol: /^wss?$/ }).optional(),
  /** Hash of block 0 of the only chain the node may be of; a node of another one is refused. */
  CHAIN_GENESIS: z
    .string()
    .regex(/^0x[0-9a-fA-F]{64}$/, 'must be 0x and 64 hex digits')
    .optional(),
  /** Seed of the sr25519 key of the faucet's account. Without it there is no faucet, but on the embedded chain. */
  FAUCET_KEY: Seed,
  /** Seed of the sr25519 key of the account that anchors versions of works. Without it none are, but on the embedded chain. */
  RIGHTS_KEY: Seed,
  /** Where people get the extension that keeps the accounts of a browser (decision 43). */
  WALLET_EXTENSION_URL: z.url({ protocol: /^https$/ }).default('https://polkadot.js.org/extension/'),
}

const shape = z.object({ ...chainEnvironment, EMBEDDED: z.boolean() })

export type ChainConfig = {
  url: string
  genesisHash: string | undefined
  /** Seed of the faucet's key, or the name of the development account; undefined: no faucet. */
  faucetSecret: Buffer | `//${string}` | undefined
  /** The same of the account that anchors rights; undefined: nothing is anchored. */
  rightsSecret: Buffer | `//${string}` | undefined
}

/**
 * Undefined while no chain is named.
 * @throws ConfigError for a key without a chain
 */
export function readChain(it: z.output<typeof shape>): ChainConfig | undefined {
  if (!it.CHAIN_URL) {
    if (it.FAUCET_KEY || it.RIGHTS_KEY || it.CHAIN_GENESIS)
      throw new ConfigError('FAUCET_KEY, RIGHTS_KEY and CHAIN_GENESIS need CHAIN_URL')
    return undefined
  }
  const isOwnChain = it.EMBEDDED && LOOPBACK.has(new URL(it.CHAIN_URL).hostname)
  return {
    url: it.CHAIN_URL,
    genesisHash: it.CHAIN_GENESIS?.toLowerCase(),
    faucetSecret: it.FAUCET_KEY ?? (isOwnChain ? DEVELOPMENT_FAUCET : undefined),
    rightsSecret: it.RIGHTS_KEY ?? (isOwnChain ? DEVELOPMENT_RIGHTS : undefined),
  }
}
