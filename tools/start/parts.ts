import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DEMO_EXPERTS } from '../demo/experts.ts'
import { DEMO_BUYERS, DEMO_SELLERS, listDemoMachines } from '../demo/goods.ts'
import { isDemoRemoved } from '../demo/removed.ts'
import type { openKeys } from './keys.ts'
import type { PartSpec } from './part.ts'
import type { Ports } from './ports.ts'
import type { Settings } from './settings.ts'

/** What the parts are started with. Addresses that a part tells when it is ready are asked for late. */
export type PartNeeds = {
  root: string
  settings: Settings
  ports: Ports
  keys: ReturnType<typeof openKeys>
  databaseUrl: () => string
}

/**
 * What keeps a part small that has little to do: no room for garbage that a moment made, no threads to collect it.
 * The server has none of this; it is the one that must be fast.
 */
export const SMALL_NODE_ARGS = [
  '--max-semi-space-size=1',
  '--optimize-for-size',
  '--single-threaded-gc',
  '--v8-pool-size=1',
]

/**
 * On a machine with much memory the collector lets garbage grow to three times of what lives, and what a busy moment
 * took is not given back. A limit far above what lives (some 150 MiB under load) makes it come sooner.
 */
export const SERVER_NODE_ARGS = ['--max-old-space-size=1024']

const isReadyJson = (line: string) => line.startsWith('{"ready":true')

export function databasePart({ root, settings }: PartNeeds): PartSpec {
  return {
    name: 'database',
    file: join(root, 'apps/embedded-postgres/src/main.ts'),
    nodeArgs: SMALL_NODE_ARGS,
    env: () => ({ ...systemEnv(), PG_DATA_DIR: join(settings.dataDir, 'postgres'), PG_PARENT_WATCH: '1' }),
    isReady: isReadyJson,
  }
}

export function cashierPart({ root, settings, ports }: PartNeeds): PartSpec {
  return {
    name: 'alipay-simulator',
    file: join(root, 'apps/alipay-simulator/src/main.ts'),
    nodeArgs: SMALL_NODE_ARGS,
    env: () => ({
      ...systemEnv(),
      SIM_PORT: String(ports.cashier),
      SIM_HOST: settings.host,
      SIM_DATA_DIR: join(settings.dataDir, 'alipay-simulator'),
      SIM_CONTROL: '1',
      SIM_PUBLIC_URL: `http://${publicHost(settings)}:${ports.cashier}`,
      SIM_PARENT_WATCH: '1',
    }),
    isReady: (line) => line.startsWith('ready '),
    hopelessCodes: [2],
  }
}

export function machinePart({ root, settings, ports }: PartNeeds): PartSpec {
  return {
    name: 'demo-machine',
    file: join(root, 'apps/demo-machine/src/main.ts'),
    nodeArgs: SMALL_NODE_ARGS,
    env: () => ({
      ...systemEnv(),
      MACHINE_DATA_DIR: join(settings.dataDir, 'demo-machine'),
      MACHINE_PORT: String(ports.machine),
      MACHINE_INFO_PORT: String(ports.machineInfo),
      MACHINE_FLEET: settings.hasDemoMarket ? fleetOf(ports) : undefined,
      MACHINE_PARENT_WATCH: '1',
    }),
    isReady: isReadyJson,
  }
}

/** The demo market's machines as the demo machine is told of them. */
function fleetOf(ports: Ports): string {
  const fleet = listDemoMachines().map(({ name, cores, ramGb, diskGb, gpu }, i) => ({
    name,
    port: ports.market[i],
    cores,
    ramGb,
    diskGb,
    gpu,
  }))
  return JSON.stringify(fleet)
}

export function chainPart({ root, settings, ports }: PartNeeds): PartSpec {
  return {
    name: 'chain',
    file: join(root, 'apps/embedded-chain/src/main.ts'),
    nodeArgs: SMALL_NODE_ARGS,
    env: () => ({
      ...systemEnv(),
      CHAIN_DATA_DIR: join(settings.dataDir, 'chain'),
      CHAIN_PORT: String(ports.chain),
      CHAIN_ORIGINS: publicOrigin(settings, ports),
      CHAIN_BLOCK_MS: process.env.CHAIN_BLOCK_MS,
      CHAIN_WALLET_PAGES: process.env.CHAIN_WALLET_PAGES,
      CHAIN_PARENT_WATCH: '1',
    }),
    isReady: isReadyJson,
  }
}

