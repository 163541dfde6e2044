import { join, resolve } from 'node:path'

/** What `npm start` itself decides by; the parts check what is theirs. */
export type Settings = {
  dataDir: string
  host: string
  /** Where this machine's browsers reach a part that listens on `host`. */
  localHost: string
  wantedPort: number | undefined
  isDemo: boolean
  /** Whether there are machines to rent; they need a Unix shell. */
  hasDemoMachines: boolean
  /** Whether the market is filled with demo machines. */
  hasDemoMarket: boolean
  hasOwnDatabase: boolean
  hasOwnCashier: boolean
  hasOwnChain: boolean
  /** Storage nodes on the embedded chain. */
  storageNodes: number
}

/** @throws Error with one clear line for a wrong value */
export function readSettings(root: string, env: NodeJS.ProcessEnv, platform = process.platform): Settings {
  const port = env.PORT ? Number(env.PORT) : undefined
  if (port !== undefined && !(Number.isInteger(port) && port >= 1 && port <= 65_535))
    throw new Error(`PORT: ${env.PORT}`)
  if (env.DEMO && !['0', '1'].includes(env.DEMO)) throw new Error(`DEMO: ${env.DEMO} (0 | 1)`)
  if (env.DEMO_MARKET && !['0', '1'].includes(env.DEMO_MARKET))
    throw new Error(`DEMO_MARKET: ${env.DEMO_MARKET} (0 | 1)`)
  const storageNodes = env.STORAGE_NODES || '3'
  if (!/^\d$/.test(storageNodes)) throw new Error(`STORAGE_NODES: ${storageNodes} (0 to 9)`)
  const host = env.HOST || '127.0.0.1'
  const isAll = host === '0.0.0.0' || host === '::'
  const hasOwnDatabase = !env.DATABASE_URL
  const hasOwnCashier = !env.ALIPAY_GATEWAY_URL
  const isDemo = env.DEMO ? env.DEMO === '1' : hasOwnDatabase && hasOwnCashier
  const hasDemoMachines = isDemo && platform !== 'win32'
  return {
    dataDir: env.DATA_DIR ? resolve(env.DATA_DIR) : join(root, '.data'),
    host,
    localHost: isAll ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host,
    wantedPort: port,
    isDemo,
    hasDemoMachines,
    hasDemoMarket: hasDemoMachines && hasOwnCashier && hasOwnDatabase && env.DEMO_MARKET !== '0',
    hasOwnDatabase,
    hasOwnCashier,
    hasOwnChain: !env.CHAIN_URL,
    storageNodes: env.CHAIN_URL ? 0 : Number(storageNodes),
  }
}
