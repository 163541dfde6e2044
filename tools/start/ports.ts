import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

/** Where the parts listen. */
export type Ports = {
  site: number
  cashier: number
  machine: number
  machineInfo: number
  chain: number
  storage: number
  /** Of the storage nodes' own page. */
  storageNodes: number
  relay: number
  /** Of machines that are reached through the relay. */
  relayed: number[]
  /** Of the demo market's machines. */
  market: number[]
}

/** The wanted port of the site is taken by somebody else. */
export class PortTakenError extends Error {
  readonly port: number
  constructor(port: number) {
    super(`port ${port} is taken`)
    this.port = port
  }
}

const DEFAULT_PORT = 8080
/** Some way above the site's port: a second world beside this one starts there with its own parts. */
const MARKET_FROM = 20
const RELAYED = 16
/** Each world has its own row, below the ports that systems hand out. */
const rowOf = (site: number) => 20_000 + (site % 700) * RELAYED
const HIGHEST = 65_535

/**
 * Chooses the ports: the site's as asked, the others just above it, free ones where those are taken. What was chosen
 * is kept, so that addresses stay the same over restarts. `marketSize`: machines of the demo market.
 * @throws PortTakenError when a port that was asked for by name is taken
 */
export async function choosePorts(
  dataDir: string,
  host: string,
  wanted: number | undefined,
  marketSize = 0,
): Promise<Ports> {
  const file = join(dataDir, 'ports.json')
  const kept = readKept(file)
  const base = wanted ?? kept?.site ?? DEFAULT_PORT
  if (wanted && !(await isFree(wanted, host))) throw new PortTakenError(wanted)
  const used = new Set<number>()
  const pick = async (keptPort: number | undefined, first: number, on: string) => {
    for (const port of [keptPort, first]) if (port && (await isPickable(port, on, used))) return use(used, port)
    for (let port = first + 1; port <= HIGHEST; port++) if (await isPickable(port, on, used)) return use(used, port)
    throw new PortTakenError(first)
  }
  const isSameBase = kept?.site === base
  const site = await pick(undefined, base, host)
  const ports: Ports = {
    site,
    cashier: await pick(isSameBase ? kept.cashier : undefined, site + 1, host),
    machine: await pick(isSameBase ? kept.machine : undefined, site + 2, '127.0.0.1'),
    machineInfo: await pick(isSameBase ? kept.machineInfo : undefined, site + 3, '127.0.0.1'),
    chain: await pick(isSameBase ? kept.chain : undefined, site + 4, '127.0.0.1'),
    storage: await pick(isSameBase ? kept.storage : undefined, site + 5, host),
    storageNodes: await pick(isSameBase ? kept.storageNodes : undefined, site + 6, '127.0.0.1'),
    relay: await pick(isSameBase ? kept.relay : undefined, site + 7, host),
    relayed: [],
    market: isSameBase && marketSize === 0 ? (kept.market ?? []) : [],
  }
  for (let i = 0; i < marketSize; i++)
    ports.market.push(await pick(isSameBase ? kept.market?.[i] : undefined, site + MARKET_FROM + i, '127.0.0.1'))
  ports.relayed = await pickRow((isSameBase && kept.relayed?.[0]) || rowOf(site), used)
  writeFileSync(`${file}.new`, JSON.stringify(ports))
  renameSync(`${file}.new`, file)
  return ports
}

/** Ports in a row: each machine behind the relay keeps its own. */
async function pickRow(wanted: number, used: Set<number>): Promise<number[]> {
  for (let first = wanted; first + RELAYED <= HIGHEST; first += RELAYED) {
    const row = Array.from({ length: RELAYED }, (_, i) => first + i)
    const free = await Promise.all(row.map((port) => isPickable(port, '127.0.0.1', used)))
    if (free.every(Boolean)) return row
  }
  throw new PortTakenError(wanted)
}

function use(used: Set<number>, port: number): number {
  used.add(port)
  return port
}

async function isPickable(port: number, host: string, used: Set<number>): Promise<boolean> {
  return port <= HIGHEST && !used.has(port) && (await isFree(port, host))
}

function readKept(file: string): Ports | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Ports
  } catch {
    return undefined
  }
}

function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, host, () => probe.close(() => resolve(true)))
  })
}