export function serverPart(needs: PartNeeds): PartSpec {
  return {
    name: 'server',
    file: join(needs.root, 'apps/server/src/main.ts'),
    nodeArgs: SERVER_NODE_ARGS,
    env: () => serverEnv(needs),
    isReady: isReadyJson,
    hopelessCodes: [2],
  }
}

/** Storage nodes of the embedded world, several in one process: they need room for little and memory for less. */
export function storageNodesPart({ root, settings, ports }: PartNeeds): PartSpec {
  return {
    name: 'storage-nodes',
    file: join(root, 'apps/storage-agent/src/main.ts'),
    nodeArgs: SMALL_NODE_ARGS,
    env: () => ({
      ...systemEnv(),
      AGENT_DATA_DIR: join(settings.dataDir, 'storage-nodes'),
      AGENT_CHAIN_URL: chainUrl(ports),
      AGENT_GATEWAY_URL: process.env.STORAGE_URL || `http://${settings.localHost}:${ports.storage}`,
      AGENT_NODES: String(settings.storageNodes),
      AGENT_SPACE_GIB: '2',
      AGENT_FUNDER: NODES_FUNDER,
      AGENT_PORT: String(ports.storageNodes),
      AGENT_PARENT_WATCH: '1',
    }),
    isReady: isReadyJson,
    hopelessCodes: [2],
  }
}

/** Of the keys that the embedded chain gives funds to at its start, one that nothing else signs with: the bonds come from it. */
const NODES_FUNDER = '//Eve'

/** Where the embedded chain is reached: on this machine only. */
export function chainUrl(ports: Ports): string {
  return `ws://127.0.0.1:${ports.chain}`
}

/** Everything that was given reaches the server as it is; what was not given points at the embedded parts. */
function serverEnv({ root, settings, ports, keys, databaseUrl }: PartNeeds): NodeJS.ProcessEnv {
  const { isDemo, hasDemoMachines, hasOwnDatabase, hasOwnCashier, hasOwnChain } = settings
  return {
    ...(hasOwnCashier ? alipayEnv(settings) : {}),
    ...(hasDemoMachines
      ? {
          MACHINE_ALLOW: [ports.machine, ...ports.market].map((port) => `127.0.0.1:${port}`).join(','),
          MACHINE_INFO_URL: `http://127.0.0.1:${ports.machineInfo}/machine.json`,
        }
      : {}),
    ...(settings.hasDemoMarket ? { DEMO_PEOPLE: JSON.stringify(listDemoPeople(settings.dataDir)) } : {}),
    ...(hasOwnChain ? { CHAIN_URL: chainUrl(ports) } : {}),
    ...(process.env.STORAGE_URL
      ? {}
      : { STORAGE_PORT: String(ports.storage), STORAGE_URL: storageOrigin(settings, ports) }),
    ...(process.env.RELAY_URL || process.env.HOST || ports.relayed.length === 0 ? {} : relayEnv(ports)),
    PUBLIC_URL: publicOrigin(settings, ports),
    WEB_DIR: join(root, 'apps/web/dist'),
    ...process.env,
    ...keys,
    PORT: String(ports.site),
    HOST: settings.host,
    DATA_DIR: join(settings.dataDir, 'server'),
    DATABASE_URL: databaseUrl(),
    DEMO: isDemo ? '1' : '0',
    EMBEDDED: hasOwnDatabase && hasOwnCashier ? '1' : '0',
    // One person's own machine: nobody needs to be kept from taking it whole.
    CALLS_PER_MINUTE: process.env.CALLS_PER_MINUTE ?? (hasOwnDatabase && hasOwnCashier ? '0' : undefined),
    TZ: 'Asia/Shanghai',
    PARENT_WATCH: '1',
  }
}

