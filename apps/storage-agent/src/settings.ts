import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type ServerAccount, serverAccount } from '@trove/chain-client/server-keys'
import { parseTtc } from '@trove/units/token'
import type { Volume } from './disk/volumes.ts'
import type { NodeOptions } from './node/node.ts'

/** What an agent is started with. */
export type Settings = {
  /** Where everything of the agent lies, unless a volume says otherwise. */
  folder: string
  chainUrl: string
  nodes: NodeOptions[]
  /** Port of the local page; 0 takes any free one. */
  pagePort: number
  /** Tops the nodes' accounts up when they need a bond. */
  funder: ServerAccount | undefined
  /** Where a person is told of what needs them. */
  alertUrl: string | undefined
}

const GIB = 2 ** 30
const MOST_NODES = 64
const DEFAULT_SPACE_GIB = 50
/** The chain registers no node with more: it would refuse each try, for a fee. */
const MOST_SPACE_GIB = 2 ** 20
const DEFAULT_PORT = 8420
const DEFAULT_SETTLE_FEES = 20n
const HEX_SECRET = /^(0x)?[0-9a-f]{64}$/i

/** Reads the environment. @throws Error with one clear line for a wrong value */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const need = (name: string) => {
    const value = env[name]
    if (!value) throw new Error(`${name} is not set`)
    return value
  }
  const folder = resolve(need('AGENT_DATA_DIR'))
  const gatewayUrl = httpUrl('AGENT_GATEWAY_URL', need('AGENT_GATEWAY_URL'))
  const chainUrl = need('AGENT_CHAIN_URL')
  if (!/^wss?:\/\/\S+$/.test(chainUrl)) throw new Error(`AGENT_CHAIN_URL: ${chainUrl} (ws:// or wss://)`)
  const count = wholeNumber(env, 'AGENT_NODES', 1, 1, MOST_NODES)
  const common = {
    gatewayUrl,
    peer: peerOf(env.AGENT_PEER ?? ''),
    settleFees: BigInt(wholeNumber(env, 'AGENT_SETTLE_FEES', Number(DEFAULT_SETTLE_FEES), 0, 1_000_000)),
    isResigning: env.AGENT_RESIGN === '1',
    policy: {
      leastMibDayPlanck: amount(env, 'AGENT_LEAST_PRICE', '0'),
      mostBytes: wholeNumber(env, 'AGENT_MOST_GIB', 32, 1, 32) * GIB,
      leastFloatPlanck: amount(env, 'AGENT_LEAST_FLOAT', '1'),
    },
  }
  const nodes = Array.from({ length: count }, (_, i): NodeOptions => {
    const own = count === 1 ? folder : join(folder, `node-${i + 1}`)
    return { ...common, folder: own, volumes: volumesOf(env, own, count), account: accountOf(env, own, i, count) }
  })
  return {
    folder,
    chainUrl,
    nodes,
    pagePort: wholeNumber(env, 'AGENT_PORT', DEFAULT_PORT, 0, 65_535),
    funder: env.AGENT_FUNDER ? serverAccount(secretOf('AGENT_FUNDER', env.AGENT_FUNDER)) : undefined,
    alertUrl: env.AGENT_ALERT_URL ? alertUrlOf(env.AGENT_ALERT_URL) : undefined,
  }
}

/** `AGENT_VOLUMES=/disk1/trove=200;/disk2/trove=500` in GiB; without it one folder of AGENT_SPACE_GIB beside the journal. */
function volumesOf(env: NodeJS.ProcessEnv, folder: string, nodes: number): Volume[] {
  if (!env.AGENT_VOLUMES) {
    const gib = wholeNumber(env, 'AGENT_SPACE_GIB', DEFAULT_SPACE_GIB, 1, MOST_SPACE_GIB)
    return [{ folder: join(folder, 'volume'), capacityBytes: gib * GIB }]
  }
  if (nodes > 1) throw new Error('AGENT_VOLUMES: only one node can have volumes of its own')
  const volumes = env.AGENT_VOLUMES.split(';').map((text) => {
    const [, path, gib] = /^(.+)=(\d{1,7})$/.exec(text.trim()) ?? []
    if (!path || Number(gib) < 1) throw new Error(`AGENT_VOLUMES: ${text} (folder=GiB, several with ; between)`)
    return { folder: resolve(path), capacityBytes: Number(gib) * GIB }
  })
  if (new Set(volumes.map(({ folder }) => folder)).size < volumes.length)
    throw new Error('AGENT_VOLUMES: each folder once')
  if (volumes.reduce((sum, { capacityBytes }) => sum + capacityBytes, 0) > MOST_SPACE_GIB * GIB)
    throw new Error(`AGENT_VOLUMES: at most ${MOST_SPACE_GIB} GiB together`)
  return volumes
}

/** Keys given by AGENT_KEYS, one a node; else one that is made once and lies in the folder for its owner only. */
function accountOf(env: NodeJS.ProcessEnv, folder: string, index: number, nodes: number): ServerAccount {
  const given = env.AGENT_KEYS?.split(',') ?? []
  if (given.length > 0 && given.length !== nodes) throw new Error(`AGENT_KEYS: ${nodes} keys with commas between`)
  const secret = given[index]
  return serverAccount(secret ? secretOf('AGENT_KEYS', secret) : keptSecret(folder))
}

function keptSecret(folder: string): Uint8Array {
  const path = join(folder, 'key')
  try {
    return Buffer.from(readFileSync(path, 'utf8').trim(), 'hex')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const secret = randomBytes(32)
  writeFileSync(`${path}.new`, `${secret.toString('hex')}\n`, { mode: 0o600, flush: true })
  renameSync(`${path}.new`, path)
  return secret
}

function secretOf(name: string, text: string): Uint8Array | `//${string}` {
  if (text.startsWith('//')) return text as `//${string}`
  // The value is not shown: it is a key.
  if (!HEX_SECRET.test(text)) throw new Error(`${name}: 64 hexadecimal digits each`)
  return Buffer.from(text.replace(/^0x/i, ''), 'hex')
}

function wholeNumber(env: NodeJS.ProcessEnv, name: string, standard: number, least: number, most: number): number {
  const text = env[name] || String(standard)
  const value = Number(text)
  if (!/^\d{1,9}$/.test(text) || value < least || value > most)
    throw new Error(`${name}: ${text} (a number from ${least} to ${most})`)
  return value
}

function amount(env: NodeJS.ProcessEnv, name: string, standard: string): bigint {
  const value = parseTtc(env[name] || standard)
  if (value === undefined) throw new Error(`${name}: ${env[name]} (an amount of TTC)`)
  return value
}

function httpUrl(name: string, text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) throw new Error(`${name}: ${text} (http(s)://)`)
  return text
}

/** The value is not shown: who has it can write into somebody's chat. */
function alertUrlOf(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) throw new Error('AGENT_ALERT_URL: http(s)://')
  return text
}

/** The chain keeps 128 bytes of it. */
function peerOf(text: string): string {
  if (Buffer.byteLength(text) > 128) throw new Error('AGENT_PEER: at most 128 bytes')
  return text
}