/** The relay of machines without a public address, on this machine only: elsewhere it needs TLS and an address of its own. */
function relayEnv({ relay, relayed }: Ports): NodeJS.ProcessEnv {
  return {
    RELAY_PORT: String(relay),
    RELAY_URL: `http://127.0.0.1:${relay}`,
    RELAY_HOST: '127.0.0.1',
    RELAY_PORTS: `${relayed[0]}-${relayed.at(-1)}`,
  }
}

/** Whom the server marks as demo beside its own demo people; experts only where the demo market was not removed. */
function listDemoPeople(dataDir: string): { mobile: string; nickName: string; about?: unknown }[] {
  const traders = [...Object.values(DEMO_SELLERS), ...DEMO_BUYERS].map(({ mobile, nickName }) => ({ mobile, nickName }))
  if (isDemoRemoved(dataDir)) return traders
  const experts = DEMO_EXPERTS.flatMap(({ mobile, nickName, about }) => (about ? [{ mobile, nickName, about }] : []))
  return [...traders, ...experts]
}

/** Short name of the simulator's test person whose account the demo seller is paid to. */
const DEMO_PAYEE = 'seller'

/** Who that is, by the simulator's own list of its test people. */
function demoPayeeEnv(folder: string): NodeJS.ProcessEnv {
  const people = JSON.parse(readFileSync(join(folder, 'people.json'), 'utf8')) as Record<string, string>[]
  const payee = people.find(({ userKey }) => userKey === DEMO_PAYEE)
  return { DEMO_PAYEE_ID: payee?.userId, DEMO_PAYEE_NAME: payee?.realName, DEMO_PAYEE_NICKNAME: payee?.nickName }
}

/** The simulator writes what a merchant is configured with; read at each start, so that it is always current. */
function alipayEnv(settings: Settings): NodeJS.ProcessEnv {
  const folder = join(settings.dataDir, 'alipay-simulator')
  const merchant = JSON.parse(readFileSync(join(folder, 'merchant.json'), 'utf8')) as Record<string, string>
  return {
    ALIPAY_GATEWAY_URL: merchant.gatewayUrl,
    ALIPAY_AUTHORIZE_URL: merchant.authorizeUrl,
    ALIPAY_APP_ID: merchant.appId,
    ALIPAY_SELLER_ID: merchant.sellerId,
    ALIPAY_PRIVATE_KEY: merchant.appPrivateKey,
    ALIPAY_KEY_TYPE: merchant.keyType,
    ALIPAY_PUBLIC_KEY: merchant.alipayPublicKey,
    ALIPAY_APP_CERT: merchant.appCertPath,
    ALIPAY_PUBLIC_CERT: merchant.alipayPublicCertPath,
    ALIPAY_ROOT_CERT: merchant.alipayRootCertPath,
    ...demoPayeeEnv(folder),
  }
}

/** The name browsers use: the public address's when one is given. */
function publicHost(settings: Settings): string {
  const given = process.env.PUBLIC_URL
  return given && URL.canParse(given) ? new URL(given).hostname : settings.localHost
}

/** Where the site's pages come from, as browsers name it. */
function publicOrigin(settings: Settings, ports: Ports): string {
  const given = process.env.PUBLIC_URL
  return given && URL.canParse(given) ? new URL(given).origin : `http://${publicHost(settings)}:${ports.site}`
}

/** The storage gateway as browsers reach it: beside the site, on a port of its own. */
function storageOrigin(settings: Settings, ports: Ports): string {
  return `http://${publicHost(settings)}:${ports.storage}`
}

/** What any program needs of the surroundings, and none of the secrets that may be in them. */
function systemEnv(): NodeJS.ProcessEnv {
  const names = [
    'PATH',
    'HOME',
    'USER',
    'LANG',
    'TMPDIR',
    'TEMP',
    'TMP',
    'SystemRoot',
    'LD_LIBRARY_PATH',
    'PG_FSYNC',
    'NODE_COMPILE_CACHE',
  ]
  return Object.fromEntries(names.map((name) => [name, process.env[name]]).filter(([, value]) => value !== undefined))
}
